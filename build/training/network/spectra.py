"""Samples at 16 kHz to the spectra that the network hears, and back, with the level that it was trained with."""

from __future__ import annotations

from typing import Callable

import torch
from torch import Tensor
from torch.nn import functional

RATE = 16_000
# 32 ms and 16 ms.
FRAME = 512
HOP = 256
# Root mean square of what the network was trained with: -26 dBFS.
TRAINED_LEVEL = 0.05
# Frames to each side whose mean is a frame's level: 0.56 s.
REACH = 35


def window(device: torch.device | str) -> Tensor:
    """The root of a Hann window [512], which is applied before and after: together they add up to 1."""
    return torch.sqrt(torch.hann_window(FRAME, periodic=True, device=device))


def spectra_of(samples: Tensor) -> Tensor:
    """[B, samples] to [B, 2 (real, imaginary), T, 257]; the first frame begins 256 samples before the sound."""
    padded = functional.pad(samples, (HOP, HOP + (-samples.shape[-1]) % HOP))
    spectra = torch.fft.rfft(padded.unfold(-1, FRAME, HOP) * window(samples.device))
    return torch.stack([spectra.real, spectra.imag], 1)


def samples_of(spectra: Tensor, length: int) -> Tensor:
    """[B, 2, T, 257] to [B, length]: frames are windowed once more and added up."""
    frames = torch.fft.irfft(torch.complex(spectra[:, 0], spectra[:, 1]), n=FRAME) * window(spectra.device)
    halves = functional.pad(frames[..., :HOP], (0, 0, 0, 1)) + functional.pad(frames[..., HOP:], (0, 0, 1, 0))
    return halves.reshape(frames.shape[0], -1)[:, HOP : HOP + length]


def level_factors(spectra: Tensor, reach: int = REACH) -> Tensor:
    """By what each frame of [1, 2, T, 257] is multiplied before the network, [T], as the product's level.ts does it."""
    power = (spectra**2).sum((1, 3))[0].double() * 2 / (HOP * FRAME)
    count = len(power)
    sums = torch.cumsum(torch.cat([torch.zeros(1, dtype=torch.float64), power]), 0)
    frame = torch.arange(count)

    def mean(before: int, behind: int) -> Tensor:
        first = (frame - before).clamp(min=0)
        end = (frame + behind + 1).clamp(max=count)
        return (sums[end] - sums[first]) / (end - first)

    around = mean(reach, reach)
    left = torch.where(frame < reach, around, mean(reach, 0))
    right = torch.where(frame > count - 1 - reach, around, mean(0, reach))
    level = torch.maximum(torch.minimum(torch.minimum(left, right), around), around * 0.1)
    level = torch.maximum(level, level.max() * 10**-2.6).clamp(min=1e-10)
    return (TRAINED_LEVEL / torch.sqrt(level)).float()


def restore(network: Callable[[Tensor], Tensor], samples: Tensor) -> Tensor:
    """A whole recording [1, samples], as the product restores it."""
    spectra = spectra_of(samples)
    factors = level_factors(spectra)[None, None, :, None]
    return samples_of(network(spectra * factors) / factors, samples.shape[1])


def leveled(samples: Tensor) -> tuple[Tensor, Tensor]:
    """Clips [B, samples] at the trained level, by one factor for each, and the factors [B, 1]: what training hears."""
    level = torch.sqrt((samples**2).mean(-1) + 1e-12)
    factors = TRAINED_LEVEL / level[:, None].clamp(min=1e-5)
    return samples * factors, factors
