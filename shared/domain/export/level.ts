/** How an export reaches its loudness: one gain for the whole file, and limited peaks where that gain is too much. Pure. */

import { DEFAULT_TRUE_PEAK } from './settings.ts';

export interface SoundFigures {
  /** LUFS, integrated; null for silence. */
  readonly loudness: number | null;
  /** dBTP; null for silence. */
  readonly truePeak: number | null;
}

export interface LevelPlan {
  /** dB. */
  readonly gain: number;
  /** Limit in dBTP; null for gain alone. */
  readonly ceiling: number | null;
}

export interface LevelTarget {
  /** LUFS. */
  readonly loudness: number;
  /** dBTP. */
  readonly truePeak: number;
}

/** @param loudness in LUFS; null keeps the level @param truePeak in dBTP */
export function levelTarget(loudness: number | null, truePeak = DEFAULT_TRUE_PEAK): LevelTarget | null {
  return loudness === null ? null : { loudness, truePeak };
}

/** @param target null keeps the level; silence keeps it too */
export function planLevel(before: SoundFigures, target: LevelTarget | null): LevelPlan {
  if (target === null || before.loudness === null) return { gain: 0, ceiling: null };
  const gain = target.loudness - before.loudness;
  const fits = (before.truePeak ?? Number.NEGATIVE_INFINITY) + gain <= target.truePeak;
  return { gain, ceiling: fits ? null : target.truePeak };
}
