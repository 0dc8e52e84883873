/** How loud an export becomes: one gain for all of it, and a limiter only where the gain alone would pass the true peak. */

import type { SoundFigures } from '../../../shared/engine-api/export-messages.ts';
import { filterStage } from '../chains/filter-stage.ts';
import { decibelsOf, linearOf } from '../dsp/loudness/true-peak.ts';
import type { Block, Stage } from '../dsp/stage.ts';

export interface LevelPlan {
  /** dB. */
  readonly gain: number;
  /** dBTP that the limiter holds; null where there is none, and the gain is all that is done. */
  readonly ceiling: number | null;
}

export interface Target {
  /** LUFS. */
  readonly loudness: number;
  /** dBTP. */
  readonly truePeak: number;
}

/** Limiting that moves the loudness by more is made up for, in LU. */
const MOST_DRIFT = 0.5;
/** dB below what is wanted that the limiter holds: coming back from the finer rate, peaks rise a little again. */
const REBOUND = 0.2;
/** Corrections are a little larger than what they correct, in dB. */
const SPARE = 0.1;
/** How often one export is made anew at most. */
export const MOST_RENDERINGS = 5;

/** Seconds in which the limiter takes hold, and lets go. */
const ATTACK_MS = 5;
const RELEASE_MS = 50;
/** The lowest that FFmpeg's limiter holds, dBFS. */
const LOWEST_LIMIT = -24;

/** @param target null leaves the level as it is, as does silence */
export function planLevel(before: SoundFigures, target: Target | null): LevelPlan {
  if (target === null || before.loudness === null) return { gain: 0, ceiling: null };
  const gain = target.loudness - before.loudness;
  const fits = (before.truePeak ?? Number.NEGATIVE_INFINITY) + gain <= target.truePeak;
  return { gain, ceiling: fits ? null : target.truePeak };
}

/**
 * What to do better, by what came of a plan: a lower ceiling where peaks passed it, as they do in codecs that lose something; once, more
 * gain where limiter or codec took loudness away. Null when it is well.
 */
export function correctedLevel(
  plan: LevelPlan,
  first: LevelPlan,
  after: SoundFigures,
  target: Target,
): LevelPlan | null {
  const excess = (after.truePeak ?? Number.NEGATIVE_INFINITY) - target.truePeak;
  const drift = after.loudness === null ? 0 : target.loudness - after.loudness;
  const makesUp = plan.gain === first.gain && Math.abs(drift) > MOST_DRIFT;
  if (excess <= 0 && !makesUp) return null;
  const ceiling = plan.ceiling ?? target.truePeak;
  return {
    gain: makesUp ? plan.gain + drift : plan.gain,
    ceiling: excess > 0 ? ceiling - excess - SPARE : ceiling,
  };
}

/** Gain and limiter as a stage: as many frames out as in, at their places. */
export function levelStage({ gain, ceiling }: LevelPlan, sampleRate: number, channels: number): Stage {
  const factor = linearOf(gain);
  const amplified = (block: Block) =>
    gain === 0 ? block : block.map((samples) => samples.map((value) => value * factor));
  if (ceiling === null) {
    return { push: amplified, flush: () => [], close: () => undefined };
  }
  const limiter = filterStage(limiterOf(ceiling, sampleRate), sampleRate, channels);
  return {
    push: (block) => limiter.push(amplified(block)),
    flush: () => limiter.flush(),
    close: () => limiter.close(),
  };
}

/** Hz that the limiter works at, or more: four times 44.1 kHz, so that hardly any peak lies between its samples. */
const FINE_RATE = 176_400;

/** The smallest power of two by which a rate (Hz) must be multiplied for that. */
function oversamplingOf(sampleRate: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(FINE_RATE / sampleRate)));
}

function limiterOf(ceiling: number, sampleRate: number): string {
  const limit = linearOf(Math.max(LOWEST_LIMIT, ceiling - REBOUND));
  const limiter = `alimiter=limit=${limit.toFixed(6)}:level=0:latency=1:attack=${ATTACK_MS}:release=${RELEASE_MS}`;
  const fine = sampleRate * oversamplingOf(sampleRate);
  return fine === sampleRate ? limiter : `aresample=${fine},${limiter},aresample=${sampleRate}`;
}

/** What was measured as figures: nothing of silence is a number. @param peak linear */
export function figuresOf(loudness: number | null, peak: number): SoundFigures {
  return { loudness, truePeak: peak > 0 ? decibelsOf(peak) : null };
}
