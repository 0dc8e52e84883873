/** The weights of the restoration network, as they were trained, and in the order in which the kernel wants them. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { NetworkKernel } from './network-kernel.ts';

/** A matrix in the kernel's memory. */
export interface Matrix {
  readonly at: number;
  /** A multiple of four. */
  readonly inputs: number;
  /** A multiple of eight. */
  readonly outputs: number;
}

/** An LSTM in one direction. */
export interface LstmWeights extends Matrix {
  readonly bias: number;
  readonly units: number;
}

export interface Weights {
  has(name: string): boolean;
  /** Address of a vector. */
  vector(name: string): number;
  /** A fully connected layer, or a convolution over a single value: weights [outputs, inputs]. */
  linear(name: string): Matrix;
  /**
   * A convolution, weights [outputs, inputs, times, bands]: a matrix for each time, oldest first, whose rows are the inputs of the first band,
   * then of the next.
   */
  convolution(name: string): { readonly matrices: readonly Matrix[]; readonly bands: number };
  /**
   * A transposed convolution, weights [inputs, outputs, times, bands], for those bands of its output to which the given taps lead, in the order
   * of the bands of the input.
   */
  transposed(name: string, taps: readonly number[]): readonly Matrix[];
  /** Both directions, forward first. */
  lstm(name: string): readonly LstmWeights[];
}

const VECTOR = 4;
const PANEL = 8;

/** Next to this file, and next to the bundle that contains it. */
const FOLDER = path.join(import.meta.dirname, 'model');

interface Manifest {
  /** Of the file with the weights. */
  readonly sha256: string;
  /** Offsets are in values. */
  readonly tensors: Readonly<Record<string, { readonly shape: readonly number[]; readonly offset: number }>>;
}

/** @throws Error when the weights aren't those that `weights.json` describes: a damaged installation must not restore */
export function openWeights(kernel: NetworkKernel, folder = FOLDER): Weights {
  const { sha256, tensors }: Manifest = JSON.parse(readFileSync(path.join(folder, 'weights.json'), 'utf8'));
  const bytes = readFileSync(path.join(folder, 'weights.bin'));
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new Error('The weights of the restoration network are damaged. Install Cleartake again.');
  }
  const trained = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));

  function tensor(name: string) {
    const found = tensors[name];
    if (found === undefined) throw new RangeError(`No weights ${name}`);
    const { offset, shape } = found;
    return { shape, values: trained.subarray(offset, offset + shape.reduce((product, size) => product * size, 1)) };
  }

  /** @param weightOf 0 for what fills the matrix up */
  function matrix(given: number, wanted: number, weightOf: (input: number, output: number) => number): Matrix {
    const inputs = Math.ceil(given / VECTOR) * VECTOR;
    const outputs = Math.ceil(wanted / PANEL) * PANEL;
    const packed = new Float32Array(inputs * outputs);
    for (let output = 0; output < wanted; output++) {
      const first = (output - (output % PANEL)) * inputs + (output % PANEL);
      for (let input = 0; input < given; input++) packed[first + input * PANEL] = weightOf(input, output);
    }
    return { at: kernel.keep(packed), inputs, outputs };
  }

  function vector(name: string): number {
    const { values } = tensor(name);
    const padded = new Float32Array(Math.ceil(values.length / PANEL) * PANEL);
    padded.set(values);
    return kernel.keep(padded);
  }

  function lstmOf(name: string, direction: string): LstmWeights {
    const ofInput = tensor(`${name}.weight_ih_l0${direction}`);
    const ofHidden = tensor(`${name}.weight_hh_l0${direction}`).values;
    const [gates = 0, inputs = 0] = ofInput.shape;
    const units = gates / 4;
    /** Gates in the order input, forget, cell, output; the kernel wants exponents. */
    const scaleOf = (gate: number) => (Math.floor(gate / units) === 2 ? -2 : -1);
    const weights = matrix(inputs + units, gates, (input, gate) => {
      const isInput = input < inputs;
      const weight = isInput ? ofInput.values[gate * inputs + input] : ofHidden[gate * units + input - inputs];
      return scaleOf(gate) * (weight as number);
    });
    const [one, other] = ['ih', 'hh'].map((part) => tensor(`${name}.bias_${part}_l0${direction}`).values);
    const bias = Float32Array.from(
      one as Float32Array,
      (value, gate) => scaleOf(gate) * (value + ((other as Float32Array)[gate] as number)),
    );
    return { ...weights, units, bias: kernel.keep(bias) };
  }

  return {
    has: (name) => tensors[name] !== undefined,
    vector,
    linear: (name) => {
      const { shape, values } = tensor(`${name}.weight`);
      const [outputs = 0, inputs = 0] = shape;
      return matrix(inputs, outputs, (input, output) => values[output * inputs + input] as number);
    },
    convolution: (name) => {
      const { shape, values } = tensor(`${name}.weight`);
      const [outputs = 0, inputs = 0, times = 0, bands = 0] = shape;
      const matrices = Array.from({ length: times }, (_, time) =>
        matrix(bands * inputs, outputs, (row, output) => {
          const [band, input] = [Math.floor(row / inputs), row % inputs];
          return values[((output * inputs + input) * times + time) * bands + band] as number;
        }),
      );
      return { matrices, bands };
    },
    transposed: (name, taps) => {
      const { shape, values } = tensor(`${name}.weight`);
      const [inputs = 0, outputs = 0, times = 0, bands = 0] = shape;
      return Array.from({ length: times }, (_, time) =>
        matrix(taps.length * inputs, outputs, (row, output) => {
          const [band, input] = [taps[Math.floor(row / inputs)] as number, row % inputs];
          return values[((input * outputs + output) * times + times - 1 - time) * bands + band] as number;
        }),
      );
    },
    lstm: (name) => ['', '_reverse'].map((direction) => lstmOf(name, direction)),
  };
}
