/** How an export reaches its loudness: one gain for the whole file, and limited peaks where that gain is too much. Pure. */

import { DEFAULT_TRUE_PEAK, type ExportSettings, QUIETEST_TARGET } from './settings.ts';

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

/** LU by which mono that plays from both speakers is louder than its measure. */
const DOUBLED_LU = 3;
/** Broadcasting has one target for all (EBU R 128), in LUFS. */
const BROADCAST = -23;

/** The usual loudness of mono beside a target for stereo, in LUFS. */
export function monoTargetOf(loudness: number): number {
  return loudness === BROADCAST ? BROADCAST : Math.max(QUIETEST_TARGET, loudness - DOUBLED_LU);
}

type Wanted = Pick<ExportSettings, 'loudness' | 'monoLoudness' | 'truePeak'>;

/** Null keeps the level. @param channels of the output: one has a loudness of its own; null where they aren't known */
export function levelTarget(
  { loudness, monoLoudness, truePeak = DEFAULT_TRUE_PEAK }: Wanted,
  channels: number | null,
): LevelTarget | null {
  if (loudness === null) return null;
  return { loudness: channels === 1 ? (monoLoudness ?? loudness) : loudness, truePeak };
}

/** @param target null keeps the level; silence keeps it too */
export function planLevel(before: SoundFigures, target: LevelTarget | null): LevelPlan {
  if (target === null || before.loudness === null) return { gain: 0, ceiling: null };
  const gain = target.loudness - before.loudness;
  const fits = (before.truePeak ?? Number.NEGATIVE_INFINITY) + gain <= target.truePeak;
  return { gain, ceiling: fits ? null : target.truePeak };
}
