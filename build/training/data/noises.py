"""Noises that are computed: broadband, fans and motors, hum, clicks and keys, street and wind.

Each gives [count, length] at any level.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from data.signals import (
    Device,
    RATE, convolved, decibels, filtered, frequencies, log_uniform, random_curve, rms, slow_walk, uniform,
)  # fmt: skip

# 0.15 s, the longest a click sounds.
CLICK_SAMPLES = 2_400
# Tones above this are left out: they would fold back.
HIGHEST_TONE = 7_600


def shaped(count: int, length: int, device: Device, spread: float = 6, low: float = -45, high: float = 12) -> Tensor:
    """Noise with a random spectrum, of a random tilt from low to high dB."""
    noise = torch.randn(count, length, device=device)
    tilt = uniform(count, low, high, device)
    return filtered(noise, random_curve(count, frequencies(length, device), spread, 10, device, tilt))


def leveled(samples: Tensor) -> Tensor:
    return samples / rms(samples)[:, None]


def colour(count: int, length: int, device: Device) -> Tensor:
    """Broadband noise; two in five swell and fade."""
    noise = leveled(shaped(count, length, device))
    rate = float(uniform(1, 0.5, 8, 'cpu'))
    swell = slow_walk(count, length, rate, device) * uniform(count, 0, 5, device)[:, None]
    return noise * decibels(swell * (torch.rand(count, 1, device=device) < 0.4))


def tones(
    count: int, length: int, device: Device, pitch: Tensor, harmonics: int, decay: float, drift: Tensor, even: Tensor
) -> Tensor:
    """
    Harmonic tones at a level of 1.

    pitch: [count], in Hz; decay: power by which harmonics grow weaker; drift: [count], how much the pitch wanders, as a
    share; even: [count], what even harmonics are multiplied by.
    """
    wandering = 1 + drift[:, None] * slow_walk(count, length, 2.0, device)
    phase = 2 * math.pi * torch.cumsum((pitch[:, None] * wandering).double(), 1) / RATE
    sound = torch.zeros(count, length, device=device)
    for harmonic in range(1, harmonics + 1):
        strength = harmonic**-decay * torch.exp(torch.randn(count, device=device) * 0.7)
        strength = strength * (pitch * harmonic < HIGHEST_TONE)
        if harmonic % 2 == 0:
            strength = strength * even
        own_phase = harmonic * phase + torch.rand(count, 1, device=device).double() * 6.283
        sound = sound + strength[:, None] * torch.sin(torch.remainder(own_phase, 2 * math.pi)).float()
    return leveled(sound)


def fan(count: int, length: int, device: Device) -> Tensor:
    """Dull noise that flutters, with tones of the blades."""
    noise = leveled(shaped(count, length, device, 4, -50, -8))
    pitch = log_uniform(count, 28, 420, device)
    depth = uniform(count, 0, 0.4, device)[:, None]
    turns = (pitch / torch.randint(1, 7, (count,), device=device))[:, None]
    flutter = 1 + depth * torch.sin(2 * math.pi * turns * torch.arange(length, device=device) / RATE)
    drift = uniform(count, 0, 0.01, device)
    blades = tones(count, length, device, pitch, 14, 1.0, drift, torch.ones(count, device=device))
    return noise * flutter + blades * decibels(uniform(count, -18, 6, device))[:, None]


def hum(count: int, length: int, device: Device) -> Tensor:
    """Of mains, 50 or 60 Hz, and of other sources, with some noise below it."""
    pitch = torch.where(torch.rand(count, device=device) < 0.5, 50.0, 60.0)
    is_other = torch.rand(count, device=device) < 0.15
    pitch = torch.where(is_other, uniform(count, 80, 400, device), pitch)
    pitch = pitch * (1 + 0.002 * torch.randn(count, device=device))
    decay = float(uniform(1, 0.3, 1.6, 'cpu'))
    even = (torch.rand(count, device=device) < 0.6).float() * 0.8 + 0.1
    sound = tones(count, length, device, pitch, 28, decay, torch.zeros(count, device=device), even)
    noise = leveled(shaped(count, length, device))
    return sound + noise * decibels(uniform(count, -30, -6, device))[:, None]


def click(count: int, length: int, device: Device) -> Tensor:
    """Three kinds of clicks in each, one to eleven a second in all, many with an echo as of a key let go."""
    sound = torch.zeros(count, length, device=device)
    rate = log_uniform(count, 1, 11, device)
    for _ in range(3):
        happens = (torch.rand(count, length, device=device) < (rate / 3 / RATE)[:, None]).float()
        strikes = happens * torch.exp(torch.randn(count, length, device=device) * 0.5)
        delay = int(uniform(1, 0.03, 0.13, 'cpu') * RATE)
        strikes = strikes + uniform(count, 0, 0.8, device)[:, None] * torch.roll(strikes, delay, 1)
        sound = sound + convolved(strikes, leveled(single_click(count, device)))
    noise = leveled(shaped(count, length, device, 3, -30, 0))
    sound = sound / rms(sound)[:, None].clamp(min=1e-4)
    return sound + noise * decibels(uniform(count, -45, -12, device))[:, None]


def single_click(count: int, device: Device) -> Tensor:
    """A burst of noise and three tones that fade: [count, CLICK_SAMPLES]."""
    seconds = torch.arange(CLICK_SAMPLES, device=device) / RATE
    burst = torch.randn(count, CLICK_SAMPLES, device=device)
    sound = burst * torch.exp(-seconds / log_uniform(count, 0.0008, 0.02, device)[:, None])
    for _ in range(3):
        strength = uniform(count, 0, 1.5, device)[:, None]
        tone = torch.sin(6.2832 * log_uniform(count, 180, 6000, device)[:, None] * seconds)
        sound = sound + strength * tone * torch.exp(-seconds / log_uniform(count, 0.001, 0.03, device)[:, None])
    return filtered(sound, random_curve(count, frequencies(CLICK_SAMPLES, device), 6, 6, device))


def street(count: int, length: int, device: Device) -> Tensor:
    """Wind and rumble, three vehicles that pass, and now and then a horn or a siren."""
    span = length / RATE
    seconds = torch.arange(length, device=device) / RATE
    rumble = leveled(shaped(count, length, device, 3, -70, -25))
    gusts = slow_walk(count, length, 1.5, device) * uniform(count, 0, 4, device)[:, None]
    rumble = rumble * decibels(gusts)
    traffic = shaped(count, length, device, 6, -25, 5)
    passing = torch.zeros(count, length, device=device)
    for _ in range(3):
        strength = uniform(count, 0, 1, device)[:, None]
        away = seconds - uniform(count, 0, span, device)[:, None]
        passing = passing + strength * torch.exp(-((away / uniform(count, 0.1, 1.8, device)[:, None]) ** 2))
    sound = rumble + leveled(traffic) * passing * uniform(count, 0.3, 1.5, device)[:, None]
    pitch = log_uniform(count, 220, 1100, device)
    drift = uniform(count, 0, 0.25, device) * (torch.rand(count, device=device) < 0.4)
    horn = tones(count, length, device, pitch, 12, 0.6, drift, torch.ones(count, device=device))
    middle = uniform(count, 0, span, device)[:, None]
    half = uniform(count, 0.15, 1.0, device)[:, None]
    blown = torch.sigmoid((seconds - middle + half) * 60) * torch.sigmoid((half - (seconds - middle)) * 60)
    strength = uniform(count, 0, 1.4, device) * (torch.rand(count, device=device) < 0.55)
    return sound + horn * blown * strength[:, None]
