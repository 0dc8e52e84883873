/** Where a result says something else than its recording: as loud, and of another sound. */

import { BANDS, type BandLevels, STEPS, STEPS_A_DECIBEL } from './band-levels.ts';
import type { LagChange } from './follow-lag.ts';
import type { SpeechLevels, Stretch } from './lost-speech.ts';

/** Decibels above what is heard: clearly speech. */
const CLEARLY_HEARD = 6;
/** Decibels below the loudest band of a column, and above the band's noise: weaker bands are mixed with what a restoration removes. */
const DEPTH = 15;
const ABOVE_NOISE = 12;
const NOISE_QUANTILE = 0.15;
/** A column that has lost more, in decibels, lacks speech instead. */
const LOST = 12;
/** Bands that are compared in a column at least. */
const FEWEST_BANDS = 3;
/** Columns of speech that are judged together, 0.6 s of them, and how long they may take: pauses between them don't count. */
const JUDGED = 38;
const LONGEST = 94;
/** Decibels by which the bands of other speech differ, on average. */
const OTHER = 3.5;
/** Decibels by which one of its bands is louder than it was: what was only taken away is the same speech. */
const ADDED = 1.5;

/** The first stretch whose speech differs; null for none. */
export function replacedSpeech(
  original: BandLevels,
  result: BandLevels,
  levels: SpeechLevels,
  lags: readonly LagChange[],
): Stretch | null {
  const least = noiseOf(original).map((step) => step + ABOVE_NOISE * STEPS_A_DECIBEL);
  const columns: number[] = [];
  const distances: number[] = [];
  for (let column = 0; column < original.columns; column++) {
    const lag = lags.findLast(({ from }) => from <= column)?.lag ?? 0;
    const found = distanceAt({ original, result, levels, least }, column, column + lag);
    if (found === null) continue;
    columns.push(column);
    distances.push(found);
  }
  const first = firstOther(columns, distances);
  if (first === null) return null;
  let from = first;
  while ((distances[from] as number) < OTHER) from += 1;
  let to = first + JUDGED;
  while ((distances[to - 1] as number) < OTHER) to -= 1;
  return { from: columns[from] as number, to: (columns[to - 1] as number) + 1 };
}

/** Index of the column with which the first stretch of other speech begins; null for none. */
function firstOther(columns: readonly number[], distances: readonly number[]): number | null {
  let sum = 0;
  for (const [at, distance] of distances.entries()) {
    sum += distance;
    const first = at - JUDGED + 1;
    if (first > 0) sum -= distances[first - 1] as number;
    if (first < 0 || (columns[at] as number) - (columns[first] as number) > LONGEST) continue;
    if (sum >= OTHER * JUDGED) return first;
  }
  return null;
}

/** The step of each band that is exceeded nearly always. */
function noiseOf({ columns, steps }: BandLevels): readonly number[] {
  return Array.from({ length: BANDS }, (_, band) => {
    const counts = new Uint32Array(STEPS);
    for (let at = band; at < steps.length; at += BANDS)
      counts[steps[at] as number] = (counts[steps[at] as number] ?? 0) + 1;
    let step = 0;
    for (let left = columns * NOISE_QUANTILE - (counts[0] as number); left > 0; left -= counts[step] as number)
      step += 1;
    return step;
  });
}

interface Compared {
  readonly original: BandLevels;
  readonly result: BandLevels;
  readonly levels: SpeechLevels;
  /** Of each band: the step from which it is compared. */
  readonly least: readonly number[];
}

/** How differently the bands of a column are mixed, in decibels; null where it has no clear speech. */
function distanceAt({ least, levels, original, result }: Compared, column: number, there: number): number | null {
  const { gain, heardFrom } = levels;
  const level = levels.original[column] as number;
  if (level < (heardFrom[column] as number) + CLEARLY_HEARD || there < 0 || there >= result.columns) return null;
  if ((levels.result[column] as number) - (gain ?? 0) < level - LOST) return null;
  const from = column * BANDS;
  if (addedAt(original, result, column, there) < ADDED + (gain ?? 0)) return 0;
  const loudest = original.steps.subarray(from, from + BANDS).reduce((most, step) => Math.max(most, step), 0);
  const differences: number[] = [];
  for (let band = 0; band < BANDS; band++) {
    const given = original.steps[from + band] as number;
    if (given < Math.max(least[band] as number, loudest - DEPTH * STEPS_A_DECIBEL)) continue;
    differences.push((result.steps[there * BANDS + band] as number) - given);
  }
  if (differences.length < FEWEST_BANDS) return null;
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  const apart = differences.reduce((sum, value) => sum + Math.abs(value - mean), 0) / differences.length;
  return apart / STEPS_A_DECIBEL;
}

/** Decibels by which a loud band of the result is louder than the recording's. */
function addedAt(original: BandLevels, result: BandLevels, column: number, there: number): number {
  const made = result.steps.subarray(there * BANDS, (there + 1) * BANDS);
  const loudest = made.reduce((most, step) => Math.max(most, step), 0);
  let added = 0;
  for (let band = 0; band < BANDS; band++) {
    const step = made[band] as number;
    if (step < loudest - DEPTH * STEPS_A_DECIBEL) continue;
    added = Math.max(added, step - (original.steps[column * BANDS + band] as number));
  }
  return added / STEPS_A_DECIBEL;
}
