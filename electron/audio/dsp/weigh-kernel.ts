/** The filters of BS.1770 for two sounds at once, in WebAssembly. */

import {
  add,
  type Code,
  f64x2,
  get,
  integer,
  loadV,
  loopTo,
  promote,
  set,
  shuffle,
  splatLoadF64,
  storeV,
  type WasmFunction,
} from './wasm-assembler.ts';

const VECTOR = 16;

/** Bytes of the lanes 0 and 1, or 2 and 3, of two vectors in turn; and of the upper half of one. */
const LOW_PAIRS = [0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23];
const HIGH_PAIRS = [8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31];
const UPPER_HALF = [8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15];

export function weigh(): WasmFunction {
  return {
    name: 'weigh',
    parameters: ['i32', 'i32', 'i32', 'i32', 'i32'],
    locals: Array.from({ length: 20 }, () => 'v128' as const),
    code: weighing(5, [], () => [], []),
  };
}

export function weighHalves(): WasmFunction {
  const [responses, late, one, other] = [5, 26, 27, 28];
  const takeUp = (sum: number, offset: number) =>
    set(sum, f64x2.multiplyAdd(get(late), loadV(get(responses), offset), get(sum)));
  return {
    name: 'weighHalves',
    parameters: ['i32', 'i32', 'i32', 'i32', 'i32', 'i32'],
    locals: Array.from({ length: 23 }, () => 'v128' as const),
    code: weighing(
      6,
      [one, other],
      (sound, step) => [
        set(late, shuffle(sound, sound, UPPER_HALF)),
        takeUp(one, step * 2 * VECTOR),
        takeUp(other, step * 2 * VECTOR + VECTOR),
      ],
      set(responses, add(get(responses), integer(4 * 2 * VECTOR))),
    ),
  };
}

/**
 * @param locals number of the first one that is free @param keptToo more locals that stay from call to call
 * @param also what is done with each sample behind both filters @param after what is done behind four of them
 */
function weighing(
  locals: number,
  keptToo: readonly number[],
  also: (sound: Code, step: number) => Code,
  after: Code,
): Code {
  const [from, to, second, kept, taps] = [0, 1, 2, 3, 4];
  const local = (index: number) => locals + index;
  const [a1, a2, b1, b2, c1, c2] = [local(0), local(1), local(2), local(3), local(4), local(5)];
  const [w1, w2, v1, v2, weighted, plain] = [local(6), local(7), local(8), local(9), local(10), local(11)];
  const [x, w, v, y] = [local(12), local(13), local(14), local(15)];
  const [low, high, one, other] = [local(16), local(17), local(18), local(19)];
  const constants = [a1, a2, b1, b2, c1, c2];
  const memory = [w1, w2, v1, v2, weighted, plain, ...keptToo];
  const { multiply, multiplyAdd, multiplySubtract } = f64x2;
  /** The products that wait for the newest value come last: the loop is as slow as the way from one value to the next. */
  const step = (sample: Code, index: number): Code => [
    set(x, sample),
    set(w, multiplySubtract(get(a1), get(w1), multiplySubtract(get(a2), get(w2), get(x)))),
    set(y, f64x2.add(get(w), multiplyAdd(get(b1), get(w1), multiply(get(b2), get(w2))))),
    set(v, multiplySubtract(get(c1), get(v1), multiplySubtract(get(c2), get(v2), get(y)))),
    set(y, f64x2.subtract(f64x2.subtract(get(v), get(v1)), f64x2.subtract(get(v1), get(v2)))),
    set(weighted, multiplyAdd(get(y), get(y), get(weighted))),
    set(plain, multiplyAdd(get(x), get(x), get(plain))),
    also(get(y), index),
    set(w2, get(w1)),
    set(w1, get(w)),
    set(v2, get(v1)),
    set(v1, get(v)),
  ];
  return [
    ...constants.map((constant, index) => set(constant, splatLoadF64(get(taps), index * 8))),
    ...memory.map((held, index) => set(held, loadV(get(kept), index * VECTOR))),
    loopTo(from, to, VECTOR, [
      set(one, loadV(get(from))),
      set(other, loadV(get(second))),
      set(second, add(get(second), integer(VECTOR))),
      set(low, shuffle(get(one), get(other), LOW_PAIRS)),
      set(high, shuffle(get(one), get(other), HIGH_PAIRS)),
      step(promote(get(low)), 0),
      step(promote(shuffle(get(low), get(low), UPPER_HALF)), 1),
      step(promote(get(high)), 2),
      step(promote(shuffle(get(high), get(high), UPPER_HALF)), 3),
      after,
    ]),
    ...memory.map((held, index) => storeV(get(kept), get(held), index * VECTOR)),
  ];
}
