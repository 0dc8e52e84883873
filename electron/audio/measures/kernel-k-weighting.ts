/**
 * K-weighting through the kernel: the mean squares of each slot behind the filters of BS.1770. The kernel filters two signals at once,
 * because latency from sample to sample is its limit: two channels, or both halves of a single channel. The second half starts with its
 * filters at rest; the contribution of the first half's filter state is added afterward, which is exact because the filters are linear.
 */

import { headShelf, LOUDNESS_WEIGHTS, lowCut, SILENT_STATE } from '../dsp/loudness/k-weighting.ts';
import type { SampleKernel } from '../dsp/sample-kernel.ts';

export interface KernelBlockLayout {
  readonly channels: number;
  readonly slots: number;
  /** Frames; a multiple of four. */
  readonly slotFrames: number;
  /** Address in the kernel's memory, in bytes. */
  addressOf(channel: number, frame: number): number;
}

/** @param weighted K-weighted, the weighted sum of the channels @param power slot by slot, channel after channel */
export type KernelKWeighting = (weighted: Float64Array, power: Float64Array) => void;

/** Addresses in the kernel's memory, in bytes: the taps, then the filter state of each pair of channels. */
const TAPS = 1024;
const STATE = 1152;
const STATE_BYTES = 128;
const SAMPLE_BYTES = 4;
const NUMBER_BYTES = 8;

/** Layout of a pair's state: filter states (w1, w2, v1, v2 of both signals), sums of squares, products. */
const WEIGHTED = 8;
const PLAIN = 10;
const PRODUCTS = 12;
const END = 16;
const STATES = 4;

/** @param responsesAt free kernel memory for the responses of half a block, four float64 per frame */
export function createKernelKWeighting(
  kernel: SampleKernel,
  layout: KernelBlockLayout,
  sampleRate: number,
  responsesAt: number,
): KernelKWeighting {
  const { channels, slots, slotFrames, addressOf } = layout;
  const { numbers } = kernel;
  const shelf = headShelf(sampleRate);
  const cut = lowCut(sampleRate);
  const taps = [shelf.a1, shelf.a2, shelf.b1 / shelf.b0, shelf.b2 / shelf.b0, cut.a1, cut.a2] as const;
  numbers.set(taps, TAPS / NUMBER_BYTES);
  const weights = (LOUDNESS_WEIGHTS[channels - 1] as readonly number[]).map((weight) => weight * shelf.b0 ** 2);
  const half = slots / 2;
  const alone = channels % 2 === 1 ? channels - 1 : null;
  const rest = alone === null ? null : createRest(taps, half, slotFrames);
  if (rest !== null) numbers.set(rest.responses, responsesAt / NUMBER_BYTES);
  /** Products of the second half with the responses, four for each slot. */
  const products = new Float64Array(half * STATES);

  function weighPair(channel: number, weighted: Float64Array, power: Float64Array): void {
    const stateAt = STATE + (STATE_BYTES * channel) / 2;
    const at = stateAt / NUMBER_BYTES;
    for (let slot = 0; slot < slots; slot++) {
      const from = addressOf(channel, slot * slotFrames);
      numbers.fill(0, at + WEIGHTED, at + PRODUCTS);
      kernel.weigh(from, from + slotFrames * SAMPLE_BYTES, addressOf(channel + 1, slot * slotFrames), stateAt, TAPS);
      for (let lane = 0; lane < 2; lane++) {
        addTo(weighted, slot, (weights[channel + lane] as number) * (numbers[at + WEIGHTED + lane] as number));
        power[(channel + lane) * slots + slot] = (numbers[at + PLAIN + lane] as number) / slotFrames;
      }
    }
    calm(numbers, at);
  }

  function weighAlone(channel: number, { join, missingIn }: Rest, weighted: Float64Array, power: Float64Array): void {
    const weight = weights[channel] as number;
    const stateAt = STATE + (STATE_BYTES * channel) / 2;
    const at = stateAt / NUMBER_BYTES;
    for (let state = 0; state < STATES; state++) numbers[at + 2 * state + 1] = 0;
    for (let slot = 0; slot < half; slot++) {
      const from = addressOf(channel, slot * slotFrames);
      const second = addressOf(channel, (slot + half) * slotFrames);
      const responses = responsesAt + slot * slotFrames * STATES * NUMBER_BYTES;
      numbers.fill(0, at + WEIGHTED, at + END);
      kernel.weighHalves(from, from + slotFrames * SAMPLE_BYTES, second, stateAt, TAPS, responses);
      for (let lane = 0; lane < 2; lane++) {
        addTo(weighted, slot + lane * half, weight * (numbers[at + WEIGHTED + lane] as number));
        power[channel * slots + slot + lane * half] = (numbers[at + PLAIN + lane] as number) / slotFrames;
      }
      for (let part = 0; part < STATES; part++)
        products[slot * STATES + part] = numbers[at + PRODUCTS + part] as number;
    }
    join(numbers, at);
    for (let slot = 0; slot < half; slot++) {
      weighted[slot + half] = Math.max(0, (weighted[slot + half] as number) + weight * missingIn(slot, products));
    }
    calm(numbers, at);
  }

  return (weighted, power) => {
    weighted.fill(0);
    for (let channel = 0; channel + 1 < channels; channel += 2) weighPair(channel, weighted, power);
    if (alone !== null && rest !== null) weighAlone(alone, rest, weighted, power);
    for (let slot = 0; slot < slots; slot++) weighted[slot] = (weighted[slot] as number) / slotFrames;
  };
}

function addTo(sums: Float64Array, slot: number, value: number): void {
  sums[slot] = (sums[slot] as number) + value;
}

interface Rest {
  /** Zero-input responses of four filter states: four values per frame, for half a block. */
  readonly responses: Float64Array;
  /** Takes the filter state after the first half and combines it with that of the second half. */
  join(numbers: Float64Array, at: number): void;
  /** The energy missing from a slot of the second half. @param products of that half with the responses */
  missingIn(slot: number, products: Float64Array): number;
}

/**
 * A filter's state is expressed as one of its two numbers and their difference: with a DC offset the second filter holds large, nearly equal
 * numbers that would cancel.
 */
const BASIS = [
  [1, 1, 0, 0],
  [1, 0, 0, 0],
  [0, 0, 1, 1],
  [0, 0, 1, 0],
] as const;

function createRest(taps: readonly number[], slots: number, slotFrames: number): Rest {
  const responses = new Float64Array(slots * slotFrames * STATES);
  const ends = BASIS.map((start, state) => respond(taps, start, responses, state));
  const squares = Float64Array.from({ length: slots * STATES * STATES }, (_, index) => {
    const slot = Math.floor(index / STATES ** 2);
    return productOf(responses, slot * slotFrames, slotFrames, Math.floor(index / STATES) % STATES, index % STATES);
  });
  const parts = new Float64Array(STATES);
  return {
    responses,
    join: (numbers, at) => {
      const of = (state: number) => numbers[at + 2 * state] as number;
      parts[0] = of(1);
      parts[1] = of(0) - of(1);
      parts[2] = of(3);
      parts[3] = of(2) - of(3);
      for (let state = 0; state < STATES; state++) {
        let value = numbers[at + 2 * state + 1] as number;
        for (let part = 0; part < STATES; part++) value += (parts[part] as number) * (ends[part]?.[state] ?? 0);
        numbers[at + 2 * state] = value;
      }
    },
    missingIn: (slot, products) => {
      let missing = 0;
      for (let one = 0; one < STATES; one++) {
        let sum = 2 * (products[slot * STATES + one] as number);
        for (let other = 0; other < STATES; other++) {
          sum += (parts[other] as number) * (squares[(slot * STATES + one) * STATES + other] as number);
        }
        missing += (parts[one] as number) * sum;
      }
      return missing;
    },
  };
}

/** The zero-input response of both filters. @returns w1, w2, v1, v2 at the end */
function respond(taps: readonly number[], start: readonly number[], responses: Float64Array, column: number): number[] {
  const [a1, a2, b1, b2, c1, c2] = taps as [number, number, number, number, number, number];
  let [w1, w2, v1, v2] = start as [number, number, number, number];
  for (let at = column; at < responses.length; at += STATES) {
    const w = -a1 * w1 - a2 * w2;
    const v = w + b1 * w1 + b2 * w2 - c1 * v1 - c2 * v2;
    responses[at] = v - 2 * v1 + v2;
    w2 = w1;
    w1 = w;
    v2 = v1;
    v1 = v;
  }
  return [w1, w2, v1, v2];
}

function productOf(responses: Float64Array, from: number, frames: number, one: number, other: number): number {
  let sum = 0;
  for (let frame = from; frame < from + frames; frame++) {
    sum += (responses[frame * STATES + one] as number) * (responses[frame * STATES + other] as number);
  }
  return sum;
}

function calm(numbers: Float64Array, at: number): void {
  for (let i = at; i < at + WEIGHTED; i++) if (Math.abs(numbers[i] as number) < SILENT_STATE) numbers[i] = 0;
}
