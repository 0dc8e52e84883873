/** Real Fourier transforms by PFFFT, compiled to WebAssembly with SIMD. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { compileModule, emscriptenImports, type Memory, packageFile, startModule } from '../web-assembly.ts';

/** Export names in the pinned build of @echogarden/pffft-wasm. */
interface PffftExports {
  readonly d: Memory;
  /** Runs the module's constructors. */
  e(): void;
  /** pffft_aligned_malloc, pffft_aligned_free */
  f(bytes: number): number;
  h(pointer: number): void;
  /** pffft_new_setup(size, kind) */
  k(size: number, kind: number): number;
  /** pffft_destroy_setup */
  l(setup: number): void;
  /** pffft_transform_ordered(setup, input, output, work, direction) */
  p(setup: number, input: number, output: number, work: number, direction: number): void;
}

const REAL = 0;
const FORWARD = 0;
const BACKWARD = 1;

export interface Fft {
  readonly size: number;
  /** Bins from 0 to the Nyquist frequency: size / 2 + 1. */
  readonly bins: number;
  /** Transforms `size` samples. */
  forward(samples: Float32Array, real: Float32Array, imaginary: Float32Array): void;
  /** The inverse of `forward`, with the right scale. */
  inverse(real: Float32Array, imaginary: Float32Array, samples: Float32Array): void;
  close(): void;
}

let started: Promise<PffftExports> | null = null;

function startPffft(): Promise<PffftExports> {
  started ??= load();
  return started;
}

async function load(): Promise<PffftExports> {
  // The package exports only its script; the module is next to it.
  const script = packageFile('@echogarden/pffft-wasm/simd');
  const bytes = await readFile(path.join(path.dirname(script), 'pffft.wasm'));
  const exports = startModule<PffftExports>(
    compileModule(bytes),
    (memory) => {
      const { copy, grow, fail } = emscriptenImports(memory);
      return { a: { a: fail, b: grow, c: copy } };
    },
    (module) => module.d,
  );
  exports.e();
  return exports;
}

/** @param size a multiple of 32 with no other prime factors than 2, 3 and 5 (see fittingSize) */
export async function createFft(size: number): Promise<Fft> {
  const module = await startPffft();
  const setup = module.k(size, REAL);
  if (setup === 0) throw new RangeError(`No transform of ${size} samples`);
  const pointer = module.f(size * 4 * 3);
  if (pointer === 0) {
    module.l(setup);
    throw new RangeError(`No memory for a transform of ${size} samples`);
  }
  const input = pointer;
  const output = pointer + size * 4;
  const work = pointer + size * 8;
  const half = size / 2;
  let views = viewsOf(module.d.buffer);

  function viewsOf(buffer: ArrayBuffer) {
    return { buffer, given: new Float32Array(buffer, input, size), made: new Float32Array(buffer, output, size) };
  }

  /** The memory moves when it grows, for example for another transform's setup. */
  function current() {
    if (views.buffer !== module.d.buffer) views = viewsOf(module.d.buffer);
    return views;
  }

  return {
    size,
    bins: half + 1,
    forward: (samples, real, imaginary) => {
      const { given, made: spectrum } = current();
      given.set(samples);
      module.p(setup, input, output, work, FORWARD);
      real[0] = spectrum[0] as number;
      imaginary[0] = 0;
      real[half] = spectrum[1] as number;
      imaginary[half] = 0;
      for (let bin = 1; bin < half; bin++) {
        real[bin] = spectrum[2 * bin] as number;
        imaginary[bin] = spectrum[2 * bin + 1] as number;
      }
    },
    inverse: (real, imaginary, samples) => {
      const { given: spectrum, made } = current();
      const scale = 1 / size;
      spectrum[0] = (real[0] as number) * scale;
      spectrum[1] = (real[half] as number) * scale;
      for (let bin = 1; bin < half; bin++) {
        spectrum[2 * bin] = (real[bin] as number) * scale;
        spectrum[2 * bin + 1] = (imaginary[bin] as number) * scale;
      }
      module.p(setup, input, output, work, BACKWARD);
      samples.set(made);
    },
    close: () => {
      module.h(pointer);
      module.l(setup);
    },
  };
}

/** The supported size nearest to `wanted`. */
export function fittingSize(wanted: number): number {
  let best = 32;
  for (let size = 32; size <= wanted * 2; size += 32) {
    if (isSmooth(size) && Math.abs(size - wanted) < Math.abs(best - wanted)) best = size;
  }
  return best;
}

function isSmooth(number: number): boolean {
  let rest = number;
  for (const prime of [2, 3, 5]) while (rest % prime === 0) rest /= prime;
  return rest === 1;
}
