/**
 * Tiles of a matrix product. Matrices of weights lie in panels of eight columns, [columns / 8][rows][8], and have a multiple of four rows. Six
 * times eight sums are as many as fit into the registers. The loops are written out, four rows of weights at a time: the compiler doesn't.
 */

/** Eight sums of six rows. `init` is what they begin with: one row for all when `initStride` is 0. */
export function tile6(
  a: usize,
  stride: usize,
  weights: usize,
  end: usize,
  out: usize,
  outStride: usize,
  init: usize,
  initStride: usize,
): void {
  let a1 = a + stride;
  let a2 = a1 + stride;
  let a3 = a2 + stride;
  let a4 = a3 + stride;
  let a5 = a4 + stride;
  let p0 = v128.load(init);
  let q0 = v128.load(init, 16);
  init += initStride;
  let p1 = v128.load(init);
  let q1 = v128.load(init, 16);
  init += initStride;
  let p2 = v128.load(init);
  let q2 = v128.load(init, 16);
  init += initStride;
  let p3 = v128.load(init);
  let q3 = v128.load(init, 16);
  init += initStride;
  let p4 = v128.load(init);
  let q4 = v128.load(init, 16);
  init += initStride;
  let p5 = v128.load(init);
  let q5 = v128.load(init, 16);
  while (weights < end) {
    let low = v128.load(weights);
    let high = v128.load(weights, 16);
    let value = v128.load_splat<f32>(a);
    p0 = f32x4.relaxed_madd(value, low, p0);
    q0 = f32x4.relaxed_madd(value, high, q0);
    value = v128.load_splat<f32>(a1);
    p1 = f32x4.relaxed_madd(value, low, p1);
    q1 = f32x4.relaxed_madd(value, high, q1);
    value = v128.load_splat<f32>(a2);
    p2 = f32x4.relaxed_madd(value, low, p2);
    q2 = f32x4.relaxed_madd(value, high, q2);
    value = v128.load_splat<f32>(a3);
    p3 = f32x4.relaxed_madd(value, low, p3);
    q3 = f32x4.relaxed_madd(value, high, q3);
    value = v128.load_splat<f32>(a4);
    p4 = f32x4.relaxed_madd(value, low, p4);
    q4 = f32x4.relaxed_madd(value, high, q4);
    value = v128.load_splat<f32>(a5);
    p5 = f32x4.relaxed_madd(value, low, p5);
    q5 = f32x4.relaxed_madd(value, high, q5);
    low = v128.load(weights, 32);
    high = v128.load(weights, 48);
    value = v128.load_splat<f32>(a, 4);
    p0 = f32x4.relaxed_madd(value, low, p0);
    q0 = f32x4.relaxed_madd(value, high, q0);
    value = v128.load_splat<f32>(a1, 4);
    p1 = f32x4.relaxed_madd(value, low, p1);
    q1 = f32x4.relaxed_madd(value, high, q1);
    value = v128.load_splat<f32>(a2, 4);
    p2 = f32x4.relaxed_madd(value, low, p2);
    q2 = f32x4.relaxed_madd(value, high, q2);
    value = v128.load_splat<f32>(a3, 4);
    p3 = f32x4.relaxed_madd(value, low, p3);
    q3 = f32x4.relaxed_madd(value, high, q3);
    value = v128.load_splat<f32>(a4, 4);
    p4 = f32x4.relaxed_madd(value, low, p4);
    q4 = f32x4.relaxed_madd(value, high, q4);
    value = v128.load_splat<f32>(a5, 4);
    p5 = f32x4.relaxed_madd(value, low, p5);
    q5 = f32x4.relaxed_madd(value, high, q5);
    low = v128.load(weights, 64);
    high = v128.load(weights, 80);
    value = v128.load_splat<f32>(a, 8);
    p0 = f32x4.relaxed_madd(value, low, p0);
    q0 = f32x4.relaxed_madd(value, high, q0);
    value = v128.load_splat<f32>(a1, 8);
    p1 = f32x4.relaxed_madd(value, low, p1);
    q1 = f32x4.relaxed_madd(value, high, q1);
    value = v128.load_splat<f32>(a2, 8);
    p2 = f32x4.relaxed_madd(value, low, p2);
    q2 = f32x4.relaxed_madd(value, high, q2);
    value = v128.load_splat<f32>(a3, 8);
    p3 = f32x4.relaxed_madd(value, low, p3);
    q3 = f32x4.relaxed_madd(value, high, q3);
    value = v128.load_splat<f32>(a4, 8);
    p4 = f32x4.relaxed_madd(value, low, p4);
    q4 = f32x4.relaxed_madd(value, high, q4);
    value = v128.load_splat<f32>(a5, 8);
    p5 = f32x4.relaxed_madd(value, low, p5);
    q5 = f32x4.relaxed_madd(value, high, q5);
    low = v128.load(weights, 96);
    high = v128.load(weights, 112);
    value = v128.load_splat<f32>(a, 12);
    p0 = f32x4.relaxed_madd(value, low, p0);
    q0 = f32x4.relaxed_madd(value, high, q0);
    value = v128.load_splat<f32>(a1, 12);
    p1 = f32x4.relaxed_madd(value, low, p1);
    q1 = f32x4.relaxed_madd(value, high, q1);
    value = v128.load_splat<f32>(a2, 12);
    p2 = f32x4.relaxed_madd(value, low, p2);
    q2 = f32x4.relaxed_madd(value, high, q2);
    value = v128.load_splat<f32>(a3, 12);
    p3 = f32x4.relaxed_madd(value, low, p3);
    q3 = f32x4.relaxed_madd(value, high, q3);
    value = v128.load_splat<f32>(a4, 12);
    p4 = f32x4.relaxed_madd(value, low, p4);
    q4 = f32x4.relaxed_madd(value, high, q4);
    value = v128.load_splat<f32>(a5, 12);
    p5 = f32x4.relaxed_madd(value, low, p5);
    q5 = f32x4.relaxed_madd(value, high, q5);
    a += 16;
    a1 += 16;
    a2 += 16;
    a3 += 16;
    a4 += 16;
    a5 += 16;
    weights += 128;
  }
  v128.store(out, p0);
  v128.store(out, q0, 16);
  out += outStride;
  v128.store(out, p1);
  v128.store(out, q1, 16);
  out += outStride;
  v128.store(out, p2);
  v128.store(out, q2, 16);
  out += outStride;
  v128.store(out, p3);
  v128.store(out, q3, 16);
  out += outStride;
  v128.store(out, p4);
  v128.store(out, q4, 16);
  out += outStride;
  v128.store(out, p5);
  v128.store(out, q5, 16);
}

export function tile3(
  a: usize,
  stride: usize,
  weights: usize,
  end: usize,
  out: usize,
  outStride: usize,
  init: usize,
  initStride: usize,
): void {
  let a1 = a + stride;
  let a2 = a1 + stride;
  let p0 = v128.load(init);
  let q0 = v128.load(init, 16);
  init += initStride;
  let p1 = v128.load(init);
  let q1 = v128.load(init, 16);
  init += initStride;
  let p2 = v128.load(init);
  let q2 = v128.load(init, 16);
  while (weights < end) {
    let low = v128.load(weights);
    let high = v128.load(weights, 16);
    let value = v128.load_splat<f32>(a);
    p0 = f32x4.relaxed_madd(value, low, p0);
    q0 = f32x4.relaxed_madd(value, high, q0);
    value = v128.load_splat<f32>(a1);
    p1 = f32x4.relaxed_madd(value, low, p1);
    q1 = f32x4.relaxed_madd(value, high, q1);
    value = v128.load_splat<f32>(a2);
    p2 = f32x4.relaxed_madd(value, low, p2);
    q2 = f32x4.relaxed_madd(value, high, q2);
    low = v128.load(weights, 32);
    high = v128.load(weights, 48);
    value = v128.load_splat<f32>(a, 4);
    p0 = f32x4.relaxed_madd(value, low, p0);
    q0 = f32x4.relaxed_madd(value, high, q0);
    value = v128.load_splat<f32>(a1, 4);
    p1 = f32x4.relaxed_madd(value, low, p1);
    q1 = f32x4.relaxed_madd(value, high, q1);
    value = v128.load_splat<f32>(a2, 4);
    p2 = f32x4.relaxed_madd(value, low, p2);
    q2 = f32x4.relaxed_madd(value, high, q2);
    low = v128.load(weights, 64);
    high = v128.load(weights, 80);
    value = v128.load_splat<f32>(a, 8);
    p0 = f32x4.relaxed_madd(value, low, p0);
    q0 = f32x4.relaxed_madd(value, high, q0);
    value = v128.load_splat<f32>(a1, 8);
    p1 = f32x4.relaxed_madd(value, low, p1);
    q1 = f32x4.relaxed_madd(value, high, q1);
    value = v128.load_splat<f32>(a2, 8);
    p2 = f32x4.relaxed_madd(value, low, p2);
    q2 = f32x4.relaxed_madd(value, high, q2);
    low = v128.load(weights, 96);
    high = v128.load(weights, 112);
    value = v128.load_splat<f32>(a, 12);
    p0 = f32x4.relaxed_madd(value, low, p0);
    q0 = f32x4.relaxed_madd(value, high, q0);
    value = v128.load_splat<f32>(a1, 12);
    p1 = f32x4.relaxed_madd(value, low, p1);
    q1 = f32x4.relaxed_madd(value, high, q1);
    value = v128.load_splat<f32>(a2, 12);
    p2 = f32x4.relaxed_madd(value, low, p2);
    q2 = f32x4.relaxed_madd(value, high, q2);
    a += 16;
    a1 += 16;
    a2 += 16;
    weights += 128;
  }
  v128.store(out, p0);
  v128.store(out, q0, 16);
  out += outStride;
  v128.store(out, p1);
  v128.store(out, q1, 16);
  out += outStride;
  v128.store(out, p2);
  v128.store(out, q2, 16);
}

/** Of one row. Even and odd ones apart: each sum waits only for itself. */
export function tile1(a: usize, weights: usize, end: usize, out: usize, init: usize): void {
  let p0 = v128.load(init);
  let q0 = v128.load(init, 16);
  let p1 = f32x4.splat(0);
  let q1 = f32x4.splat(0);
  while (weights < end) {
    let value = v128.load_splat<f32>(a);
    p0 = f32x4.relaxed_madd(value, v128.load(weights), p0);
    q0 = f32x4.relaxed_madd(value, v128.load(weights, 16), q0);
    value = v128.load_splat<f32>(a, 4);
    p1 = f32x4.relaxed_madd(value, v128.load(weights, 32), p1);
    q1 = f32x4.relaxed_madd(value, v128.load(weights, 48), q1);
    value = v128.load_splat<f32>(a, 8);
    p0 = f32x4.relaxed_madd(value, v128.load(weights, 64), p0);
    q0 = f32x4.relaxed_madd(value, v128.load(weights, 80), q0);
    value = v128.load_splat<f32>(a, 12);
    p1 = f32x4.relaxed_madd(value, v128.load(weights, 96), p1);
    q1 = f32x4.relaxed_madd(value, v128.load(weights, 112), q1);
    a += 16;
    weights += 128;
  }
  v128.store(out, f32x4.add(p0, p1));
  v128.store(out, f32x4.add(q0, q1), 16);
}
