/**
 * Repairs clicks: finds the few samples that neither those before nor those behind predict, and puts in their place what an autoregressive
 * model of both sides expects (A. Janssen, R. Veldhuis and L. Vries, 1986).
 */

import { createSampleQueue } from '../dsp/sample-queue.ts';
import type { AudioStage, Block } from '../dsp/stage.ts';
import { createFrameCount } from './frame-count.ts';

const SLOT_SECONDS = 0.01;
/** Of sound on each side of a slot, from which the model is made. */
const SIDE_SECONDS = 0.03;
/** A click lies within so many seconds of its loudest sample: what is longer is a plosive. */
const REACH_SECONDS = 0.0015;
/** Seconds around a sudden change whose mean it is compared with, and those that belong to it. */
const AROUND_SECONDS = 0.01;
const OWN_SECONDS = 0.0005;
/** Amplitude ratio of a sudden change to its surroundings. Where it is no click, its samples are predicted. */
const CREST = 10;
/** Linear; smaller changes are not heard. */
const LEAST = 0.003;
/** Samples whose error is so many times the usual one are part of a click; the usual one is from the median. */
const ERRORS = 8;
const NORMAL_MEDIAN = 0.6745;
/** Good samples between bad ones that are no more certain than they. */
const BRIDGED = 4;
/** Samples on both sides whose share of the click is too small to stand out. */
const MARGIN = 2;
/** Of predicting samples, so many a second of sound, within limits. */
const ORDER_RATE = 1000;
const [LEAST_ORDER, MOST_ORDER] = [10, 48];
/** The model is made again from what was repaired. */
const ROUNDS = 2;
const MOST_CLICKS_A_SLOT = 6;
const TINY = 1e-12;

/** @param sampleRate Hz */
export function declick(sampleRate: number, channels: number): AudioStage {
  const slot = Math.round(SLOT_SECONDS * sampleRate);
  const side = Math.round(SIDE_SECONDS * sampleRate);
  const repair = createClickRepair(sampleRate, side, slot);
  const count = createFrameCount(side);
  const queues = Array.from({ length: channels }, () => createSampleQueue());
  const finished = Array.from({ length: channels }, () => createSampleQueue());
  for (const queue of queues) queue.pushZeros(side);

  function advance(): Block {
    for (const [channel, queue] of queues.entries()) {
      while (queue.length >= 2 * side + slot) {
        // In place: the next slot's model is made from what was repaired.
        const window = queue.peek(2 * side + slot);
        repair(window);
        finished[channel]?.push(window.subarray(0, slot));
        queue.drop(slot);
      }
    }
    return count.due(finished.map((queue) => queue.next(queue.length)));
  }

  return {
    push: (block) => {
      count.taken(block);
      for (const [channel, samples] of block.entries()) queues[channel]?.push(samples);
      return advance();
    },
    flush: function* () {
      for (const queue of queues) queue.pushZeros(2 * side + slot);
      yield advance();
    },
    close: () => undefined,
  };
}

/** @returns repairs the clicks of a window's slot, which begins at `side`, in place */
function createClickRepair(sampleRate: number, side: number, slot: number): (window: Float32Array) => void {
  const reach = Math.round(REACH_SECONDS * sampleRate);
  const around = Math.round(AROUND_SECONDS * sampleRate);
  const own = Math.max(2, Math.round(OWN_SECONDS * sampleRate));
  const order = Math.max(LEAST_ORDER, Math.min(MOST_ORDER, Math.round(sampleRate / ORDER_RATE)));
  const size = 2 * side + slot;
  const changes = new Float32Array(size);
  const forward = new Float32Array(size);
  const backward = new Float32Array(size);

  return (window) => {
    const settled: number[] = [];
    for (let click = 0; click < MOST_CLICKS_A_SLOT; click++) {
      const at = suddenChange(window, settled);
      if (at === null) return;
      repairAt(window, at);
      settled.push(at);
    }
  };

  /** @param settled places that were dealt with @returns the slot's most sudden place */
  function suddenChange(window: Float32Array, settled: readonly number[]): number | null {
    for (let i = 4; i < size; i++) changes[i] = Math.abs(fourthDifference(window, i));
    let [largest, at] = [LEAST, -1];
    for (let i = side; i < side + slot; i++) {
      if ((changes[i] as number) <= largest || settled.some((place) => Math.abs(place - i) <= reach)) continue;
      largest = changes[i] as number;
      at = i;
    }
    if (at < 0) return null;
    let energy = 0;
    for (let i = at - around; i <= at + around; i++) if (Math.abs(i - at) > own) energy += (changes[i] as number) ** 2;
    return largest > CREST * Math.sqrt(energy / (2 * (around - own))) ? at : null;
  }

  function repairAt(window: Float32Array, at: number): void {
    const [from, to] = [at - reach, at + reach + 1];
    const original = window.slice(from, to);
    // The first model leaves out what may be the click.
    const bare = window.slice();
    bare.fill(0, from, to);
    let model = modelOf(bare, order);
    for (let round = 0; round < ROUNDS; round++) {
      window.set(original, from);
      const bad = unpredicted(window, model, from, to);
      if (bad === null) return;
      interpolate(window, model, bad);
      model = modelOf(window, order);
    }
  }

  /** Errors of both directions. */
  function predict(window: Float32Array, model: Float64Array): void {
    for (let i = order; i < size - order; i++) {
      let [ahead, behind] = [0, 0];
      for (let tap = 0; tap <= order; tap++) {
        ahead += (model[tap] as number) * (window[i - tap] as number);
        behind += (model[tap] as number) * (window[i + tap] as number);
      }
      forward[i] = Math.abs(ahead);
      backward[i] = Math.abs(behind);
    }
  }

  /** @returns the samples between `from` and `to` that are part of a click; null where nothing is, or too much */
  function unpredicted(window: Float32Array, model: Float64Array, from: number, to: number): readonly number[] | null {
    predict(window, model);
    const usual = forward.slice(order, size - order).sort()[(size - 2 * order) >> 1] as number;
    const most = (ERRORS * usual) / NORMAL_MEDIAN + TINY;
    // An error of one direction rings on in it: where both have one, the sample itself is bad.
    const isBad = (i: number) => (forward[i] as number) > most && (backward[i] as number) > most;
    let [first, last] = [-1, -1];
    for (let i = from; i < to; i++) {
      if (!isBad(i)) continue;
      if (first < 0) first = i;
      last = i;
    }
    if (first < 0 || first <= from || last >= to - 1) return null;
    const bad: number[] = [];
    for (let i = first - MARGIN; i <= last + MARGIN; i++) {
      let near = false;
      for (let j = i - BRIDGED; j <= i + BRIDGED; j++) near ||= isBad(j);
      if (near) bad.push(i);
    }
    return bad;
  }
}

function fourthDifference(samples: Float32Array, i: number): number {
  const [one, two, three, four] = [samples[i - 1], samples[i - 2], samples[i - 3], samples[i - 4]] as number[];
  return (samples[i] as number) - 4 * (one as number) + 6 * (two as number) - 4 * (three as number) + (four as number);
}

/** The prediction error filter of samples, 1 first (N. Levinson and J. Durbin). */
function modelOf(samples: Float32Array, order: number): Float64Array {
  const model = new Float64Array(order + 1);
  model[0] = 1;
  const likeness = Float64Array.from({ length: order + 1 }, (_, lag) => {
    let sum = 0;
    for (let i = lag; i < samples.length; i++) sum += (samples[i] as number) * (samples[i - lag] as number);
    return sum;
  });
  let error = (likeness[0] as number) * (1 + 1e-9) + TINY;
  for (let step = 1; step <= order; step++) {
    let sum = 0;
    for (let tap = 0; tap < step; tap++) sum += (model[tap] as number) * (likeness[step - tap] as number);
    const reflection = -sum / error;
    const before = model.slice(0, step);
    for (let tap = 1; tap <= step; tap++) {
      model[tap] = (model[tap] as number) + reflection * (before[step - tap] ?? 0);
    }
    error *= 1 - reflection * reflection;
  }
  return model;
}

/** Replaces samples by those with which all errors around them are least. @param bad ascending */
function interpolate(window: Float32Array, model: Float64Array, bad: readonly number[]): void {
  const order = model.length - 1;
  for (const i of bad) window[i] = 0;
  const products = Float64Array.from({ length: order + 1 }, (_, lag) => {
    let sum = 0;
    for (let tap = lag; tap <= order; tap++) sum += (model[tap] as number) * (model[tap - lag] as number);
    return sum;
  });
  const matrix = bad.map((row) => Float64Array.from(bad, (column) => products[Math.abs(row - column)] ?? 0));
  const right = Float64Array.from(bad, (row) => {
    let sum = 0;
    for (let lag = 1; lag <= order; lag++)
      sum += (products[lag] as number) * ((window[row - lag] as number) + (window[row + lag] as number));
    return -sum;
  });
  for (const [index, value] of solved(matrix, right).entries()) window[bad[index] as number] = value;
}

/** Of a symmetric positive definite matrix, by A.-L. Cholesky's decomposition, in place. */
function solved(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  const at = (row: number, column: number) => matrix[row]?.[column] as number;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = at(row, column);
      for (let k = 0; k < column; k++) sum -= at(row, k) * at(column, k);
      const own = matrix[row] as Float64Array;
      own[column] = row === column ? Math.sqrt(Math.max(sum, TINY)) : sum / at(column, column);
    }
  }
  for (let row = 0; row < size; row++) {
    let sum = right[row] as number;
    for (let k = 0; k < row; k++) sum -= at(row, k) * (right[k] as number);
    right[row] = sum / at(row, row);
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = right[row] as number;
    for (let k = row + 1; k < size; k++) sum -= at(k, row) * (right[k] as number);
    right[row] = sum / at(row, row);
  }
  return right;
}
