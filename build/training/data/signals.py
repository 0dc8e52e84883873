"""Random numbers, levels and filters from which mixtures are made, for many clips at once."""

from __future__ import annotations

import math
from typing import Union

import torch
from torch import Tensor
from torch.nn import functional

Device = Union[torch.device, str]

RATE = 16_000
# 20 ms.
LEVEL_FRAME = 320
# So far below its loudest frame a clip still speaks, in dB.
SPEECH_RANGE_DB = 35

_frequencies: dict[tuple[int, str], Tensor] = {}


def uniform(count: int, low: float, high: float, device: Device) -> Tensor:
    """[count] between low and high."""
    return torch.rand(count, device=device) * (high - low) + low


def log_uniform(count: int, low: float, high: float, device: Device) -> Tensor:
    """[count] between low and high, each octave alike."""
    return torch.exp(uniform(count, math.log(low), math.log(high), device))


def decibels(value: Tensor) -> Tensor:
    """What an amplitude is multiplied by."""
    return 10 ** (value / 20)


def rms(samples: Tensor) -> Tensor:
    """[...] of [..., samples]."""
    return torch.sqrt((samples**2).mean(-1) + 1e-12)


def frame_levels(samples: Tensor) -> Tensor:
    """Levels of frames of 20 ms in dB: [..., samples] to [..., frames]."""
    whole = samples.shape[-1] // LEVEL_FRAME * LEVEL_FRAME
    frames = samples[..., :whole].reshape(*samples.shape[:-1], -1, LEVEL_FRAME)
    return 10 * torch.log10((frames**2).mean(-1) + 1e-12)


def speech_level(samples: Tensor) -> Tensor:
    """Root mean square of the frames in which someone speaks: [..., samples] to [...]."""
    levels = frame_levels(samples)
    speaks = (levels > levels.amax(-1, keepdim=True) - SPEECH_RANGE_DB).float()
    return torch.sqrt(((10 ** (levels / 10)) * speaks).sum(-1) / speaks.sum(-1).clamp(min=1) + 1e-12)


def frequencies(length: int, device: Device) -> Tensor:
    """Of the bins of a transform of so many samples, in Hz: [length / 2 + 1]."""
    key = (length, str(device))
    if key not in _frequencies:
        _frequencies[key] = torch.fft.rfftfreq(length, 1 / RATE).to(device)
    return _frequencies[key]


def random_curve(
    count: int, bins: Tensor, spread: float, knots: int, device: Device, tilt: Tensor | None = None
) -> Tensor:
    """
    Smooth random gains in dB over frequency: [count, bins].

    bins: frequencies in Hz; spread: of the knots, in dB; tilt: [count], gain at the highest frequency above that at 0.
    """
    gains = torch.randn(count, knots, device=device) * spread
    if tilt is not None:
        gains = gains + tilt[:, None] * torch.linspace(0, 1, knots, device=device)
    place = torch.log2(1 + bins / 150)
    place = place / place[-1] * (knots - 1.001)
    knot = place.long()
    share = (1 - torch.cos(math.pi * (place - knot))) / 2
    return gains[:, knot] * (1 - share) + gains[:, knot + 1] * share


def filtered(samples: Tensor, gains: Tensor) -> Tensor:
    """[B, samples] with gains in dB for each bin, [B, bins]."""
    return torch.fft.irfft(torch.fft.rfft(samples) * decibels(gains), n=samples.shape[-1])


def convolved(samples: Tensor, response: Tensor) -> Tensor:
    """[B, samples] with [B, response]; as long as it was."""
    length = 1 << (samples.shape[-1] + response.shape[-1] - 2).bit_length()
    product = torch.fft.rfft(samples, n=length) * torch.fft.rfft(response, n=length)
    return torch.fft.irfft(product, n=length)[..., : samples.shape[-1]]


def slow_walk(count: int, length: int, rate: float, device: Device) -> Tensor:
    """Slow random values around 0 with a spread of about 1: [count, length]. rate: new values a second."""
    knots = torch.randn(count, 1, max(4, int(length / RATE * rate) + 3), device=device)
    return functional.interpolate(knots, size=length, mode='linear', align_corners=True)[:, 0]
