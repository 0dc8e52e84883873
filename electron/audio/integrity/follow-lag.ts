/** Follows a result along its recording: where the two run apart because sound was cut out or put in, and by how much. */

import { BANDS, type BandLevels, STEPS_A_DECIBEL, stepAt } from './band-levels.ts';

/** From here on, the result is this many columns late. */
export interface LagChange {
  /** Column of the recording. */
  readonly from: number;
  /** Columns; negative when the result is early. */
  readonly lag: number;
}

/** Columns compared at once: two seconds. */
const WINDOW = 125;
const SHORTEST_WINDOW = 50;
/** Columns at the beginning that must be in time before a change of it counts as one. */
const SHORTEST_LIKE = 25;
/** Columns from one comparison to the next. */
const STEP = 31;
/** Largest change that is looked for, in columns: six and a half seconds. */
const MOST_CHANGE = 406;
/** Only every second column and lag is compared at first. */
const COARSE = 2;

/** Below this correlation the two may have run apart. */
const LIKE = 0.6;
/** Another lag must be at least this good, and better by this much. */
const CLEARLY_LIKE = 0.7;
const BETTER = 0.2;

/** Decibels below the loudest that still count: what is weaker is noise, or what was left of it. */
const DEPTH = 30;
/** Decibels; a larger difference in a band counts as this. */
const MOST_DISTANCE = 15;
/** A window whose levels vary less says nothing, in decibels. */
const LEAST_SPREAD = 4;
const LEAST_VARIANCE = (LEAST_SPREAD * STEPS_A_DECIBEL) ** 2;

/** Both recordings, and the step below which a level counts as this step. */
interface Pair {
  readonly original: BandLevels;
  readonly result: BandLevels;
  readonly floor: number;
}

/**
 * @param loudest level of loud speech in a band of the recording, in dBFS
 * @returns at least one entry, the first from column 0
 */
export function followLag(original: BandLevels, result: BandLevels, loudest: number): readonly LagChange[] {
  const pair: Pair = { original, result, floor: stepAt(loudest - DEPTH) };
  const changes: LagChange[] = [];
  let lag = 0;
  for (let at = 0; at <= original.columns - SHORTEST_WINDOW; at += STEP) {
    if (!isVaried(pair, at)) continue;
    const now = likeness(pair, at, lag, 1);
    const better = now >= LIKE ? null : bestLag(pair, at, lag);
    if (better !== null && better.likeness >= CLEARLY_LIKE && better.likeness - now >= BETTER) {
      const from = turningPoint(pair, at, lag, better.lag);
      // Late or early from the beginning is no change.
      if (from >= SHORTEST_LIKE && changes.length === 0) changes.push({ from: 0, lag });
      lag = better.lag;
      changes.push({ from: changes.length === 0 ? 0 : from, lag });
    } else if (now >= LIKE && changes.length === 0) changes.push({ from: 0, lag });
  }
  return changes.length === 0 ? [{ from: 0, lag: 0 }] : changes;
}

/** Whether the recording has something to compare in a window. */
function isVaried({ original, floor }: Pair, at: number): boolean {
  const { steps } = original;
  const to = Math.min(at + WINDOW, original.columns);
  let variance = 0;
  for (let band = 0; band < BANDS; band++) {
    let sum = 0;
    let squares = 0;
    for (let column = at; column < to; column++) {
      const level = Math.max(floor, steps[column * BANDS + band] as number);
      sum += level;
      squares += level * level;
    }
    variance += squares - (sum * sum) / (to - at);
  }
  return variance >= LEAST_VARIANCE * (to - at) * BANDS;
}

/** Correlation of the levels in a window, -1 to 1. @param stride compares every column, or every second one */
function likeness({ original, result, floor }: Pair, at: number, lag: number, stride: number): number {
  const from = Math.max(at, -lag);
  const to = Math.min(at + WINDOW, original.columns, result.columns - lag);
  if (to - from < SHORTEST_WINDOW) return -1;
  const count = Math.ceil((to - from) / stride);
  const [given, made] = [original.steps, result.steps];
  let dot = 0;
  let one = 0;
  let other = 0;
  for (let band = 0; band < BANDS; band++) {
    let x = 0;
    let y = 0;
    let xx = 0;
    let yy = 0;
    let xy = 0;
    for (let column = from; column < to; column += stride) {
      const a = Math.max(floor, given[column * BANDS + band] as number);
      const b = Math.max(floor, made[(column + lag) * BANDS + band] as number);
      x += a;
      y += b;
      xx += a * a;
      yy += b * b;
      xy += a * b;
    }
    dot += xy - (x * y) / count;
    one += xx - (x * x) / count;
    other += yy - (y * y) / count;
  }
  return one * other > 0 ? dot / Math.sqrt(one * other) : 0;
}

interface Found {
  readonly lag: number;
  readonly likeness: number;
}

function bestLag(pair: Pair, at: number, lag: number): Found {
  const search = (from: number, to: number, stride: number) => {
    let best: Found = { lag, likeness: -1 };
    for (let one = from; one <= to; one += stride) {
      const found = likeness(pair, at, one, stride);
      if (found > best.likeness) best = { lag: one, likeness: found };
    }
    return best;
  };
  const near = search(lag - MOST_CHANGE, lag + MOST_CHANGE, COARSE);
  return search(near.lag - COARSE, near.lag + COARSE, 1);
}

/** The column at which one lag stops to fit and the other begins to. */
function turningPoint(pair: Pair, at: number, before: number, after: number): number {
  /** What was taken out is in the recording alone: the new lag begins behind it. */
  const skipped = Math.max(0, before - after);
  const from = Math.max(0, at - WINDOW - STEP - skipped);
  const to = Math.min(pair.original.columns, at + WINDOW + skipped);
  let sum = 0;
  for (let column = from + skipped; column < to; column++) sum += distance(pair, column, after);
  let smallest = sum;
  let best = from;
  for (let column = from; column + skipped < to; column++) {
    sum += distance(pair, column, before) - distance(pair, column + skipped, after);
    if (sum >= smallest) continue;
    smallest = sum;
    best = column + 1;
  }
  return best;
}

function distance({ original, result, floor }: Pair, column: number, lag: number): number {
  const there = column + lag;
  const isThere = there >= 0 && there < result.columns;
  let sum = 0;
  for (let band = 0; band < BANDS; band++) {
    const given = Math.max(floor, original.steps[column * BANDS + band] as number);
    const made = isThere ? Math.max(floor, result.steps[there * BANDS + band] as number) : floor;
    sum += Math.min(MOST_DISTANCE * STEPS_A_DECIBEL, Math.abs(given - made));
  }
  return sum;
}
