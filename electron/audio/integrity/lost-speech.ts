/** Where a recording has sound that its result lacks: candidates for lost speech, from the levels of their bands. */

import { BANDS, type BandLevels, decibelsOfStep, HOP_FRAMES, LEVEL_RATE, STEPS, stepAt } from './band-levels.ts';
import type { LagChange } from './follow-lag.ts';

/** Columns of the recording. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Columns for one estimate of noise and speech: two seconds. */
const BLOCK = Math.round((2 * LEVEL_RATE) / HOP_FRAMES);
/** Blocks to either side that count for the noise, and for the speech. */
const NOISE_REACH = 1;
const SPEECH_REACH = 7;
const NOISE_QUANTILE = 0.1;
const SPEECH_QUANTILE = 0.9;

/** Decibels above the noise, and below loud speech, at which a column is heard as part of it. */
const ABOVE_NOISE = 4.5;
const BELOW_SPEECH = 25;
/** Decibels by which a column must have lost level. A restoration takes less from what it takes for speech. */
const LOST = 18;

/** Columns: shorter interruptions belong to a stretch. */
const BRIDGED = 4;
/** Columns that a stretch has lost at least. */
const FEWEST = 4;

/** Quiet blocks are measured against the loudest ones, at most this many decibels lower. */
const MOST_QUIET = 20;

/** High, because most of the speech may be lost. */
const GAIN_QUANTILE = 0.8;

export interface SpeechLevels {
  /** Total level of each column of the recording, in dBFS. */
  readonly original: Float32Array;
  /** What the result has in its place; -Infinity where it has nothing. */
  readonly result: Float32Array;
  /** Level at which a column of the recording is heard. */
  readonly heardFrom: Float32Array;
  /** Decibels that the result's speech is louder; null when there is none. */
  readonly gain: number | null;
}

export function speechLevels(original: BandLevels, result: BandLevels, lags: readonly LagChange[]): SpeechLevels {
  return levelsInPlace(totals(original), totals(result), lags);
}

/** @param ofOriginal,ofResult levels of columns in dBFS */
export function levelsInPlace(
  ofOriginal: Float32Array,
  ofResult: Float32Array,
  lags: readonly LagChange[],
): SpeechLevels {
  const inPlace = new Float32Array(ofOriginal.length).fill(Number.NEGATIVE_INFINITY);
  for (const [index, { from, lag }] of lags.entries()) {
    const next = lags[index + 1];
    const end = next === undefined ? ofOriginal.length : next.from;
    // What was cut out is missing from where the next lag begins.
    const skipped = index === 0 ? 0 : Math.max(0, (lags[index - 1] as LagChange).lag - lag);
    for (let column = from + skipped; column < end; column++) {
      const there = column + lag;
      if (there >= 0 && there < ofResult.length) inPlace[column] = ofResult[there] as number;
    }
  }
  const { noise, speech } = surroundings(ofOriginal);
  const heardFrom = ofOriginal.map((_, column) => {
    const block = Math.floor(column / BLOCK);
    return Math.max((noise[block] as number) + ABOVE_NOISE, (speech[block] as number) - BELOW_SPEECH);
  });
  return { original: ofOriginal, result: inPlace, heardFrom, gain: speechGain(ofOriginal, inPlace, heardFrom) };
}

/** Stretches in which the recording is heard and the result is not. @param counts whether a column of the recording is asked about */
export function silencedStretches(
  { original, result, heardFrom, gain }: SpeechLevels,
  counts: (column: number) => boolean = () => true,
): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let from = 0;
  let last = Number.NEGATIVE_INFINITY;
  let count = 0;
  const close = () => {
    if (count >= FEWEST) stretches.push({ from, to: last + 1 });
    count = 0;
  };
  for (let column = 0; column < original.length; column++) {
    const level = original[column] as number;
    if (level < (heardFrom[column] as number) || !counts(column)) continue;
    if ((result[column] as number) - level - (gain ?? 0) > -LOST) continue;
    if (column - last > BRIDGED) {
      close();
      from = column;
    }
    last = column;
    count += 1;
  }
  close();
  return stretches;
}

/** How many columns of the recording are heard: all, or those of some stretches. */
export function heardColumns({ original, heardFrom }: SpeechLevels, within?: readonly Stretch[]): number {
  let count = 0;
  for (const { from, to } of within ?? [{ from: 0, to: original.length }]) {
    for (let column = from; column < to; column++)
      if ((original[column] as number) >= (heardFrom[column] as number)) count += 1;
  }
  return count;
}

/** Mean square of each step. */
const POWERS = Float64Array.from({ length: STEPS }, (_, step) => 10 ** (decibelsOfStep(step) / 10));

function totals(levels: BandLevels): Float32Array {
  const sums = new Float32Array(levels.columns);
  for (let column = 0; column < levels.columns; column++) {
    let power = 0;
    for (let band = 0; band < BANDS; band++) power += POWERS[levels.steps[column * BANDS + band] as number] as number;
    sums[column] = 10 * Math.log10(power);
  }
  return sums;
}

/** Noise and loud speech around each block. */
function surroundings(levels: Float32Array): { readonly noise: Float32Array; readonly speech: Float32Array } {
  const count = Math.max(1, Math.ceil(levels.length / BLOCK));
  const counted = Array.from({ length: count }, (_, block) => countsOf(levels, block));
  const around = (block: number, reach: number, quantile: number) => {
    const sums = new Uint32Array(STEPS);
    let all = 0;
    for (let one = Math.max(0, block - reach); one <= Math.min(count - 1, block + reach); one++) {
      const counts = counted[one] as Uint16Array;
      for (let step = 0; step < STEPS; step++) sums[step] = (sums[step] as number) + (counts[step] as number);
      all += Math.min(BLOCK, levels.length - one * BLOCK);
    }
    let step = 0;
    for (let left = Math.floor((all - 1) * quantile) - (sums[0] as number); left >= 0; left -= sums[step] as number)
      step += 1;
    return decibelsOfStep(step);
  };
  const noise = Float32Array.from({ length: count }, (_, block) => around(block, NOISE_REACH, NOISE_QUANTILE));
  const speech = Float32Array.from({ length: count }, (_, block) => around(block, SPEECH_REACH, SPEECH_QUANTILE));
  const loudest = Math.max(...speech);
  return { noise, speech: speech.map((level) => Math.max(level, loudest - MOST_QUIET)) };
}

/** How often each step of level occurs in a block: quantiles follow from sums of these, without sorting. */
function countsOf(levels: Float32Array, block: number): Uint16Array {
  const counts = new Uint16Array(STEPS);
  const to = Math.min(levels.length, (block + 1) * BLOCK);
  for (let column = block * BLOCK; column < to; column++) {
    const step = stepAt(levels[column] as number);
    counts[step] = (counts[step] as number) + 1;
  }
  return counts;
}

function speechGain(original: Float32Array, result: Float32Array, heardFrom: Float32Array): number | null {
  const gains: number[] = [];
  for (let column = 0; column < original.length; column++) {
    const level = original[column] as number;
    const after = result[column] as number;
    if (level > (heardFrom[column] as number) + ABOVE_NOISE && after > Number.NEGATIVE_INFINITY)
      gains.push(after - level);
  }
  return gains.length === 0
    ? null
    : (gains.toSorted((one, other) => one - other)[Math.floor(gains.length * GAIN_QUANTILE)] as number);
}
