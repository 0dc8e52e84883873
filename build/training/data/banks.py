"""Recordings in memory, from which random places are drawn: speech, noise and music."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from multiprocessing.pool import Pool
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from data.packs import PACK_SUFFIX, Stream, decode, streams_of
from data.signals import RATE

# Places of speech begin at least this far before the end, in samples.
LEAST_SPEECH = 16_000
FULL_SCALE = 32_768

# How often a second of a pack is drawn, against one of others. Many speakers count more, words out of sentences less.
WEIGHTS = {
    'speech-librispeech': 4.0,
    'speech-picovoice-intent': 1.5,
    'speech-picovoice-wake': 0.3,
    'speech-asterisk': 0.5,
}
BANKS = ('speech', 'noise', 'music', 'validation-speech', 'validation-noise', 'validation-music')


class Bank:
    """Recordings as one tensor of 16-bit samples, with place, length and weight of each."""

    def __init__(self, recordings: Sequence[np.ndarray], weights: Sequence[float], device: str) -> None:
        """recordings: int16 [samples] each, at 16 kHz; weights: how often a recording is drawn, by its length."""
        lengths = np.array([len(recording) for recording in recordings])
        starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        self.samples = torch.from_numpy(np.concatenate(recordings)).to(device)
        self.lengths = torch.from_numpy(lengths).to(device)
        self.starts = torch.from_numpy(starts).to(device)
        self.weights = torch.from_numpy(np.asarray(weights, np.float32)).to(device)
        self.hours = lengths.sum() / RATE / 3600
        self.device = device

    def draw(self, count: int, span: int, loops: bool) -> Tensor:
        """[count, span] between -1 and 1, each from a random place of a random recording."""
        recording = torch.multinomial(self.weights, count, replacement=True)
        length = self.lengths[recording]
        room = length - (0 if loops else min(span, LEAST_SPEECH))
        offset = (torch.rand(count, device=self.device) * room.clamp(min=1)).long()
        if not loops:
            runs_past_end = (torch.rand(count, device=self.device) < 0.15).long()
            offset = torch.minimum(offset, (length - span).clamp(min=0) + runs_past_end * span)
        place = offset[:, None] + torch.arange(span, device=self.device)
        if loops:
            return self.at(recording, place % length[:, None])
        last = length[:, None] - 1
        return self.at(recording, torch.minimum(place, last)) * (place <= last)

    def at(self, recording: Tensor, place: Tensor) -> Tensor:
        return self.samples[self.starts[recording][:, None] + place].float() / FULL_SCALE


def load_banks(folders: Iterable[Path], device: str, pool: Pool) -> dict[str, Bank]:
    """Banks by name, from the packs of these folders; a pack belongs to the bank with which its name begins."""
    packs = sorted((path for folder in folders for path in folder.glob(f'*{PACK_SUFFIX}')), key=lambda path: path.name)
    banks: dict[str, Bank] = {}
    for bank in BANKS:
        streams: list[Stream] = []
        weights: list[float] = []
        for pack in packs:
            if pack.stem != bank and not pack.stem.startswith(f'{bank}-'):
                continue
            found = streams_of(pack)
            streams += found
            weights += [weight_of(pack.stem)] * len(found)
        if streams:
            recordings = pool.map(decode, streams, chunksize=4)
            by_length = [weight * len(recording) for weight, recording in zip(weights, recordings)]
            banks[bank] = Bank(recordings, by_length, device)
    return banks


def weight_of(pack: str) -> float:
    return next((weight for name, weight in WEIGHTS.items() if pack.startswith(name)), 1.0)
