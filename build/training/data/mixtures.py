"""Mixtures as training hears them, with what should come out: speech in rooms, with noise of every kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor

from data import noises
from data.banks import Bank
from data.signals import (
    convolved,
    decibels,
    filtered,
    frequencies,
    log_uniform,
    random_curve,
    rms,
    speech_level,
    uniform,
)

# Kinds of noise: recorded, music, four that are computed besides hum, three to ten voices, one voice, none.
KINDS = ('real', 'music', 'colour', 'fan', 'hum', 'click', 'street', 'babble', 'voice', 'clean')
SHARES = (0.30, 0.09, 0.13, 0.08, 0.05, 0.08, 0.08, 0.07, 0.06, 0.06)
BABBLE, VOICE, CLEAN = KINDS.index('babble'), KINDS.index('voice'), KINDS.index('clean')

# Root mean square of speech before the gain.
LEVEL = 0.05
# The target keeps reflections of the first 50 ms, and fades within 10 ms behind them.
KEPT_SAMPLES = 800
FADE_SAMPLES = 160
# Lengths before resampling are multiples of this, whose transforms are fast.
GRAIN = 400
SPEECH_SPEEDS = (0.92, 0.95, 0.975, 1.0, 1.0, 1.025, 1.05, 1.08, 1.12)
NOISE_SPEEDS = (0.7, 0.8, 0.9, 1.0, 1.0, 1.1, 1.25, 1.4)
MUSIC_SPEEDS = (0.9, 1.0, 1.0, 1.1)


class Mixer:
    """Draws from banks named speech, noise and music, and from impulse responses [rooms, samples]."""

    def __init__(self, banks: Mapping[str, Bank], rooms: Tensor, device: str, shares: Sequence[float] = SHARES) -> None:
        self.banks = banks
        self.rooms = rooms
        self.device = device
        self.shares = torch.tensor(shares)

    def batch(
        self,
        count: int,
        length: int,
        kinds: Tensor | None = None,
        snr: Tensor | None = None,
        reverberant: float | None = None,
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """
        Recordings [count, length], what should come out of them, their kinds [count] in ascending order, and their
        gains [count, 1], by which speech of a level of 0.05 was multiplied.

        kinds and snr (in dB): [count], drawn when they aren't given; with snr a clip also has no second noise, no pause
        and no gain. reverberant: share of clips in rooms, a half when it isn't given.
        """
        device = self.device
        is_drawn = snr is None
        if kinds is None:
            kinds = torch.multinomial(self.shares, count, replacement=True)
        sorted_kinds, _ = kinds.sort()
        kind = sorted_kinds.to(device)
        speech = self.coloured_speech(count, length, with_pauses=is_drawn)
        heard, target = self.in_rooms(speech, kind, 0.5 if reverberant is None else reverberant)
        made = []
        for index, name in enumerate(KINDS):
            clips = int((sorted_kinds == index).sum())
            if clips > 0:
                made.append(self.noise(name, clips, length))
        noise = torch.cat(made)

        is_voice = (kind == BABBLE) | (kind == VOICE)
        begins_late = (torch.rand(count, 1, device=device) < 0.1) & ~is_voice[:, None]
        begin = uniform(count, 0, 0.7, device)[:, None]
        noise = torch.where(begins_late & (relative_time(length, device) < begin), noise * 0.05, noise)
        noise = noise / rms(noise)[:, None].clamp(min=1e-5) * LEVEL
        ratio = self.ratios(kind) if snr is None else snr.to(device)
        ratio = torch.where(kind == CLEAN, torch.full_like(ratio, 70.0), ratio)
        noise = noise * decibels(-ratio)[:, None]
        if is_drawn:
            noise = noise + self.second_noise(noise, kind, ratio)

        mixed = heard + noise
        gain = decibels(uniform(count, -12, 10, device))[:, None] if is_drawn else torch.ones(count, 1, device=device)
        gain = torch.minimum(gain, 0.98 / mixed.abs().amax(1, keepdim=True).clamp(min=1e-4))
        return mixed * gain, target * gain, kind, gain

    def coloured_speech(self, count: int, length: int, with_pauses: bool) -> Tensor:
        """Voices through random equalizers; some without highs or lows, some that begin or end with a pause."""
        device = self.device
        speech = self.voices(count, length)
        pauses = torch.zeros(count, 1, dtype=torch.bool, device=device)
        if with_pauses:
            pauses = torch.rand(count, 1, device=device) < 0.15
        time = relative_time(length, device)
        edge = uniform(count, 0.1, 0.5, device)[:, None]
        at_start = torch.rand(count, 1, device=device) < 0.5
        gate = torch.where(at_start, ((time - edge) * 40).clamp(0, 1), ((1 - edge - time) * 40).clamp(0, 1))
        speech = torch.where(pauses, speech * gate, speech)
        bins = frequencies(length, device)
        gains = random_curve(count, bins, 3.5, 8, device) * (torch.rand(count, 1, device=device) < 0.7)
        high = log_uniform(count, 2800, 7000, device)[:, None]
        gains = gains - 40 * ((bins - high) / 500).clamp(0, 1.5) * (torch.rand(count, 1, device=device) < 0.09)
        low = uniform(count, 60, 300, device)[:, None]
        gains = gains - 30 * ((low - bins) / low).clamp(0, 1) * (torch.rand(count, 1, device=device) < 0.12)
        return filtered(speech, gains)

    def in_rooms(self, speech: Tensor, kind: Tensor, share: float) -> tuple[Tensor, Tensor]:
        """Speech [B, samples] in rooms, and with the first reflections alone. Half of the clean ones are in rooms."""
        count = speech.shape[0]
        is_wet = torch.rand(count, device=self.device) < torch.where(kind == CLEAN, 0.5, share)
        room = self.drawn_rooms(count)
        early = room.clone()
        early[:, KEPT_SAMPLES : KEPT_SAMPLES + FADE_SAMPLES] *= torch.linspace(1, 0, FADE_SAMPLES, device=self.device)
        early[:, KEPT_SAMPLES + FADE_SAMPLES :] = 0
        heard = torch.where(is_wet[:, None], convolved(speech, room), speech)
        target = torch.where(is_wet[:, None], convolved(speech, early), speech)
        level = speech_level(heard)[:, None].clamp(min=1e-4)
        return heard / level * LEVEL, target / level * LEVEL

    def ratios(self, kind: Tensor) -> Tensor:
        """Signal-to-noise ratios in dB: -5 to 20, one in eight up to 38; for voices never as low."""
        count, device = len(kind), self.device
        usual = torch.rand(count, device=device) < 0.87
        ratio = torch.where(usual, uniform(count, -5, 20, device), uniform(count, 20, 38, device))
        ratio = torch.where(kind == VOICE, uniform(count, 0, 20, device), ratio)
        return torch.where(kind == BABBLE, uniform(count, -3, 20, device), ratio)

    def second_noise(self, noise: Tensor, kind: Tensor, ratio: Tensor) -> Tensor:
        """For a fifth of the clips another clip's noise, up to 10 dB below their own."""
        count, device = len(kind), self.device
        other = torch.randperm(count, device=device)
        is_used = torch.rand(count, 1, device=device) < 0.2
        is_used = is_used & (kind[other] < BABBLE)[:, None] & (kind < VOICE)[:, None]
        gain = decibels(ratio[other] - ratio - uniform(count, 0, 10, device))[:, None]
        return torch.where(is_used, noise[other] * gain, torch.zeros_like(noise))

    def noise(self, kind: str, count: int, length: int) -> Tensor:
        """[count, length] of a kind, at any level."""
        device = self.device
        if kind == 'real':
            clips = self.crops('noise', count, length, NOISE_SPEEDS, loops=True)
            return filtered(clips, random_curve(count, frequencies(length, device), 5, 8, device))
        if kind == 'music':
            clips = self.crops('music', count, length, MUSIC_SPEEDS, loops=True)
            return filtered(clips, random_curve(count, frequencies(length, device), 3, 6, device))
        if kind == 'babble':
            voices = int(torch.randint(3, 11, (1,)))
            all_voices = self.voices(count * voices, length)
            all_voices = all_voices * decibels(uniform(count * voices, -7, 3, device))[:, None]
            return self.some_in_rooms(all_voices.reshape(count, voices, length).sum(1), 0.6)
        if kind == 'voice':
            return self.some_in_rooms(self.voices(count, length), 0.5)
        if kind == 'clean':
            return torch.randn(count, length, device=device) * 1e-6
        return getattr(noises, kind)(count, length, device)

    def voices(self, count: int, length: int) -> Tensor:
        """[count, length], all equally loud where they speak."""
        clips = self.crops('speech', count, length, SPEECH_SPEEDS, loops=False)
        return clips / speech_level(clips)[:, None].clamp(min=1e-4) * LEVEL

    def some_in_rooms(self, clips: Tensor, share: float) -> Tensor:
        wet = convolved(clips, self.drawn_rooms(len(clips)))
        is_wet = torch.rand(len(clips), 1, device=self.device) < share
        return torch.where(is_wet, wet / speech_level(wet)[:, None] * LEVEL, clips)

    def drawn_rooms(self, count: int) -> Tensor:
        return self.rooms[torch.randint(len(self.rooms), (count,), device=self.device)]

    def crops(self, bank: str, count: int, length: int, speeds: Sequence[float], loops: bool) -> Tensor:
        """
        Random places of a bank, [count, length], in up to six groups of one speed each.

        loops: whether a recording begins again at its end; otherwise silence follows, for a few.
        """
        clips = torch.empty(count, length, device=self.device)
        for group in torch.arange(count).chunk(min(len(speeds), count, 6)):
            speed = speeds[int(torch.randint(len(speeds), (1,)))]
            span = int(round(length * speed / GRAIN)) * GRAIN
            sound = self.banks[bank].draw(len(group), span, loops)
            clips[group[0] : group[0] + len(group)] = sound if span == length else resampled(sound, length)
        return clips


def relative_time(length: int, device: str) -> Tensor:
    """From 0 at the first sample to 1 behind the last: [length]."""
    return torch.arange(length, device=device) / length


def resampled(clips: Tensor, length: int) -> Tensor:
    """[B, samples] to [B, length], through spectra."""
    spectra = torch.fft.rfft(clips)
    made = torch.zeros(len(clips), length // 2 + 1, dtype=spectra.dtype, device=clips.device)
    common = min(spectra.shape[1], made.shape[1])
    made[:, :common] = spectra[:, :common]
    return torch.fft.irfft(made, n=length) * (length / clips.shape[1])
