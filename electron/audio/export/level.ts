/** Loudness of an export: one gain for the whole file, and a limiter only when the gain would exceed the true-peak limit. */

import type { LevelPlan, LevelTarget, SoundFigures } from '../../../shared/domain/export/level.ts';
import { filterStage } from '../chains/filter-stage.ts';
import { decibelsOf, linearOf } from '../dsp/loudness/true-peak.ts';
import type { AudioStage, Block } from '../dsp/stage.ts';

/** LU; a larger difference from the target is made up. */
const MOST_DRIFT = 0.1;
/** dB of gain beyond the plan that make up for what limiter and codec take away: more would flatten speech. */
const MOST_MAKEUP = 4;
/** How much louder a decibel of gain makes a limited output, at least, in LU. */
const LEAST_YIELD = 0.4;
/** dB below the target at which the limiter works: peaks rise a little when resampling back. */
const REBOUND = 0.2;
/** Extra margin of each correction, in dB. */
const SPARE = 0.1;
/** Most renderings of one export. */
export const MOST_RENDERINGS = 8;

/** The limiter's attack and release, in milliseconds. */
const ATTACK_MS = 5;
const RELEASE_MS = 50;
/** The lowest limit of FFmpeg's limiter, dBFS. */
const LOWEST_LIMIT = -24;

/** One rendering: what was planned, and what came of it. */
export interface Rendered {
  readonly plan: LevelPlan;
  readonly after: SoundFigures;
}

/**
 * Corrects a plan by the measured outcome: a lower ceiling when peaks exceed it, as with lossy codecs, and more gain when limiter or codec
 * took loudness away, until the target is met or that would flatten the sound. Null when the outcome is good, or as good as it gets.
 * @param made all renderings so far, the first one as planned
 */
export function correctedLevel(made: readonly [Rendered, ...Rendered[]], target: LevelTarget): LevelPlan | null {
  const [{ plan: first }] = made;
  const { plan, after } = made.at(-1) as Rendered;
  const excess = (after.truePeak ?? Number.NEGATIVE_INFINITY) - target.truePeak;
  const drift = after.loudness === null ? 0 : target.loudness - after.loudness;
  const wanted = Math.abs(drift) > MOST_DRIFT ? plan.gain + drift / yieldOf(made) : plan.gain;
  const gain = Math.min(wanted, first.gain + MOST_MAKEUP);
  if (excess <= 0 && Math.abs(gain - plan.gain) < MOST_DRIFT / 2) return null;
  if (excess > 0) return { gain, ceiling: (plan.ceiling ?? target.truePeak) - excess - SPARE };
  const fits = plan.ceiling === null && excess + gain - plan.gain <= 0;
  return { gain, ceiling: fits ? null : (plan.ceiling ?? target.truePeak) };
}

/** LU that a decibel of gain brought between the last two renderings: less than 1 where a limiter works. */
function yieldOf(made: readonly Rendered[]): number {
  const [before, last] = made.slice(-2);
  const gained = (last?.plan.gain ?? 0) - (before?.plan.gain ?? 0);
  const louder = (last?.after.loudness ?? 0) - (before?.after.loudness ?? 0);
  return gained === 0 ? 1 : Math.min(1, Math.max(LEAST_YIELD, louder / gained));
}

/** Gain and limiter as a stage. */
export function levelStage({ gain, ceiling }: LevelPlan, sampleRate: number, channels: number): AudioStage {
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

/** Least rate of the limiter in Hz: four times 44.1 kHz, so that hardly any peak lies between its samples. */
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

/** The figures of a measurement; null for silence. @param peak linear */
export function figuresOf(loudness: number | null, peak: number): SoundFigures {
  return { loudness, truePeak: peak > 0 ? decibelsOf(peak) : null };
}
