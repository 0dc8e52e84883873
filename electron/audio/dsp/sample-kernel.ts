/** The loops that pass every sample of a recording, in WebAssembly; see `assembly`, from which `npm run kernel` compiles them. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Memory, startModule } from './web-assembly.ts';

/** What each does is said where it is written. */
interface KernelExports {
  readonly memory: Memory;
  extremes(from: number, to: number, kept: number): void;
  weigh(from: number, to: number, second: number, kept: number, taps: number): void;
  weighHalves(from: number, to: number, second: number, kept: number, taps: number, responses: number): void;
  sums(from: number, to: number, step: number, out: number): void;
  between(from: number, to: number, taps: number, kept: number): void;
  bends(from: number, to: number, kept: number): void;
  plateaus(from: number, to: number, level: number): void;
}

export interface SampleKernel extends KernelExports {
  /** Its whole memory, which is the caller's. */
  readonly samples: Float32Array;
  readonly numbers: Float64Array;
}

/** Samples that a value in between is made of. */
export const OVERSAMPLING_TAPS = 24;

/** Beside this file, and beside the bundle that it is in. */
const COMPILED = path.join(import.meta.dirname, 'assembly/sample-kernel.wasm');

/** The same bytes for every memory. */
let compiled: Buffer | null = null;

/** Each caller gets a memory of its own, of one MiB. */
export function createSampleKernel(): SampleKernel {
  compiled ??= readFileSync(COMPILED);
  const kernel = startModule<KernelExports>(
    compiled,
    () => ({}),
    (module) => module.memory,
  );
  const { buffer } = kernel.memory;
  return {
    ...kernel,
    samples: new Float32Array(buffer),
    numbers: new Float64Array(buffer),
  };
}
