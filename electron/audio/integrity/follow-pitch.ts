/** Where a result is out of tune with its recording: played faster or slower there, or spoken by another voice. */

import { createSlidingSpectra } from '../dsp/spectra/sliding-spectra.ts';
import type { Block } from '../dsp/stage.ts';
import { HOP_FRAMES, LEVEL_RATE } from './band-levels.ts';
import type { LagChange } from './follow-lag.ts';
import type { Stretch } from './lost-speech.ts';

/** 128 ms, in which the harmonics of a voice are apart. */
const WINDOW_FRAMES = 2048;
const TONE_HOP_FRAMES = 1024;
/** Columns of band levels in a row of tones. */
const COLUMNS_A_ROW = TONE_HOP_FRAMES / HOP_FRAMES;

/** Hz, and the ratio of two neighbors: the same change of pitch shifts all tones by as many places. */
const LOWEST = 500;
const HIGHEST = 3500;
const RATIO = 1.0125;
const TONES = Math.floor(Math.log(HIGHEST / LOWEST) / Math.log(RATIO));
/** Neighbors to each side that a tone is compared with: what is left are harmonics, without the formants. */
const SURROUNDINGS = 10;
/** Decibels. */
const MOST_PROMINENT = 20;
const STEPS_A_DECIBEL = 6;
const TINY = 1e-12;

/** How much each tone stands out, row by row. */
export interface Tones {
  readonly rows: number;
  readonly prominences: Int8Array;
}

export interface ToneCollector {
  /** The next samples of all channels at LEVEL_RATE. */
  push(block: Block): void;
  finish(): Tones;
  close(): void;
}

export async function createToneCollector(channels: number): Promise<ToneCollector> {
  const places = Float64Array.from(
    { length: TONES },
    (_, tone) => (LOWEST * RATIO ** tone * WINDOW_FRAMES) / LEVEL_RATE,
  );
  const levels = new Float64Array(TONES);
  let powers = new Float64Array(0);
  let prominences = new Int8Array(TONES * 512);
  let used = 0;

  function addPowers(real: Float32Array, imaginary: Float32Array): void {
    for (let bin = 0; bin < powers.length; bin++)
      powers[bin] = (powers[bin] as number) + (real[bin] as number) ** 2 + (imaginary[bin] as number) ** 2;
  }

  function closeRow(): void {
    for (let bin = 0; bin < powers.length; bin++) powers[bin] = 10 * Math.log10(powers[bin] as number);
    for (let tone = 0; tone < TONES; tone++) {
      const place = places[tone] as number;
      const bin = Math.floor(place);
      const low = powers[bin] as number;
      levels[tone] = low + (place - bin) * ((powers[bin + 1] as number) - low);
    }
    if (used + TONES > prominences.length) {
      const larger = new Int8Array(prominences.length * 2);
      larger.set(prominences);
      prominences = larger;
    }
    keepProminences();
    powers.fill(TINY);
  }

  function keepProminences(): void {
    let sum = 0;
    let count = 0;
    for (let tone = -SURROUNDINGS; tone < TONES; tone++) {
      const next = tone + SURROUNDINGS;
      const last = tone - SURROUNDINGS - 1;
      if (next < TONES) {
        sum += levels[next] as number;
        count += 1;
      }
      if (last >= 0) {
        sum -= levels[last] as number;
        count -= 1;
      }
      if (tone < 0) continue;
      const above = (levels[tone] as number) - sum / count;
      const limited = Math.max(-MOST_PROMINENT, Math.min(MOST_PROMINENT, above));
      prominences[used++] = Math.round(limited * STEPS_A_DECIBEL);
    }
  }

  const spectra = await createSlidingSpectra({
    channels,
    windowFrames: WINDOW_FRAMES,
    hopFrames: TONE_HOP_FRAMES,
    onSpectrum: addPowers,
    onWindow: closeRow,
  });
  powers = new Float64Array(spectra.bins).fill(TINY);
  return {
    push: spectra.push,
    finish: () => ({ rows: used / TONES, prominences: prominences.subarray(0, used) }),
    close: spectra.close,
  };
}

export interface PitchDrift extends Stretch {
  /** Of the result's pitch to the recording's. */
  readonly ratio: number;
}

/** Rows that are compared at once, 1.5 s, and from one comparison to the next. */
const COMPARED = 24;
const STEP = 6;
/** Largest change that is looked for, in tones: a tenth. */
const MOST_SHIFT = 8;
/** A smaller shift is none: codecs and resamplers keep the pitch. */
const LEAST_SHIFT = 2;
/** How alike a shifted result must be, and how much more than in place. */
const LIKE = 0.35;
const BETTER = 0.15;
/** Comparisons in a row that must agree. */
const AGREEING = 2;

/** The first stretch that is out of tune, in columns of band levels of the recording; null for none. */
export function followPitch(original: Tones, result: Tones, lags: readonly LagChange[]): PitchDrift | null {
  const there = Int32Array.from({ length: original.rows }, (_, row) => row + rowsLateAt(lags, row));
  let first: { readonly row: number; readonly shift: number } | null = null;
  let last = 0;
  let agreeing = 0;
  let shifts = 0;
  for (let row = 0; row + COMPARED <= original.rows; row += STEP) {
    const shift = shiftAt(original, result, there, row);
    if (first !== null && shift !== null && Math.sign(shift) === Math.sign(first.shift)) {
      last = row;
      agreeing += 1;
      shifts += shift;
      continue;
    }
    if (first !== null && agreeing >= AGREEING) break;
    first = shift === null ? null : { row, shift };
    last = row;
    agreeing = shift === null ? 0 : 1;
    shifts = shift ?? 0;
  }
  if (first === null || agreeing < AGREEING) return null;
  const shift = Math.round(shifts / agreeing);
  const [from, to] = [Math.max(0, first.row - COMPARED), Math.min(original.rows, last + 2 * COMPARED)];
  const better = Float64Array.from({ length: to - from }, (_, index) => {
    const at = (one: number) => productAt(original, result, there, from + index, one);
    return at(shift) - at(0);
  });
  const best = largestPart(better);
  return {
    from: (from + best.from) * COLUMNS_A_ROW,
    to: (from + best.to) * COLUMNS_A_ROW,
    ratio: RATIO ** (shifts / agreeing),
  };
}

/** The part of a list with the largest sum. */
function largestPart(values: Float64Array): Stretch {
  let best = { from: 0, to: 0 };
  let largest = 0;
  let sum = 0;
  let from = 0;
  for (const [index, value] of values.entries()) {
    if (sum <= 0) {
      sum = 0;
      from = index;
    }
    sum += value;
    if (sum <= largest) continue;
    largest = sum;
    best = { from, to: index + 1 };
  }
  return best;
}

function rowsLateAt(lags: readonly LagChange[], row: number): number {
  const lag = lags.findLast(({ from }) => from <= row * COLUMNS_A_ROW)?.lag ?? 0;
  return Math.round(lag / COLUMNS_A_ROW);
}

/** By how many tones the result is higher in some rows; null when it is in tune, or nothing can be told. */
function shiftAt(original: Tones, result: Tones, there: Int32Array, row: number): number | null {
  const inPlace = Math.max(...[-1, 0, 1].map((shift) => likeness(original, result, there, row, shift)));
  if (inPlace >= 1 - BETTER) return null;
  let best = 0;
  let most = inPlace;
  for (let shift = -MOST_SHIFT; shift <= MOST_SHIFT; shift++) {
    if (Math.abs(shift) < LEAST_SHIFT) continue;
    const found = likeness(original, result, there, row, shift);
    if (found <= most) continue;
    most = found;
    best = shift;
  }
  return most >= LIKE && most - inPlace >= BETTER ? best : null;
}

/** Correlation of how tones stand out, -1 to 1. */
function likeness(original: Tones, result: Tones, there: Int32Array, row: number, shift: number): number {
  let dot = 0;
  let one = TINY;
  let other = TINY;
  for (let at = row; at < row + COMPARED; at++) {
    const place = there[at] as number;
    if (place < 0 || place >= result.rows) continue;
    for (let tone = Math.max(0, -shift); tone < Math.min(TONES, TONES - shift); tone++) {
      const a = original.prominences[at * TONES + tone] as number;
      const b = result.prominences[place * TONES + tone + shift] as number;
      dot += a * b;
      one += a * a;
      other += b * b;
    }
  }
  return dot / Math.sqrt(one * other);
}

function productAt(original: Tones, result: Tones, there: Int32Array, row: number, shift: number): number {
  const place = there[row] as number;
  if (place < 0 || place >= result.rows) return 0;
  let dot = 0;
  for (let tone = Math.max(0, -shift); tone < Math.min(TONES, TONES - shift); tone++)
    dot +=
      (original.prominences[row * TONES + tone] as number) *
      (result.prominences[place * TONES + tone + shift] as number);
  return dot;
}
