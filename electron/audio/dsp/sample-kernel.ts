/** The WebAssembly kernel for loops over every sample; `npm run kernel` compiles it from `assembly`. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compileModule, type Memory, startModule } from './web-assembly.ts';

/** Documented in `assembly/sample-kernel.ts`. */
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
  /** The whole memory, which the caller manages. */
  readonly samples: Float32Array;
  readonly numbers: Float64Array;
}

/** Taps of the interpolation filters; the kernel's loop is unrolled for them. */
export const OVERSAMPLING_TAPS = 24;

/** Next to this file, and next to the bundle that contains it. */
const COMPILED = path.join(import.meta.dirname, 'assembly/sample-kernel.wasm');

/** Compiled once: V8 optimizes a module's code while it runs, and would begin again with the next recording. */
let compiled: object | null = null;

/** Each caller gets its own memory of one MiB. */
export function createSampleKernel(): SampleKernel {
  compiled ??= compileModule(readFileSync(COMPILED));
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
