/**
 * What the restoration network computes: matrix products, LSTM cells, layer norms. In AssemblyScript with SIMD, since nearly all time of a
 * restoration is spent here. Addresses and strides are in bytes, of float32; `rows`, `steps` and the like are counts.
 */

import { tile1, tile3, tile6 } from './network-tiles';

/**
 * The product of `rows` rows of `inputs` values with a matrix of weights: what is at `out`, or the bias where there is one, plus the
 * products.
 * @param bias 0 where the products are added to what is at `out`
 */
export function product(
  a: usize,
  stride: usize,
  rows: i32,
  weights: usize,
  inputs: i32,
  outputs: i32,
  out: usize,
  outStride: usize,
  bias: usize,
): void {
  const panel = (<usize>inputs) << 5;
  const initStride: usize = bias == 0 ? outStride : 0;
  for (let column: usize = 0; column < (<usize>outputs) << 2; column += 32) {
    const end = weights + panel;
    let from = a;
    let to = out + column;
    let row = 0;
    for (; row + 6 <= rows; row += 6) {
      tile6(from, stride, weights, end, to, outStride, bias == 0 ? to : bias + column, initStride);
      from += 6 * stride;
      to += 6 * outStride;
    }
    for (; row + 3 <= rows; row += 3) {
      tile3(from, stride, weights, end, to, outStride, bias == 0 ? to : bias + column, initStride);
      from += 3 * stride;
      to += 3 * outStride;
    }
    for (; row < rows; row++) {
      tile1(from, weights, end, to, bias == 0 ? to : bias + column);
      from += stride;
      to += outStride;
    }
    weights = end;
  }
}

/** e to the power of each lane, as far as sigmoids differ from 0 and 1 (S. Moshier, Cephes, expf.c). */
// @ts-ignore: decorator
@inline
function exponential(values: v128): v128 {
  const x = f32x4.relaxed_max(f32x4.relaxed_min(values, f32x4.splat(30)), f32x4.splat(-30));
  const whole = f32x4.nearest(f32x4.mul(x, f32x4.splat(1.44269504)));
  let rest = f32x4.relaxed_madd(whole, f32x4.splat(-0.693359375), x);
  rest = f32x4.relaxed_madd(whole, f32x4.splat(2.1219444e-4), rest);
  let sum = f32x4.splat(1.98756915e-4);
  sum = f32x4.relaxed_madd(sum, rest, f32x4.splat(1.3981999507e-3));
  sum = f32x4.relaxed_madd(sum, rest, f32x4.splat(8.3334519073e-3));
  sum = f32x4.relaxed_madd(sum, rest, f32x4.splat(4.1665795894e-2));
  sum = f32x4.relaxed_madd(sum, rest, f32x4.splat(1.6666665459e-1));
  sum = f32x4.relaxed_madd(sum, rest, f32x4.splat(5.0000001201e-1));
  sum = f32x4.add(f32x4.relaxed_madd(sum, f32x4.mul(rest, rest), rest), f32x4.splat(1));
  // Times two to the power of `whole`, which is added to the exponent.
  return i32x4.add(sum, i32x4.shl(i32x4.relaxed_trunc_f32x4_s(whole), 23));
}

/**
 * LSTM cells of `rows` rows of `units`: from the four gates of each row its state at `states` and its output, at `hidden` and `out`. The
 * gates come as exponents: those of the sigmoids with the sign turned, that of the hyperbolic tangent times -2.
 */
function cells(
  gates: usize,
  states: usize,
  rows: i32,
  units: i32,
  hidden: usize,
  hiddenStride: usize,
  out: usize,
  outStride: usize,
): void {
  const width = (<usize>units) << 2;
  const one = f32x4.splat(1);
  for (let row = 0; row < rows; row++) {
    for (let unit: usize = 0; unit < width; unit += 16) {
      const gate = gates + unit;
      const input = exponential(v128.load(gate));
      const forget = exponential(v128.load(gate + width));
      const value = exponential(v128.load(gate + 2 * width));
      const output = exponential(v128.load(gate + 3 * width));
      // The sigmoid of one times the hyperbolic tangent of the other, with one division.
      const taken = f32x4.div(f32x4.sub(one, value), f32x4.mul(f32x4.add(one, input), f32x4.add(one, value)));
      const state = f32x4.add(f32x4.div(v128.load(states + unit), f32x4.add(one, forget)), taken);
      v128.store(states + unit, state);
      const shown = exponential(f32x4.mul(state, f32x4.splat(-2)));
      const given = f32x4.div(f32x4.sub(one, shown), f32x4.mul(f32x4.add(one, output), f32x4.add(one, shown)));
      v128.store(hidden + unit, given);
      v128.store(out + unit, given);
    }
    gates += 4 * width;
    states += width;
    hidden += hiddenStride;
    out += outStride;
  }
}

/**
 * An LSTM in one direction over `rows` sequences at once. The input of a step and the output of the step before lie side by side at `joined`,
 * so that one product gives all gates.
 * @param from first row of the first step @param rowStride between sequences @param stepStride between steps
 * @param joined, gates, states room for `rows` times inputs + units, 4 units, units
 */
export function lstm(
  from: usize,
  rowStride: usize,
  stepStride: usize,
  rows: i32,
  steps: i32,
  inputs: i32,
  units: i32,
  weights: usize,
  bias: usize,
  out: usize,
  outRowStride: usize,
  outStepStride: usize,
  isBackward: bool,
  joined: usize,
  gates: usize,
  states: usize,
): void {
  const inputBytes = (<usize>inputs) << 2;
  const stride = (<usize>(inputs + units)) << 2;
  memory.fill(joined, 0, <usize>rows * stride);
  memory.fill(states, 0, (<usize>(rows * units)) << 2);
  for (let step = 0; step < steps; step++) {
    const at = <usize>(isBackward ? steps - 1 - step : step);
    let source = from + at * stepStride;
    let target = joined;
    for (let row = 0; row < rows; row++) {
      memory.copy(target, source, inputBytes);
      target += stride;
      source += rowStride;
    }
    product(joined, stride, rows, weights, inputs + units, 4 * units, gates, (<usize>units) << 4, bias);
    cells(gates, states, rows, units, joined + inputBytes, stride, out + at * outStepStride, outRowStride);
  }
}

// @ts-ignore: decorator
@inline
function laneSum(lanes: v128): f32 {
  const even = f32x4.extract_lane(lanes, 0) + f32x4.extract_lane(lanes, 2);
  return even + f32x4.extract_lane(lanes, 1) + f32x4.extract_lane(lanes, 3);
}

/** Layer norm (epsilon 1e-5) of `rows` rows of `values` values, a multiple of four, with a factor and a bias for each. */
export function layerNorm(
  from: usize,
  stride: usize,
  rows: i32,
  values: i32,
  factors: usize,
  bias: usize,
  out: usize,
  outStride: usize,
): void {
  const bytes = (<usize>values) << 2;
  const scale: f32 = <f32>1 / <f32>values;
  for (let row = 0; row < rows; row++) {
    let sum = f32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 16) sum = f32x4.add(sum, v128.load(from + at));
    const mean = f32x4.splat(laneSum(sum) * scale);
    sum = f32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 16) {
      const difference = f32x4.sub(v128.load(from + at), mean);
      sum = f32x4.relaxed_madd(difference, difference, sum);
    }
    const factor = f32x4.splat(<f32>1 / sqrt<f32>(laneSum(sum) * scale + 1e-5));
    for (let at: usize = 0; at < bytes; at += 16) {
      const normal = f32x4.mul(f32x4.sub(v128.load(from + at), mean), factor);
      v128.store(out + at, f32x4.relaxed_madd(normal, v128.load(factors + at), v128.load(bias + at)));
    }
    from += stride;
    out += outStride;
  }
}

/** PReLU in place: `rows` rows of `channels` values, a multiple of four, with a slope for each channel. */
export function prelu(at: usize, rows: i32, channels: i32, slopes: usize): void {
  const bytes = (<usize>channels) << 2;
  const zero = f32x4.splat(0);
  for (let row = 0; row < rows; row++) {
    for (let channel: usize = 0; channel < bytes; channel += 16) {
      const value = v128.load(at + channel);
      const below = f32x4.mul(f32x4.relaxed_min(value, zero), v128.load(slopes + channel));
      v128.store(at + channel, f32x4.add(f32x4.relaxed_max(value, zero), below));
    }
    at += bytes;
  }
}

/** Adds one row of `values` values, a multiple of four, to each of `rows` rows. */
export function addRow(at: usize, rows: i32, values: i32, row: usize): void {
  const bytes = (<usize>values) << 2;
  for (let index = 0; index < rows; index++) {
    for (let value: usize = 0; value < bytes; value += 16) {
      v128.store(at + value, f32x4.add(v128.load(at + value), v128.load(row + value)));
    }
    at += bytes;
  }
}
