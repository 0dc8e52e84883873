"""What training makes smaller, and the measure by which runs are compared."""

from __future__ import annotations

import math

import torch
from torch import Tensor
from torch.nn import functional

SIZES = (256, 512, 1024)
# Behind these noise-to-signal ratios less noise counts no more: 30 dB, and 40 dB for clean recordings.
FLOOR = 1e-3
CLEAN_FLOOR = 1e-4
MAGNITUDE_WEIGHT = 25
COMPLEX_WEIGHT = 12
MISSING_WEIGHT = 25


def loss_of(made: Tensor, target: Tensor, is_clean: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
    """
    The loss of clips [B, samples] at the trained level, and its parts.

    A tenth of the noise-to-signal ratio in dB, and errors of spectra with magnitudes to the power of 0.3, where what is
    missing of the speech weighs double.

    is_clean: [B], whether a recording had nothing to be removed.
    """
    error = (target - made).pow(2).sum(1)
    power = target.pow(2).sum(1) + 1e-6
    floor = torch.where(is_clean, CLEAN_FLOOR, FLOOR)
    ratio = (10 * torch.log10(error / power + floor)).mean()
    magnitude, complex_error, missing = 0.0, 0.0, 0.0
    for size in SIZES:
        one, other = spectra_of(made, size), spectra_of(target, size)
        one_power = one.real**2 + one.imag**2 + 1e-9
        other_power = other.real**2 + other.imag**2 + 1e-9
        one_factor, other_factor = one_power**-0.35, other_power**-0.35
        lost = other_power**0.15 - one_power**0.15
        magnitude = magnitude + lost.pow(2).mean() / len(SIZES)
        missing = missing + functional.relu(lost).pow(2).mean() / len(SIZES)
        real_error = one.real * one_factor - other.real * other_factor
        imaginary_error = one.imag * one_factor - other.imag * other_factor
        complex_error = complex_error + (real_error.pow(2) + imaginary_error.pow(2)).mean() / len(SIZES)
    spectral = MAGNITUDE_WEIGHT * magnitude + COMPLEX_WEIGHT * complex_error + MISSING_WEIGHT * missing
    parts = {'snr': ratio, 'mag': magnitude, 'cpx': complex_error, 'over': missing}
    return ratio / 10 + spectral, {name: part.detach() for name, part in parts.items()}


def spectra_of(samples: Tensor, size: int) -> Tensor:
    """Complex spectra [B, size / 2 + 1, T] of frames that overlap by three quarters, at the level of the samples."""
    hann = torch.hann_window(size, device=samples.device)
    return torch.stft(samples, size, size // 4, window=hann, return_complex=True) / math.sqrt(size * 0.375)


def si_sdr(target: Tensor, made: Tensor) -> Tensor:
    """Scale-invariant signal-to-distortion ratio [B] of clips [B, samples], in dB (J. Le Roux and others, 2019)."""
    target = target - target.mean(1, keepdim=True)
    made = made - made.mean(1, keepdim=True)
    share = (made * target).sum(1, keepdim=True) / (target * target).sum(1, keepdim=True).clamp(min=1e-9)
    kept = share * target
    return 10 * torch.log10((kept**2).sum(1) / ((made - kept) ** 2).sum(1).clamp(min=1e-12) + 1e-12)
