"""How well a network restores clips that it wasn't trained on: gain in SI-SDR for each kind of noise, and for rooms."""

from __future__ import annotations

import contextlib

import torch
from torch import Tensor
from torch.nn import Module

from data.mixtures import CLEAN, KINDS, Mixer
from data.signals import RATE
from loss import si_sdr
from network.spectra import leveled, samples_of, spectra_of

SECONDS = 5
RATIOS = (0.0, 5.0, 10.0, 15.0)
# So much a recording may gain at most, in dB: one that comes out as it should would count without end.
MOST_GAIN = 60


def made_clips(mixer: Mixer, count: int) -> list[tuple[Tensor, Tensor]]:
    """Recordings and targets [count, samples] of each kind without rooms, and of rooms without noise."""
    ratios = torch.tensor(RATIOS).repeat(count)[:count]
    length = SECONDS * RATE
    all_kinds = [torch.full((count,), kind) for kind in range(len(KINDS))]
    made = [mixer.batch(count, length, kinds, ratios, reverberant=0.0) for kinds in all_kinds]
    in_rooms = mixer.batch(count, length, all_kinds[0], torch.full((count,), 60.0), reverberant=1.0)
    return [(recording, target) for recording, target, _, _ in [*made, in_rooms]]


@torch.no_grad()
def validate(network: Module, clips: list[tuple[Tensor, Tensor]], precision: str) -> dict[str, float]:
    """Gains in dB by kind, for clean recordings the ratio itself, and the mean of all but those."""
    network.eval()
    found: dict[str, float] = {}
    for name, (recording, target) in zip((*KINDS, 'reverb'), clips):
        heard, factors = leveled(recording)
        with autocast(precision):
            made = network(spectra_of(heard))
        reached = si_sdr(target, samples_of(made.float(), recording.shape[1]) / factors)
        gain = reached if name == KINDS[CLEAN] else reached - si_sdr(target, recording)
        found[name] = round(float(gain.clamp(max=MOST_GAIN).mean()), 2)
    noisy = [gain for name, gain in found.items() if name != KINDS[CLEAN]]
    return {'mean': round(sum(noisy) / len(noisy), 2), **found}


def autocast(precision: str) -> contextlib.AbstractContextManager:
    """Half precision on a graphics card; nothing with float32."""
    if precision == 'float32':
        return contextlib.nullcontext()
    return torch.autocast('cuda', torch.float16 if precision == 'float16' else torch.bfloat16)
