"""Proves in a minute, on a processor alone, that data recipe, loss and export still run: `npm run training -- --check`.

It makes its own sounds, and trains nothing that is kept.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

from data.banks import Bank
from data.feed import Batch, make_batch
from data.mixtures import CLEAN, KINDS, LEVEL, Mixer
from data.packs import decode, has_opus, streams_of, write_pack
from data.rooms import make_rooms
from data.signals import RATE, rms, speech_level
from export import CHECKPOINT, MODEL_FOLDER, VECTORS_FOLDER, exported, open_checkpoint
from network import reference
from network.architecture import RestorationNetwork, folded
from network.spectra import restore
from network.wav import read_wav
from train import Training

# Of the checkpoint beside this file.
CHECKPOINT_SHA256 = '4af58217eeab19b3d3608116bf44f5cf632f62bc2f06c1aa6fe8e55cedf7520f'
MOST_WEIGHT_DIFFERENCE = 1e-6
MOST_SAMPLE_DIFFERENCE = 2e-5
STEPS = 6
RATE_OF_LEARNING = 2e-3
CLIPS = 2
# Half a second.
CLIP_SAMPLES = 8_000


class Broken(Exception):
    """Something no longer does what it did. The message says what."""


def require(holds: bool, sentence: str) -> None:
    if not holds:
        raise Broken(sentence)


def made_voice(random: np.random.Generator, seconds: float) -> np.ndarray:
    """Something like speech, int16: syllables of harmonics with formants, and pauses."""
    samples: list[np.ndarray] = []
    while sum(len(part) for part in samples) < seconds * RATE:
        length = int(random.uniform(0.08, 0.3) * RATE)
        time_axis = np.arange(length) / RATE
        pitch = random.uniform(90, 230) * (1 + random.uniform(-0.15, 0.15) * time_axis)
        formant = random.uniform(400, 2500)
        phase = 2 * np.pi * np.cumsum(pitch) / RATE
        sound = sum(
            np.sin(harmonic * phase) / (1 + ((harmonic * pitch - formant) / 400) ** 2) for harmonic in range(1, 25)
        )
        samples += [sound * np.hanning(length), np.zeros(int(random.uniform(0.02, 0.25) * RATE))]
    return as_int16(np.concatenate(samples))


def made_music(random: np.random.Generator, seconds: float) -> np.ndarray:
    time_axis = np.arange(int(seconds * RATE)) / RATE
    chord = 220 * 2 ** (random.integers(0, 24, 4) / 12)
    return as_int16(sum(np.sin(2 * np.pi * pitch * time_axis) for pitch in chord) * (1 - 0.8 * (2 * time_axis % 1)))


def made_noise(random: np.random.Generator, seconds: float) -> np.ndarray:
    noise = np.cumsum(random.standard_normal(int(seconds * RATE)))
    return as_int16(noise - np.convolve(noise, np.ones(200) / 200, 'same'))


def as_int16(samples: np.ndarray) -> np.ndarray:
    return (samples / np.abs(samples).max() * 0.5 * 32_767).astype(np.int16)


def made_mixer() -> Mixer:
    random = np.random.default_rng(1)
    banks = {}
    for name, make in (('speech', made_voice), ('noise', made_noise), ('music', made_music)):
        recordings = [make(random, seconds) for seconds in (2.0, 3.0, 4.0)]
        banks[name] = Bank(recordings, [len(recording) for recording in recordings], 'cpu')
    return Mixer(banks, make_rooms(6, 'cpu'), 'cpu')


def check_packs() -> str:
    """A recording comes back from a pack, as Opus leaves it."""
    if not has_opus():
        return 'recordings weren’t packed: there is no libopus here'
    voice = made_voice(np.random.default_rng(2), 2) / 32_768
    with tempfile.TemporaryDirectory() as folder:
        pack = Path(folder) / 'speech-made.opk'
        write_pack(pack, 'made', [('one', voice), ('other', voice[: RATE // 2])], 28_000)
        streams = streams_of(pack)
        unpacked = decode(streams[0]) / 32_768
    require([stream.group for stream in streams] == ['one', 'other'], 'A pack lost the names of its recordings.')
    require(abs(len(unpacked) - len(voice)) <= 320, 'A recording came out of its pack with another length.')
    ratio = np.sqrt((unpacked**2).mean() / (voice**2).mean())
    require(0.8 < ratio < 1.25, f'A recording came out of its pack at {ratio:.2f} of its level.')
    return 'recordings survive their packs'


def check_mixtures(mixer: Mixer) -> str:
    """Every kind of noise, with the ratio that was asked for."""
    count = len(KINDS)
    asked = torch.full((count,), 6.0)
    recording, target, kinds, _ = mixer.batch(count, 2 * RATE, torch.arange(count), asked, reverberant=0.0)
    require(recording.shape == target.shape == (count, 2 * RATE), 'Mixtures have another shape than was asked for.')
    is_finite = bool(torch.isfinite(recording).all() and torch.isfinite(target).all())
    require(is_finite, 'Mixtures have values that are no numbers.')
    require(bool((recording.abs() <= 0.981).all()), 'A mixture is clipped.')
    noisy = kinds != CLEAN
    found = 20 * torch.log10(speech_level(target) / rms(recording - target))
    off = (found - asked)[noisy].abs().max()
    require(float(off) < 0.5, f'A mixture is {float(off):.1f} dB off the signal-to-noise ratio that was asked for.')
    level_error = float((speech_level(target) / LEVEL - 1)[noisy].abs().max())
    require(level_error < 0.05, 'Speech in mixtures isn’t at its level.')
    drawn = make_batch(mixer, 16, RATE)
    require(all(bool(torch.isfinite(part).all()) for part in drawn), 'Drawn mixtures have values that are no numbers.')
    return f'{count} kinds of noise at the ratio asked for'


def check_loss(mixer: Mixer) -> str:
    """From a random start, the loss on one batch falls."""
    batch: Batch = make_batch(mixer, CLIPS, CLIP_SAMPLES)
    training = Training(RestorationNetwork(), 'cpu', 'float32')
    losses = [float(training.step(batch, RATE_OF_LEARNING)['loss']) for _ in range(STEPS)]
    require(bool(np.isfinite(losses).all()), f'The loss isn’t a number: {losses}')
    does_fall = losses[-1] < losses[0] - 0.05
    require(does_fall, f'The loss doesn’t fall: {losses[0]:.3f} at first, {losses[-1]:.3f} at last.')
    return f'the loss falls from {losses[0]:.2f} to {losses[-1]:.2f} in {STEPS} steps'


def check_export() -> str:
    """The product has the checkpoint's weights."""
    digest = hashlib.sha256(CHECKPOINT.read_bytes()).hexdigest()
    require(digest == CHECKPOINT_SHA256, f'The checkpoint is another one: its SHA-256 is {digest}.')
    made, description = exported(folded(open_checkpoint(CHECKPOINT)))
    kept = (MODEL_FOLDER / 'weights.bin').read_bytes()
    require(len(made) == len(kept), f'The checkpoint gives {len(made)} bytes, and the product has {len(kept)}.')
    if made == kept:
        is_described = description == (MODEL_FOLDER / 'weights.json').read_text()
        require(is_described, 'weights.json doesn’t describe the checkpoint’s weights.')
        return 'the product’s weights are the checkpoint’s, byte for byte'
    off = float(np.abs(np.frombuffer(made, '<f4') - np.frombuffer(kept, '<f4')).max())
    is_same = off <= MOST_WEIGHT_DIFFERENCE
    require(is_same, f'The product’s weights differ from the checkpoint’s by up to {off:.1e}.')
    return f'the product’s weights are the checkpoint’s, within {off:.1e}'


@torch.no_grad()
def check_vectors() -> str:
    """PyTorch from the checkpoint and numpy from the product's weights restore the vectors alike."""
    network = open_checkpoint(CHECKPOINT)
    weights = reference.read_weights(MODEL_FOLDER)
    farthest = {'PyTorch': 0.0, 'numpy': 0.0}
    vectors = sorted(VECTORS_FOLDER.glob('*.in.wav'))
    require(len(vectors) > 0, f'There are no vectors in {VECTORS_FOLDER}.')
    for path in vectors:
        samples = read_wav(path)
        expected = read_wav(path.with_name(path.name.replace('.in.wav', '.out.wav')))
        made = {
            'PyTorch': restore(network, torch.from_numpy(samples.copy())[None])[0].numpy(),
            'numpy': reference.restore(weights, samples.astype(np.float64)),
        }
        for name, restored in made.items():
            off = float(np.abs(restored - expected).max())
            require(off <= MOST_SAMPLE_DIFFERENCE, f'{name} restores {path.name} otherwise: {off:.1e} off.')
            farthest[name] = max(farthest[name], off)
    return 'vectors restored: ' + ', '.join(f'{name} at most {off:.1e} off' for name, off in farthest.items())


def main() -> int:
    torch.manual_seed(1)
    mixer = made_mixer()
    checks: list[Callable[[], str]] = [
        check_packs,
        lambda: check_mixtures(mixer),
        lambda: check_loss(mixer),
        check_export,
        check_vectors,
    ]
    failures = 0
    for check in checks:
        began = time.time()
        try:
            sentence, sign = check(), '✓'
        except Broken as failure:
            sentence, sign = str(failure), '✗'
            failures += 1
        print(f'{sign} {sentence} ({time.time() - began:.1f} s)', flush=True)
    return min(failures, 1)


if __name__ == '__main__':
    sys.exit(main())
