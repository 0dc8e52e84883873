"""Recordings of other people, brought to 16 kHz mono, checked, leveled and joined before they are packed."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Iterable, Sequence
from math import gcd
from pathlib import Path

import numpy as np
import soundfile
from scipy.signal import resample_poly

RATE = 16_000
# 20 ms.
FRAME = 320
SPEECH_RANGE_DB = 35
NOISE_LEVEL = 0.05
MOST_PEAK = 0.98
# Kept before and behind what is said, in seconds.
MARGIN = 0.2
# More samples than this near full scale are clipping.
MOST_FULL_SAMPLES = 8

# Who speaks or where it comes from, and [samples].
Recording = tuple[str, np.ndarray]


def read(path: Path, most_seconds: float | None = None) -> np.ndarray | None:
    """[samples] at 16 kHz, from the middle of what is much longer than asked for; None for what can't be read."""
    try:
        with soundfile.SoundFile(path) as file:
            rate = file.samplerate
            count = -1
            if most_seconds is not None and file.frames > most_seconds * rate * 1.3:
                count = int(most_seconds * rate)
                file.seek(int((file.frames - most_seconds * rate) // 2))
            samples = file.read(count, dtype='float32', always_2d=True).mean(1)
    except soundfile.LibsndfileError:
        return read_with_ffmpeg(path)
    if rate == RATE:
        return samples
    common = gcd(rate, RATE)
    return resample_poly(samples, RATE // common, rate // common).astype(np.float32)


def read_with_ffmpeg(path: Path) -> np.ndarray | None:
    form = ['-f', 'g722'] if path.suffix == '.g722' else []
    wanted = ['-ac', '1', '-ar', str(RATE), '-f', 'f32le', '-']
    command = ['ffmpeg', '-nostdin', '-v', 'error', *form, '-i', str(path), *wanted]
    output = subprocess.run(command, capture_output=True, check=False).stdout
    return np.frombuffer(output, np.float32) if output else None


def frame_levels(samples: np.ndarray) -> np.ndarray:
    """Levels of frames of 20 ms, in dB."""
    count = len(samples) // FRAME
    return 10 * np.log10((samples[: count * FRAME].reshape(count, FRAME) ** 2).mean(1) + 1e-12)


def loud_frames(samples: np.ndarray, range_db: float = SPEECH_RANGE_DB) -> np.ndarray:
    """Which frames of 20 ms are less than so much below the loudest one."""
    levels = frame_levels(samples)
    return levels > levels.max() - range_db


def cleanness(samples: np.ndarray) -> float:
    """How far the pauses are below the speech, in dB."""
    levels = frame_levels(samples)
    return float(np.percentile(levels, 90) - np.percentile(levels, 4))


def trimmed(samples: np.ndarray) -> np.ndarray:
    """Without silence at both ends."""
    loud = np.flatnonzero(loud_frames(samples))
    if len(loud) == 0:
        return samples
    first = max(0, int(loud[0] * FRAME - MARGIN * RATE))
    return samples[first : min(len(samples), int((loud[-1] + 1) * FRAME + MARGIN * RATE))]


def with_short_pauses(samples: np.ndarray, most_seconds: float = 0.5) -> np.ndarray:
    """Pauses that are longer lose their rest."""
    is_loud = loud_frames(samples, 38)
    kept = np.ones(len(is_loud), bool)
    silent = 0
    for frame, loud in enumerate(is_loud):
        silent = 0 if loud else silent + 1
        kept[frame] = silent <= most_seconds * RATE / FRAME
    return samples[: len(kept) * FRAME].reshape(-1, FRAME)[kept].reshape(-1)


def leveled_speech(samples: np.ndarray) -> np.ndarray:
    """At -26 dBFS where someone speaks."""
    samples = samples - samples.mean()
    loud = loud_frames(samples)
    level = np.sqrt((samples[: len(loud) * FRAME].reshape(-1, FRAME)[loud] ** 2).mean())
    return samples * (10 ** (-26 / 20) / max(level, 1e-5))


def read_speech(
    paths: Iterable[Path],
    speaker_of: Callable[[Path], str],
    least_cleanness: float,
    draw: random.Random,
    most_hours: float | None = None,
    least_seconds: float = 0.5,
) -> list[Recording]:
    """Clean recordings in random order: none that is clipped, noisy or too short. least_cleanness: in dB."""
    paths = list(paths)
    draw.shuffle(paths)
    found: list[Recording] = []
    total = 0
    for path in paths:
        samples = read(path)
        if samples is None or not is_clean(samples, least_cleanness, least_seconds):
            continue
        samples = trimmed(samples)
        if len(samples) < least_seconds * RATE:
            continue
        samples = leveled_speech(samples)
        found.append((speaker_of(path), samples * min(1, MOST_PEAK / np.abs(samples).max())))
        total += len(samples)
        if most_hours is not None and total > most_hours * 3600 * RATE:
            break
    print(f'  {len(found)} of {len(paths)} recordings, {total / RATE / 3600:.3f} h', flush=True)
    return found


def is_clean(samples: np.ndarray, least_cleanness: float, least_seconds: float) -> bool:
    if len(samples) < least_seconds * RATE or np.abs(samples).max() < 1e-3:
        return False
    return (np.abs(samples) > 0.998).sum() <= MOST_FULL_SAMPLES and cleanness(samples) >= least_cleanness


def joined_by_speaker(recordings: Iterable[Recording], seconds: float = 60) -> list[Recording]:
    """Utterances of one speaker one after the other, until they have lasted so long."""
    by_speaker: dict[str, list[np.ndarray]] = {}
    for speaker, samples in recordings:
        by_speaker.setdefault(speaker, []).append(samples)
    made: list[Recording] = []
    for speaker, utterances in by_speaker.items():
        current: list[np.ndarray] = []
        for samples in utterances:
            current.append(samples)
            if sum(map(len, current)) > seconds * RATE:
                made.append((speaker, np.concatenate(current)))
                current = []
        if current:
            made.append((speaker, np.concatenate(current)))
    return made


def read_noise(paths: Iterable[Path], most_seconds: float = 60) -> list[Recording]:
    """The middle of each recording at one level; none that is silent or shorter than 0.3 s."""
    found: list[Recording] = []
    for path in paths:
        samples = read(path, most_seconds)
        if samples is None or len(samples) < 0.3 * RATE:
            continue
        samples = samples - samples.mean()
        if np.sqrt((samples**2).mean()) < 1e-4:
            continue
        most = int(most_seconds * RATE)
        if len(samples) > most:
            first = (len(samples) - most) // 2
            samples = samples[first : first + most]
        samples = samples * (NOISE_LEVEL / np.sqrt((samples**2).mean()))
        found.append((path.name, samples * min(1, 0.95 / np.abs(samples).max())))
    return found


def joined_sounds(recordings: Sequence[Recording], seconds: float = 30) -> list[Recording]:
    """Short sounds one after the other at random levels, with random gaps; a rest of less than 5 s is left out."""
    draw = np.random.default_rng(3)
    made: list[Recording] = []
    current: list[np.ndarray] = []
    names: list[str] = []
    length = 0
    for name, samples in recordings:
        gap = np.zeros(int(draw.uniform(0.02, 0.6) * RATE), np.float32)
        current += [samples * 10 ** (draw.uniform(-8, 0) / 20), gap]
        names.append(name)
        length += len(samples) + len(gap)
        if length > seconds * RATE:
            made.append((f'{names[0]}+{len(names) - 1}', np.concatenate(current).astype(np.float32)))
            current, names, length = [], [], 0
    if current and length > 5 * RATE:
        made.append((f'{names[0]}+{len(names) - 1}', np.concatenate(current).astype(np.float32)))
    return made
