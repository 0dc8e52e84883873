/** The WebAssembly kernel of the restoration network, with room for its weights and one chunk; `npm run kernel` compiles it from `assembly`. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compileModule, type Memory, startModule } from '../web-assembly.ts';

/** Documented in `assembly/network-kernel.ts`. */
interface KernelExports {
  readonly memory: Memory;
  product(
    from: number,
    stride: number,
    rows: number,
    weights: number,
    inputs: number,
    outputs: number,
    out: number,
    outStride: number,
    bias: number,
  ): void;
  lstm(
    from: number,
    rowStride: number,
    stepStride: number,
    rows: number,
    steps: number,
    inputs: number,
    units: number,
    weights: number,
    bias: number,
    out: number,
    outRowStride: number,
    outStepStride: number,
    isBackward: number,
    joined: number,
    gates: number,
    states: number,
  ): void;
  layerNorm(
    from: number,
    stride: number,
    rows: number,
    values: number,
    factors: number,
    bias: number,
    out: number,
    outStride: number,
  ): void;
  prelu(at: number, rows: number, channels: number, slopes: number): void;
  addRow(at: number, rows: number, values: number, row: number): void;
}

export interface NetworkKernel extends KernelExports {
  /** The whole memory. */
  readonly values: Float32Array;
  /** Address of room for so many values, which are 0. @throws RangeError when the memory is full */
  room(values: number): number;
  /** Address of a copy. */
  keep(values: Float32Array): number;
}

/** Next to this folder, and next to the bundle that contains this file. */
const COMPILED = path.join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '../assembly' : 'assembly',
  'network-kernel.wasm',
);

/** Begins behind what the compiler keeps for itself. */
const FIRST = 1024;
const LINE_BYTES = 64;

let compiled: object | null = null;

export function createNetworkKernel(): NetworkKernel {
  compiled ??= compileModule(readFileSync(COMPILED));
  const kernel = startModule<KernelExports>(
    compiled,
    () => ({}),
    (module) => module.memory,
  );
  const values = new Float32Array(kernel.memory.buffer);
  let next = FIRST;

  function room(count: number): number {
    const at = next;
    next += Math.ceil((count * values.BYTES_PER_ELEMENT) / LINE_BYTES) * LINE_BYTES;
    if (next > values.byteLength) throw new RangeError(`The kernel has no room for ${count} values more`);
    return at;
  }

  return {
    ...kernel,
    values,
    room,
    keep: (given) => {
      const at = room(given.length);
      values.set(given, at / values.BYTES_PER_ELEMENT);
      return at;
    },
  };
}
