"""Batches for training, made beside the step before where there is a graphics card."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Iterator
from typing import NamedTuple

import torch
from torch import Tensor

from data.mixtures import Mixer
from network.spectra import leveled, spectra_of

AHEAD = 3


class Batch(NamedTuple):
    """Recordings as the network hears them, and what should come out."""

    # [B, 2, T, 257], at the trained level.
    spectra: Tensor
    # [B, samples].
    target: Tensor
    # [B], of KINDS.
    kinds: Tensor
    # [B, 1], by which the mixture was multiplied.
    gains: Tensor
    # [B, 1], by which it was brought to the trained level.
    factors: Tensor


@torch.no_grad()
def make_batch(mixer: Mixer, count: int, length: int) -> Batch:
    """count mixtures of length samples."""
    recordings, target, kinds, gains = mixer.batch(count, length)
    heard, factors = leveled(recordings)
    return Batch(spectra_of(heard), target, kinds, gains, factors)


@contextlib.contextmanager
def feed(mixer: Mixer, count: int, length: int, in_background: bool) -> Iterator[Callable[[], Batch]]:
    """Gives a function that returns the next batch. in_background: on a CUDA stream of its own."""
    if not in_background:
        yield lambda: make_batch(mixer, count, length)
        return
    made: queue.Queue[tuple[Batch, torch.cuda.Event]] = queue.Queue(AHEAD)
    has_ended = threading.Event()

    def work() -> None:
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            while not has_ended.is_set():
                batch = make_batch(mixer, count, length)
                event = torch.cuda.Event()
                event.record(stream)
                made.put((batch, event))

    def next_batch() -> Batch:
        batch, event = made.get()
        current = torch.cuda.current_stream()
        current.wait_event(event)
        # The memory stays taken until this stream has used it, too.
        for part in batch:
            part.record_stream(current)
        return batch

    threading.Thread(target=work, daemon=True).start()
    try:
        yield next_batch
    finally:
        has_ended.set()
