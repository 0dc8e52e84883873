/**
 * The loops that pass every sample of a recording, in AssemblyScript with SIMD: in JavaScript each costs five to ten times as much.
 * Addresses are in bytes, of float32 samples where nothing else is said; ranges are `from` to before `to`.
 */

const VECTOR: usize = 16;

/** Four minima at `kept` and four maxima behind them take up what the range holds, a multiple of 16 bytes long. */
export function extremes(from: usize, to: usize, kept: usize): void {
  let minima = v128.load(kept);
  let maxima = v128.load(kept, VECTOR);
  for (; from < to; from += VECTOR) {
    const samples = v128.load(from);
    minima = f32x4.pmin(minima, samples);
    maxima = f32x4.pmax(maxima, samples);
  }
  v128.store(kept, minima);
  v128.store(kept, maxima, VECTOR);
}

/** For each group of `step` bytes (a multiple of 16), four sums of every fourth sample, one behind the other at `out`. */
export function sums(from: usize, to: usize, step: usize, out: usize): void {
  while (from < to) {
    const end = from + step;
    let sum = v128.load(from);
    for (from += VECTOR; from < end; from += VECTOR) sum = f32x4.add(sum, v128.load(from));
    v128.store(out, sum);
    out += VECTOR;
  }
}

/** The four values between each sample of the range and the next, each of 24 samples before it: the largest magnitudes at `kept`. */
export function between(from: usize, to: usize, taps: usize, kept: usize): void {
  let largest = v128.load(kept);
  for (; from < to; from += 4) {
    // Even and odd ones apart: each sum waits only for itself. Written out, since the compiler does not do that.
    let even = f32x4.mul(v128.load_splat<f32>(from), v128.load(taps));
    let odd = f32x4.mul(v128.load_splat<f32>(from, 4), v128.load(taps, 16));
    even = f32x4.add(even, f32x4.mul(v128.load_splat<f32>(from, 8), v128.load(taps, 32)));
    odd = f32x4.add(odd, f32x4.mul(v128.load_splat<f32>(from, 12), v128.load(taps, 48)));
    even = f32x4.add(even, f32x4.mul(v128.load_splat<f32>(from, 16), v128.load(taps, 64)));
    odd = f32x4.add(odd, f32x4.mul(v128.load_splat<f32>(from, 20), v128.load(taps, 80)));
    even = f32x4.add(even, f32x4.mul(v128.load_splat<f32>(from, 24), v128.load(taps, 96)));
    odd = f32x4.add(odd, f32x4.mul(v128.load_splat<f32>(from, 28), v128.load(taps, 112)));
    even = f32x4.add(even, f32x4.mul(v128.load_splat<f32>(from, 32), v128.load(taps, 128)));
    odd = f32x4.add(odd, f32x4.mul(v128.load_splat<f32>(from, 36), v128.load(taps, 144)));
    even = f32x4.add(even, f32x4.mul(v128.load_splat<f32>(from, 40), v128.load(taps, 160)));
    odd = f32x4.add(odd, f32x4.mul(v128.load_splat<f32>(from, 44), v128.load(taps, 176)));
    even = f32x4.add(even, f32x4.mul(v128.load_splat<f32>(from, 48), v128.load(taps, 192)));
    odd = f32x4.add(odd, f32x4.mul(v128.load_splat<f32>(from, 52), v128.load(taps, 208)));
    even = f32x4.add(even, f32x4.mul(v128.load_splat<f32>(from, 56), v128.load(taps, 224)));
    odd = f32x4.add(odd, f32x4.mul(v128.load_splat<f32>(from, 60), v128.load(taps, 240)));
    even = f32x4.add(even, f32x4.mul(v128.load_splat<f32>(from, 64), v128.load(taps, 256)));
    odd = f32x4.add(odd, f32x4.mul(v128.load_splat<f32>(from, 68), v128.load(taps, 272)));
    even = f32x4.add(even, f32x4.mul(v128.load_splat<f32>(from, 72), v128.load(taps, 288)));
    odd = f32x4.add(odd, f32x4.mul(v128.load_splat<f32>(from, 76), v128.load(taps, 304)));
    even = f32x4.add(even, f32x4.mul(v128.load_splat<f32>(from, 80), v128.load(taps, 320)));
    odd = f32x4.add(odd, f32x4.mul(v128.load_splat<f32>(from, 84), v128.load(taps, 336)));
    even = f32x4.add(even, f32x4.mul(v128.load_splat<f32>(from, 88), v128.load(taps, 352)));
    odd = f32x4.add(odd, f32x4.mul(v128.load_splat<f32>(from, 92), v128.load(taps, 368)));
    largest = f32x4.pmax(largest, f32x4.abs(f32x4.add(even, odd)));
  }
  v128.store(kept, largest);
}

/** The largest magnitudes of second differences, of four lanes, are taken up at `kept`: how sharply the sound bends. */
export function bends(from: usize, to: usize, kept: usize): void {
  let largest = v128.load(kept);
  for (; from < to; from += VECTOR) {
    const middle = v128.load(from, 4);
    const outer = f32x4.add(v128.load(from), v128.load(from, 8));
    largest = f32x4.pmax(largest, f32x4.abs(f32x4.sub(outer, f32x4.add(middle, middle))));
  }
  v128.store(kept, largest);
}

/** Whether three samples in a row equal the one at `level`, beginning in the range: any bit of the vector behind `level` is set then. */
export function plateaus(from: usize, to: usize, level: usize): void {
  const wanted = v128.load_splat<f32>(level);
  let found = i64x2.splat(0);
  for (; from < to; from += VECTOR) {
    const first = f32x4.eq(v128.load(from), wanted);
    const second = f32x4.eq(v128.load(from, 4), wanted);
    const third = f32x4.eq(v128.load(from, 8), wanted);
    found = v128.or(found, v128.and(first, v128.and(second, third)));
  }
  v128.store(level, found, VECTOR);
}

/**
 * Two channels through two second-order filters at once, from `from` to `to` and from `second` on; a multiple of 16 bytes long.
 * At `kept`, pairs of float64 for both channels: the filters' memories w1, w2, v1, v2, then sums of squares behind both filters and of
 * the samples. At `taps`, float64: a1, a2, b1, b2 of the first (b0 is 1) and a1, a2 of the second (b is 1, -2, 1).
 */
export function weigh(from: usize, to: usize, second: usize, kept: usize, taps: usize): void {
  weighing(from, to, second, kept, taps, 0, false);
}

/**
 * The same, and products of the second sound behind both filters with four responses, summed up behind the sums of squares. Responses
 * are groups of four float64 for each sample.
 */
export function weighHalves(from: usize, to: usize, second: usize, kept: usize, taps: usize, responses: usize): void {
  weighing(from, to, second, kept, taps, responses, true);
}

/**
 * Four samples of each sound in a turn, written out one after the other: each changes half a dozen values, and a function gives back one.
 * @param halves whether it is `weighHalves`
 */
@inline
function weighing(
  from: usize,
  to: usize,
  second: usize,
  kept: usize,
  taps: usize,
  responses: usize,
  halves: bool,
): void {
  const a1 = v128.load_splat<f64>(taps);
  const a2 = v128.load_splat<f64>(taps, 8);
  const b1 = v128.load_splat<f64>(taps, 16);
  const b2 = v128.load_splat<f64>(taps, 24);
  const c1 = v128.load_splat<f64>(taps, 32);
  const c2 = v128.load_splat<f64>(taps, 40);
  let w1 = v128.load(kept);
  let w2 = v128.load(kept, 16);
  let v1 = v128.load(kept, 32);
  let v2 = v128.load(kept, 48);
  let weighted = v128.load(kept, 64);
  let plain = v128.load(kept, 80);
  let one = halves ? v128.load(kept, 96) : plain;
  let other = halves ? v128.load(kept, 112) : plain;
  for (; from < to; from += VECTOR) {
    const first = v128.load(from);
    const next = v128.load(second);
    second += VECTOR;
    const low = v128.shuffle<f32>(first, next, 0, 4, 1, 5);
    const high = v128.shuffle<f32>(first, next, 2, 6, 3, 7);

    let x = f64x2.promote_low_f32x4(low);
    let w = poles(x, a1, w1, a2, w2);
    let v = poles(zeros(w, b1, w1, b2, w2), c1, v1, c2, v2);
    let y = bent(v, v1, v2);
    weighted = f64x2.relaxed_madd(y, y, weighted);
    plain = f64x2.relaxed_madd(x, x, plain);
    if (halves) {
      const late = upper(y);
      one = f64x2.relaxed_madd(late, v128.load(responses), one);
      other = f64x2.relaxed_madd(late, v128.load(responses, 16), other);
    }
    w2 = w1;
    w1 = w;
    v2 = v1;
    v1 = v;

    x = f64x2.promote_low_f32x4(upper(low));
    w = poles(x, a1, w1, a2, w2);
    v = poles(zeros(w, b1, w1, b2, w2), c1, v1, c2, v2);
    y = bent(v, v1, v2);
    weighted = f64x2.relaxed_madd(y, y, weighted);
    plain = f64x2.relaxed_madd(x, x, plain);
    if (halves) {
      const late = upper(y);
      one = f64x2.relaxed_madd(late, v128.load(responses, 32), one);
      other = f64x2.relaxed_madd(late, v128.load(responses, 48), other);
    }
    w2 = w1;
    w1 = w;
    v2 = v1;
    v1 = v;

    x = f64x2.promote_low_f32x4(high);
    w = poles(x, a1, w1, a2, w2);
    v = poles(zeros(w, b1, w1, b2, w2), c1, v1, c2, v2);
    y = bent(v, v1, v2);
    weighted = f64x2.relaxed_madd(y, y, weighted);
    plain = f64x2.relaxed_madd(x, x, plain);
    if (halves) {
      const late = upper(y);
      one = f64x2.relaxed_madd(late, v128.load(responses, 64), one);
      other = f64x2.relaxed_madd(late, v128.load(responses, 80), other);
    }
    w2 = w1;
    w1 = w;
    v2 = v1;
    v1 = v;

    x = f64x2.promote_low_f32x4(upper(high));
    w = poles(x, a1, w1, a2, w2);
    v = poles(zeros(w, b1, w1, b2, w2), c1, v1, c2, v2);
    y = bent(v, v1, v2);
    weighted = f64x2.relaxed_madd(y, y, weighted);
    plain = f64x2.relaxed_madd(x, x, plain);
    if (halves) {
      const late = upper(y);
      one = f64x2.relaxed_madd(late, v128.load(responses, 96), one);
      other = f64x2.relaxed_madd(late, v128.load(responses, 112), other);
    }
    w2 = w1;
    w1 = w;
    v2 = v1;
    v1 = v;
    if (halves) responses += 128;
  }
  v128.store(kept, w1);
  v128.store(kept, w2, 16);
  v128.store(kept, v1, 32);
  v128.store(kept, v2, 48);
  v128.store(kept, weighted, 64);
  v128.store(kept, plain, 80);
  if (halves) {
    v128.store(kept, one, 96);
    v128.store(kept, other, 112);
  }
}

/** The products that wait for the newest value come last: the loop is as slow as the way from one value to the next. */
@inline
function poles(x: v128, a1: v128, w1: v128, a2: v128, w2: v128): v128 {
  return f64x2.relaxed_nmadd(a1, w1, f64x2.relaxed_nmadd(a2, w2, x));
}

@inline
function zeros(w: v128, b1: v128, w1: v128, b2: v128, w2: v128): v128 {
  return f64x2.add(w, f64x2.relaxed_madd(b1, w1, f64x2.mul(b2, w2)));
}

/** 1, -2, 1 */
@inline
function bent(v: v128, v1: v128, v2: v128): v128 {
  return f64x2.sub(f64x2.sub(v, v1), f64x2.sub(v1, v2));
}

/** The upper half in both. */
@inline
function upper(value: v128): v128 {
  return v128.shuffle<f64>(value, value, 1, 1);
}
