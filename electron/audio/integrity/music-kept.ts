/** Where a result has the very sound of its recording, without a pause for seconds: music, which our engine leaves as it is. */

import { BANDS, type BandLevels, HOP_FRAMES, LEVEL_RATE } from './band-levels.ts';
import type { LagChange } from './follow-lag.ts';

/** Columns that are judged together, four seconds as in the engine, and from one judgement to the next. */
const WINDOW = Math.round((4 * LEVEL_RATE) / HOP_FRAMES);
const STEP = Math.round(LEVEL_RATE / HOP_FRAMES);
/** Steps of a level: half a decibel may be rounded either way. */
const SAME = 1;
/** Share of the columns that are the same. Clean speech loses the noise of its pauses. */
const LEAST_SAME = 0.98;
/** Decibels below the loudest at which there is sound, and the share of the columns that have it. Between words there is none. */
const DEPTH = 25;
const LEAST_SOUNDING = 0.95;
/** Quantile of the columns that the loudest is taken from. */
const LOUD = 0.95;
/** dBFS: whatever is left alone below is not listened to. */
const AUDIBLE = -60;

/**
 * @param original,result levels of the bands
 * @param sounds level of each column of the original, in dBFS
 * @param lags as followLag finds them; a result that runs apart from its recording has none of its music
 * @returns columns of all such parts
 */
export function musicKept(
  original: BandLevels,
  result: BandLevels,
  sounds: Float32Array,
  lags: readonly LagChange[],
): number {
  const lag = lags[0]?.lag ?? 0;
  if (lags.length > 1) return 0;
  const loudest = sounds.toSorted()[Math.floor((sounds.length - 1) * LOUD)] ?? Number.NEGATIVE_INFINITY;
  const soundsFrom = Math.max(AUDIBLE, loudest - DEPTH);
  let kept = 0;
  let keptUntil = 0;
  for (let from = 0; from + WINDOW <= original.columns; from += STEP) {
    let [same, sounding] = [0, 0];
    for (let column = from; column < from + WINDOW; column++) {
      if ((sounds[column] as number) >= soundsFrom) sounding += 1;
      if (isSame(original, result, column, column + lag)) same += 1;
    }
    if (same < LEAST_SAME * WINDOW || sounding < LEAST_SOUNDING * WINDOW) continue;
    kept += from + WINDOW - Math.max(from, keptUntil);
    keptUntil = from + WINDOW;
  }
  return kept;
}

function isSame(original: BandLevels, result: BandLevels, column: number, there: number): boolean {
  if (there < 0 || there >= result.columns) return false;
  for (let band = 0; band < BANDS; band++) {
    const one = original.steps[column * BANDS + band] as number;
    const other = result.steps[there * BANDS + band] as number;
    if (Math.abs(one - other) > SAME) return false;
  }
  return true;
}
