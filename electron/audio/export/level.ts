/** Loudness of an export: one gain for the whole file, and a limiter only when the gain would exceed the true-peak limit. */

import type { LevelPlan, LevelTarget, SoundFigures } from '../../../shared/domain/export/level.ts';
import { filterStage } from '../chains/filter-stage.ts';
import { decibelsOf, linearOf } from '../dsp/loudness/true-peak.ts';
import type { AudioStage, Block } from '../dsp/stage.ts';

/** LU; a larger loss of loudness by the limiter is compensated. */
const MOST_DRIFT = 0.5;
/** dB below the target at which the limiter works: peaks rise a little when resampling back. */
const REBOUND = 0.2;
/** Extra margin of each correction, in dB. */
const SPARE = 0.1;
/** Most renderings of one export. */
export const MOST_RENDERINGS = 5;

/** The limiter's attack and release, in milliseconds. */
const ATTACK_MS = 5;
const RELEASE_MS = 50;
/** The lowest limit of FFmpeg's limiter, dBFS. */
const LOWEST_LIMIT = -24;

/**
 * Corrects a plan by the measured outcome: a lower ceiling when peaks exceed it, as with lossy codecs, and once more gain when limiter or
 * codec reduced the loudness. Null when the outcome is good.
 */
export function correctedLevel(
  plan: LevelPlan,
  first: LevelPlan,
  after: SoundFigures,
  target: LevelTarget,
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
