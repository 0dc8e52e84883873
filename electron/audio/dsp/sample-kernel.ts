/** The loops that pass every sample of a recording, in WebAssembly with SIMD: in JavaScript each costs five to ten times as much. */

import {
  add,
  assemble,
  bits,
  f32x4,
  get,
  integer,
  loadV,
  loopTo,
  set,
  splatLoadF32,
  storeV,
  type WasmFunction,
} from './wasm-assembler.ts';
import { type Memory, startModule } from './web-assembly.ts';
import { weigh, weighHalves } from './weigh-kernel.ts';

/** Addresses are in bytes, of float32 samples; ranges are `from` to before `to`. */
interface KernelExports {
  readonly memory: Memory;
  /** Four minima at `kept` and four maxima behind them take up what the range holds, a multiple of 16 bytes long. */
  extremes(from: number, to: number, kept: number): void;
  /**
   * Two channels through two second-order filters at once, from `from` to `to` and from `second` on; a multiple of 16 bytes long.
   * At `kept`, pairs of float64 for both channels: the filters' memories w1, w2, v1, v2, then sums of squares behind both filters and of
   * the samples. At `taps`, float64: a1, a2, b1, b2 of the first (b0 is 1) and a1, a2 of the second (b is 1, -2, 1).
   */
  weigh(from: number, to: number, second: number, kept: number, taps: number): void;
  /**
   * The same, and products of the second sound behind both filters with four responses, summed up behind the sums of squares. Responses
   * are groups of four float64 for each sample.
   */
  weighHalves(from: number, to: number, second: number, kept: number, taps: number, responses: number): void;
  /** For each group of `step` bytes (a multiple of 16), four sums of every fourth sample, one behind the other at `out`. */
  sums(from: number, to: number, step: number, out: number): void;
  /** The four values between each sample of the range and the next, each of TAPS samples before it: the largest magnitudes at `kept`. */
  between(from: number, to: number, taps: number, kept: number): void;
  /** The largest magnitudes of second differences, of four lanes, are taken up at `kept`: how sharply the sound bends. */
  bends(from: number, to: number, kept: number): void;
  /** Whether three samples in a row are equal to the one at `level`, beginning in the range: any bit of the vector behind `level` is set then. */
  plateaus(from: number, to: number, level: number): void;
}

export interface SampleKernel extends KernelExports {
  /** Where free memory begins, in bytes. Everything before it is the caller's. */
  readonly samples: Float32Array;
  readonly numbers: Float64Array;
}

/** Samples that a value in between is made of. */
export const OVERSAMPLING_TAPS = 24;
const MEMORY_BYTES = 1 << 20;
const VECTOR = 16;

/** The same bytes for every memory. */
let assembled: Uint8Array | null = null;

/** Each caller gets a memory of its own, of one MiB. */
export function createSampleKernel(): SampleKernel {
  assembled ??= assemble([extremes(), weigh(), weighHalves(), sums(), between(), bends(), plateaus()], MEMORY_BYTES);
  const kernel = startModule<KernelExports>(
    assembled,
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

function extremes(): WasmFunction {
  const [from, to, kept, minimum, maximum, value] = [0, 1, 2, 3, 4, 5];
  return {
    name: 'extremes',
    parameters: ['i32', 'i32', 'i32'],
    locals: ['v128', 'v128', 'v128'],
    code: [
      set(minimum, loadV(get(kept))),
      set(maximum, loadV(get(kept), VECTOR)),
      loopTo(from, to, VECTOR, [
        set(value, loadV(get(from))),
        set(minimum, f32x4.smaller(get(minimum), get(value))),
        set(maximum, f32x4.larger(get(maximum), get(value))),
      ]),
      storeV(get(kept), get(minimum)),
      storeV(get(kept), get(maximum), VECTOR),
    ],
  };
}

function sums(): WasmFunction {
  const [from, to, step, out, end, sum] = [0, 1, 2, 3, 4, 5];
  return {
    name: 'sums',
    parameters: ['i32', 'i32', 'i32', 'i32'],
    locals: ['i32', 'v128'],
    code: loopTo(from, to, 0, [
      set(end, add(get(from), get(step))),
      set(sum, loadV(get(from))),
      set(from, add(get(from), integer(VECTOR))),
      loopTo(from, end, VECTOR, set(sum, f32x4.add(get(sum), loadV(get(from))))),
      storeV(get(out), get(sum)),
      set(out, add(get(out), integer(VECTOR))),
    ]),
  };
}

function between(): WasmFunction {
  const [from, to, taps, kept, sum, largest] = [0, 1, 2, 3, 4, 5];
  const products = Array.from({ length: OVERSAMPLING_TAPS }, (_, tap) =>
    f32x4.multiply(splatLoadF32(get(from), tap * 4), loadV(get(taps), tap * VECTOR)),
  );
  // In two sums, each of which waits only for itself.
  const half = (parity: number) =>
    products.filter((_, tap) => tap % 2 === parity).reduce((one, next) => f32x4.add(one, next));
  return {
    name: 'between',
    parameters: ['i32', 'i32', 'i32', 'i32'],
    locals: ['v128', 'v128'],
    code: [
      set(largest, loadV(get(kept))),
      loopTo(from, to, 4, [
        set(sum, f32x4.add(half(0), half(1))),
        set(largest, f32x4.larger(get(largest), f32x4.absolute(get(sum)))),
      ]),
      storeV(get(kept), get(largest)),
    ],
  };
}

function bends(): WasmFunction {
  const [from, to, kept, largest, middle, bend] = [0, 1, 2, 3, 4, 5];
  const outer = f32x4.add(loadV(get(from)), loadV(get(from), 8));
  return {
    name: 'bends',
    parameters: ['i32', 'i32', 'i32'],
    locals: ['v128', 'v128', 'v128'],
    code: [
      set(largest, loadV(get(kept))),
      loopTo(from, to, VECTOR, [
        set(middle, loadV(get(from), 4)),
        set(bend, f32x4.absolute(f32x4.subtract(outer, f32x4.add(get(middle), get(middle))))),
        set(largest, f32x4.larger(get(largest), get(bend))),
      ]),
      storeV(get(kept), get(largest)),
    ],
  };
}

function plateaus(): WasmFunction {
  const [from, to, level, wanted, found] = [0, 1, 2, 3, 4];
  const isLevel = (sample: number) => f32x4.equal(loadV(get(from), sample * 4), get(wanted));
  return {
    name: 'plateaus',
    parameters: ['i32', 'i32', 'i32'],
    locals: ['v128', 'v128'],
    code: [
      set(wanted, splatLoadF32(get(level))),
      loopTo(from, to, VECTOR, set(found, bits.or(get(found), bits.and(isLevel(0), bits.and(isLevel(1), isLevel(2)))))),
      storeV(get(level), get(found), VECTOR),
    ],
  };
}
