"""The whole network in plain numpy, from the product's weights alone: what it is, exactly, in case of doubt.

`npm run training -- --check` compares it with PyTorch, and both with the conformance vectors.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

FRAME = 512
HOP = 256
BINS = 257
WINDOW = np.sin(np.pi * np.arange(FRAME) / FRAME)
TAPS = 3
# Of the level's means, in frames.
REACH = 35

Weights = dict[str, np.ndarray]


def read_weights(folder: Path) -> Weights:
    """float64 tensors by name, of weights.bin as weights.json describes it; offsets there are in values."""
    values = np.fromfile(folder / 'weights.bin', '<f4').astype(np.float64)
    tensors = json.loads((folder / 'weights.json').read_text())['tensors']
    found = {}
    for name, tensor in tensors.items():
        count = int(np.prod(tensor['shape']))
        found[name] = values[tensor['offset'] : tensor['offset'] + count].reshape(tensor['shape'])
    return found


def restore(weights: Weights, samples: np.ndarray) -> np.ndarray:
    """A recording [samples] at 16 kHz, as the product restores it."""
    spectra = spectra_of(samples)
    factors = level_factors(spectra)[:, None]
    return samples_of(apply_taps(spectra * factors, taps_of(weights, spectra * factors)) / factors, len(samples))


def spectra_of(samples: np.ndarray) -> np.ndarray:
    """[samples] to complex [T, 257]; the first frame begins 256 samples before the sound."""
    padded = np.concatenate([np.zeros(HOP), samples, np.zeros(HOP + (-len(samples)) % HOP)])
    count = (len(padded) - FRAME) // HOP + 1
    return np.stack([np.fft.rfft(padded[frame * HOP : frame * HOP + FRAME] * WINDOW) for frame in range(count)])


def samples_of(spectra: np.ndarray, length: int) -> np.ndarray:
    """Complex [T, 257] to [length]."""
    samples = np.zeros((len(spectra) + 1) * HOP)
    for frame, spectrum in enumerate(spectra):
        samples[frame * HOP : frame * HOP + FRAME] += np.fft.irfft(spectrum, FRAME) * WINDOW
    return samples[HOP : HOP + length]


def level_factors(spectra: np.ndarray) -> np.ndarray:
    """By what each frame is multiplied before the network: complex [T, 257] to [T]."""
    power = (np.abs(spectra) ** 2).sum(1) * 2 / (HOP * FRAME)
    count = len(power)
    sums = np.concatenate([[0], np.cumsum(power)])
    frame = np.arange(count)

    def mean(before: int, behind: int) -> np.ndarray:
        first, end = np.maximum(frame - before, 0), np.minimum(frame + behind + 1, count)
        return (sums[end] - sums[first]) / (end - first)

    around = mean(REACH, REACH)
    left = np.where(frame < REACH, around, mean(REACH, 0))
    right = np.where(frame > count - 1 - REACH, around, mean(0, REACH))
    level = np.maximum(np.minimum(np.minimum(left, right), around), around * 0.1)
    return 0.05 / np.sqrt(np.maximum(np.maximum(level, level.max() * 10**-2.6), 1e-10))


def taps_of(weights: Weights, spectra: np.ndarray) -> np.ndarray:
    """Complex [T, 257] to real parts of three taps, then their imaginary parts: [6, T, 257]."""
    power = spectra.real**2 + spectra.imag**2 + 1e-8
    seen = np.stack([spectra.real * power**-0.35, spectra.imag * power**-0.35, power**0.15])
    first = prelu(convolution(weights, 'e1.conv', seen), weights['e1.act.weight'])
    second = prelu(convolution(weights, 'e2.conv', first), weights['e2.act.weight'])
    third = prelu(convolution(weights, 'e3.conv', second), weights['e3.act.weight'])
    # [T, 33, 48] between the convolutions.
    x = third.transpose(1, 2, 0) + weights['emb'][0, 0]
    blocks = len({name.split('.')[1] for name in weights if name.startswith('dp.')})
    for block in (f'dp.{index}' for index in range(blocks)):
        along_bands = lstm(weights, f'{block}.fg', layer_norm(weights, f'{block}.fn', x))
        x = x + linear(weights, f'{block}.fl', along_bands)
        along_time = lstm(weights, f'{block}.tg', layer_norm(weights, f'{block}.tn', x).transpose(1, 0, 2))
        x = x + linear(weights, f'{block}.tl', along_time).transpose(1, 0, 2)
    x = x.transpose(2, 0, 1)
    x = prelu(transposed(weights, 'd3.conv', x + convolution(weights, 's3', third)), weights['d3.act.weight'])
    x = prelu(transposed(weights, 'd2.conv', x + convolution(weights, 's2', second)), weights['d2.act.weight'])
    return transposed(weights, 'd1.conv', x + convolution(weights, 's1', first))


def apply_taps(spectra: np.ndarray, taps: np.ndarray) -> np.ndarray:
    """Each bin of complex [T, 257] as the sum of those of the frame before, its own and the next."""
    silence = np.zeros((1, BINS))
    around = np.concatenate([silence, spectra, silence])
    return sum((taps[tap] + 1j * taps[TAPS + tap]) * around[tap : tap + len(spectra)] for tap in range(TAPS))


def convolution(weights: Weights, name: str, x: np.ndarray) -> np.ndarray:
    """
    [inputs, T, W] to [outputs, T, (W + 1) / 2], or W where a kernel has one band; silence is around.

    Weights: [outputs, inputs, times, bands].
    """
    kernel = weights[f'{name}.weight']
    _, _, times, bands = kernel.shape
    stride = 1 if bands == 1 else 2
    padded = np.pad(x, ((0, 0), (times // 2,) * 2, (bands // 2,) * 2))
    frames, width = padded.shape[1] - times + 1, (padded.shape[2] - bands) // stride + 1
    made = np.zeros((len(kernel), frames, width))
    for time in range(times):
        for band in range(bands):
            part = padded[:, time : time + frames, band : band + (width - 1) * stride + 1 : stride]
            made += np.einsum('oc,ctw->otw', kernel[:, :, time, band], part)
    return made + weights[f'{name}.bias'][:, None, None]


def transposed(weights: Weights, name: str, x: np.ndarray) -> np.ndarray:
    """
    [inputs, T, W] to [outputs, T, 2 W - 1]: every value is spread over times x bands.

    Weights: [inputs, outputs, times, bands].
    """
    kernel = weights[f'{name}.weight']
    _, outputs, times, bands = kernel.shape
    _, frames, width = x.shape
    made = np.zeros((outputs, frames + times - 1, 2 * (width - 1) + bands))
    for time in range(times):
        for band in range(bands):
            spread = np.einsum('co,ctw->otw', kernel[:, :, time, band], x)
            made[:, time : time + frames, band : band + 2 * (width - 1) + 1 : 2] += spread
    kept = made[:, times // 2 : times // 2 + frames, bands // 2 : bands // 2 + 2 * width - 1]
    return kept + weights[f'{name}.bias'][:, None, None]


def lstm(weights: Weights, name: str, x: np.ndarray) -> np.ndarray:
    """[batch, steps, inputs] to [batch, steps, 2 units], forward first. Gates: input, forget, cell, output."""
    made = []
    for direction in ('', '_reverse'):
        of_input, of_hidden = (weights[f'{name}.weight_{part}_l0{direction}'] for part in ('ih', 'hh'))
        bias = weights[f'{name}.bias_ih_l0{direction}'] + weights[f'{name}.bias_hh_l0{direction}']
        units = of_hidden.shape[1]
        hidden, cell = np.zeros((len(x), units)), np.zeros((len(x), units))
        out = np.zeros((len(x), x.shape[1], units))
        steps = range(x.shape[1])
        for step in reversed(steps) if direction else steps:
            gates = x[:, step] @ of_input.T + hidden @ of_hidden.T + bias
            enter, keep, fresh, leave = (gates[:, gate * units : (gate + 1) * units] for gate in range(4))
            cell = sigmoid(keep) * cell + sigmoid(enter) * np.tanh(fresh)
            hidden = sigmoid(leave) * np.tanh(cell)
            out[:, step] = hidden
        made.append(out)
    return np.concatenate(made, -1)


def layer_norm(weights: Weights, name: str, x: np.ndarray) -> np.ndarray:
    """Over the last axis."""
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) / np.sqrt(variance + 1e-5) * weights[f'{name}.weight'] + weights[f'{name}.bias']


def linear(weights: Weights, name: str, x: np.ndarray) -> np.ndarray:
    return x @ weights[f'{name}.weight'].T + weights[f'{name}.bias']


def prelu(x: np.ndarray, slopes: np.ndarray) -> np.ndarray:
    """[channels, T, W], slopes [channels]."""
    return np.where(x >= 0, x, x * slopes[:, None, None])


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))
