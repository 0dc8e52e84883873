/**
 * The restoration network: 220,774 weights, which find in the spectra of a recording what is speech. Two recurrent layers look along the
 * bands and along the time, both ways. `model/README.md` says how it was trained, and what each layer is.
 */

import { createNetworkKernel, type NetworkKernel } from './network-kernel.ts';
import { type LstmWeights, type Matrix, openWeights, type Weights } from './weights.ts';

/** Bands of a spectrum from 0 to 8 kHz. */
export const BINS = 257;
/** From one bin's taps to the next one's: the real parts of the frame before, of this one and of the next, their imaginary parts, two zeros. */
export const TAPS_STRIDE = 8;
/** Frames that are restored at once: 4 s, and half a second before and behind them. More give no better result, and take more memory. */
export const MOST_FRAMES = 313;

export interface RestorationNetwork {
  /**
   * @param real of the spectra, frame by frame, brought to the level that the network was trained with @param imaginary likewise
   * @param frames at most MOST_FRAMES
   * @returns the taps of each bin, frame by frame; valid until the next call
   */
  tapsOf(real: Float32Array, imaginary: Float32Array, frames: number): Float32Array;
}

const FLOAT_BYTES = 4;
/** Bands of silence at both ends of a frame, for the convolutions. */
const EDGE = 2;
/** Frames whose bands pass through an LSTM at once: few enough for the cache. */
const GROUP = 30;
/** Units of the largest LSTM in one direction. */
const MOST_UNITS = 64;
/** Magnitudes to this power are what the network sees. */
const COMPRESSION = 0.3;
const TINY = 1e-8;

/** Frames of bands of channels, with a silent frame before and behind them. */
interface Field {
  readonly bands: number;
  readonly channels: number;
  /** Bytes from one frame to the next. */
  readonly stride: number;
  /** Address of a frame's first band; those before the first frame and behind the last are silent. */
  at(frame: number): number;
  clear(frames: number): void;
}

interface Encoder {
  /** For each time, oldest first. */
  readonly matrices: readonly Matrix[];
  readonly bias: number;
  readonly slopes: number;
  /** Bands that it looks at to each side. */
  readonly reach: number;
}

interface Decoder {
  readonly even: readonly Matrix[];
  readonly odd: readonly Matrix[];
  readonly bias: number;
  /** Null where the taps come out. */
  readonly slopes: number | null;
  /** Bands that an even band's matrix looks at to each side. */
  readonly reach: number;
}

interface Recurrent {
  readonly factors: number;
  readonly bias: number;
  readonly lstm: readonly LstmWeights[];
  readonly out: Matrix;
  readonly outBias: number;
}

/** A way of the encoder's bands past the recurrent layers. */
interface Skip {
  readonly matrix: Matrix;
  readonly bias: number;
}

export function createRestorationNetwork(): RestorationNetwork {
  const kernel = createNetworkKernel();
  const weights = openWeights(kernel);
  const features = fieldOf(kernel, BINS, 3);
  const [wide, middle, narrow] = [fieldOf(kernel, 129, 24), fieldOf(kernel, 65, 32), fieldOf(kernel, 33, 48)] as const;
  const inner = fieldOf(kernel, narrow.bands, narrow.channels);
  const { bands, channels } = inner;
  const rowBytes = channels * FLOAT_BYTES;
  const frameBytes = bands * rowBytes;
  const normal = kernel.room(MOST_FRAMES * bands * channels);
  const heard = kernel.room(MOST_FRAMES * bands * 2 * MOST_UNITS);
  /** What was heard last is no longer needed then. */
  const taps = heard;
  const joined = kernel.room(bands * (channels + MOST_UNITS));
  const gates = kernel.room(bands * 4 * MOST_UNITS);
  const states = kernel.room(bands * MOST_UNITS);
  /** One frame before it goes where it came from. */
  const decoded = kernel.room(wide.bands * wide.channels);
  const embedding = weights.vector('emb');
  const encoders = ['e1', 'e2', 'e3'].map((name) => encoderOf(weights, name)) as [Encoder, Encoder, Encoder];
  const blocks = ['dp.0', 'dp.1'].map((name) => ({
    alongBands: recurrentOf(weights, `${name}.f`),
    alongTime: recurrentOf(weights, `${name}.t`),
  }));
  const decoders = {
    narrow: decoderOf(weights, 'd3', [1], [2, 0]),
    middle: decoderOf(weights, 'd2', [4, 2, 0], [3, 1]),
    wide: decoderOf(weights, 'd1', [4, 2, 0], [3, 1]),
  };
  const skips = {
    narrow: skipOf(weights, 's3'),
    middle: skipOf(weights, 's2'),
    wide: skipOf(weights, 's1'),
  };

  /** Sees magnitudes to the power of 0.3. */
  function compress(real: Float32Array, imaginary: Float32Array, frames: number): void {
    const { values } = kernel;
    for (let frame = 0; frame < frames; frame++) {
      let to = features.at(frame) / FLOAT_BYTES;
      for (let bin = frame * BINS; bin < (frame + 1) * BINS; bin++) {
        const one = real[bin] as number;
        const other = imaginary[bin] as number;
        const logarithm = Math.log(one * one + other * other + TINY) / 2;
        const factor = Math.exp((COMPRESSION - 1) * logarithm);
        values[to++] = one * factor;
        values[to++] = other * factor;
        values[to++] = Math.exp(COMPRESSION * logarithm);
      }
    }
  }

  function encode({ bias, matrices, reach, slopes }: Encoder, from: Field, to: Field, frames: number): void {
    const stride = from.channels * FLOAT_BYTES;
    for (let frame = 0; frame < frames; frame++) {
      for (const [time, { at, inputs, outputs }] of matrices.entries()) {
        const source = from.at(frame + time - (matrices.length >> 1)) - reach * stride;
        const target = to.at(frame);
        const begin = time === 0 ? bias : 0;
        kernel.product(source, 2 * stride, to.bands, at, inputs, outputs, target, to.channels * FLOAT_BYTES, begin);
      }
      kernel.prelu(to.at(frame), to.bands, to.channels, slopes);
    }
  }

  /** Adds a projection of rows of values to the inner field. */
  function addProjected(
    { at, inputs, outputs }: Matrix,
    bias: number,
    from: (frame: number) => number,
    frames: number,
  ): void {
    for (let frame = 0; frame < frames; frame++) {
      kernel.addRow(inner.at(frame), bands, channels, bias);
      kernel.product(from(frame), inputs * FLOAT_BYTES, bands, at, inputs, outputs, inner.at(frame), rowBytes, 0);
    }
  }

  function normalize({ bias, factors }: Recurrent, frames: number): void {
    for (let frame = 0; frame < frames; frame++) {
      kernel.layerNorm(
        inner.at(frame),
        rowBytes,
        bands,
        channels,
        factors,
        bias,
        normal + frame * frameBytes,
        rowBytes,
      );
    }
  }

  /** Along the bands of each frame. */
  function lookAlongBands(layer: Recurrent, frames: number): void {
    normalize(layer, frames);
    const width = layer.out.inputs * FLOAT_BYTES;
    for (let frame = 0; frame < frames; frame += GROUP) {
      const count = Math.min(GROUP, frames - frame);
      for (const [direction, { at, bias, inputs, units }] of layer.lstm.entries()) {
        const from = normal + frame * frameBytes;
        const out = heard + frame * bands * width + direction * units * FLOAT_BYTES;
        const shape = [frameBytes, rowBytes, count, bands, inputs - units, units] as const;
        kernel.lstm(from, ...shape, at, bias, out, bands * width, width, direction, joined, gates, states);
      }
    }
    addProjected(layer.out, layer.outBias, (frame) => heard + frame * bands * width, frames);
  }

  /** Along the frames of each band. */
  function lookAlongTime(layer: Recurrent, frames: number): void {
    normalize(layer, frames);
    const width = layer.out.inputs * FLOAT_BYTES;
    for (const [direction, { at, bias, inputs, units }] of layer.lstm.entries()) {
      const out = heard + direction * units * FLOAT_BYTES;
      const shape = [rowBytes, frameBytes, bands, frames, inputs - units, units] as const;
      kernel.lstm(normal, ...shape, at, bias, out, width, bands * width, direction, joined, gates, states);
    }
    addProjected(layer.out, layer.outBias, (frame) => heard + frame * bands * width, frames);
  }

  /** Twice the bands less one: even ones have a matrix of their own, and so have odd ones. */
  function widen(
    { bias, even, odd, reach }: Decoder,
    from: Field,
    frame: number,
    target: number,
    stride: number,
  ): void {
    const bytes = from.channels * FLOAT_BYTES;
    for (const [time, { at, inputs, outputs }] of even.entries()) {
      const source = from.at(frame + time - (even.length >> 1));
      const begin = time === 0 ? bias : 0;
      kernel.product(source - reach * bytes, bytes, from.bands, at, inputs, outputs, target, 2 * stride, begin);
      const other = odd[time] as Matrix;
      const rows = from.bands - 1;
      kernel.product(source, bytes, rows, other.at, other.inputs, other.outputs, target + stride, 2 * stride, begin);
    }
  }

  /** Takes the place of the encoder's bands, which are added to it. */
  function decode(decoder: Decoder, from: Field, { bias, matrix }: Skip, to: Field, frames: number): void {
    const stride = to.channels * FLOAT_BYTES;
    const size = to.bands * to.channels;
    const at = decoded / FLOAT_BYTES;
    for (let frame = 0; frame < frames; frame++) {
      widen(decoder, from, frame, decoded, stride);
      if (decoder.slopes !== null) kernel.prelu(decoded, to.bands, to.channels, decoder.slopes);
      kernel.addRow(decoded, to.bands, to.channels, bias);
      const { inputs, outputs } = matrix;
      kernel.product(to.at(frame), stride, to.bands, matrix.at, inputs, outputs, decoded, stride, 0);
      kernel.values.copyWithin(to.at(frame) / FLOAT_BYTES, at, at + size);
    }
  }

  return {
    tapsOf: (real, imaginary, frames) => {
      for (const field of [features, wide, middle, narrow, inner]) field.clear(frames);
      compress(real, imaginary, frames);
      encode(encoders[0], features, wide, frames);
      encode(encoders[1], wide, middle, frames);
      encode(encoders[2], middle, narrow, frames);
      const { values } = kernel;
      for (let frame = 0; frame < frames; frame++) {
        const from = narrow.at(frame) / FLOAT_BYTES;
        values.copyWithin(inner.at(frame) / FLOAT_BYTES, from, from + bands * channels);
        kernel.addRow(inner.at(frame), 1, bands * channels, embedding);
      }
      for (const { alongBands, alongTime } of blocks) {
        lookAlongBands(alongBands, frames);
        lookAlongTime(alongTime, frames);
      }
      addProjected(skips.narrow.matrix, skips.narrow.bias, narrow.at, frames);
      decode(decoders.narrow, inner, skips.middle, middle, frames);
      decode(decoders.middle, middle, skips.wide, wide, frames);
      const stride = TAPS_STRIDE * FLOAT_BYTES;
      for (let frame = 0; frame < frames; frame++) {
        widen(decoders.wide, wide, frame, taps + frame * BINS * stride, stride);
      }
      return values.subarray(taps / FLOAT_BYTES, taps / FLOAT_BYTES + frames * BINS * TAPS_STRIDE);
    },
  };
}

function fieldOf(kernel: NetworkKernel, bands: number, channels: number): Field {
  const stride = (bands + 2 * EDGE) * channels * FLOAT_BYTES;
  const begin = kernel.room((MOST_FRAMES + 2) * (bands + 2 * EDGE) * channels);
  return {
    bands,
    channels,
    stride,
    at: (frame) => begin + (frame + 1) * stride + EDGE * channels * FLOAT_BYTES,
    clear: (frames) => kernel.values.fill(0, begin / FLOAT_BYTES, (begin + (frames + 2) * stride) / FLOAT_BYTES),
  };
}

function encoderOf(weights: Weights, name: string): Encoder {
  const { bands, matrices } = weights.convolution(`${name}.conv`);
  const slopes = weights.vector(`${name}.act.weight`);
  return { matrices, bias: weights.vector(`${name}.conv.bias`), slopes, reach: bands >> 1 };
}

/** @param even taps of a transposed convolution that lead to even bands, @param odd to odd ones, in the order of the bands they come from */
function decoderOf(weights: Weights, name: string, even: readonly number[], odd: readonly number[]): Decoder {
  return {
    even: weights.transposed(`${name}.conv`, even),
    odd: weights.transposed(`${name}.conv`, odd),
    bias: weights.vector(`${name}.conv.bias`),
    slopes: weights.has(`${name}.act.weight`) ? weights.vector(`${name}.act.weight`) : null,
    reach: even.length >> 1,
  };
}

function recurrentOf(weights: Weights, name: string): Recurrent {
  return {
    factors: weights.vector(`${name}n.weight`),
    bias: weights.vector(`${name}n.bias`),
    lstm: weights.lstm(`${name}g`),
    out: weights.linear(`${name}l`),
    outBias: weights.vector(`${name}l.bias`),
  };
}

function skipOf(weights: Weights, name: string): Skip {
  return { matrix: weights.linear(name), bias: weights.vector(`${name}.bias`) };
}
