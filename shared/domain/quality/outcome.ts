/** What a restoration changed, by the measures of recording and result, in a few words for a row. Pure. */

import { z } from 'zod';
import { assertNever } from '../errors.ts';
import type { Measures } from './measures.ts';

export const changeSchema = z.discriminatedUnion('kind', [
  /** Mains hum was there, and isn't anymore. */
  z.object({ kind: z.literal('hum') }),
  /** The noise floor, the level while nobody speaks, is so many decibels lower. */
  z.object({ kind: z.literal('noise'), decibels: z.number() }),
  /** The room's decay became shorter, in seconds. */
  z.object({ kind: z.literal('reverb'), from: z.number(), to: z.number() }),
  z.object({ kind: z.literal('clipping') }),
  /** All of it sounds like music. */
  z.object({ kind: z.literal('music') }),
]);
export type Change = z.infer<typeof changeSchema>;

/** Less isn't heard. Decibels. */
export const LEAST_NOISE = 3;
/** Seconds of decay, about what a listener notices (ISO 3382-1 gives 5 %, rooms here are 0.3 to 1 s). */
const LEAST_DECAY = 0.08;
/** Share of a recording that is music. */
const ALL_MUSIC = 0.9;

type Measured = Pick<Measures, 'clippedSamples' | 'decayTime' | 'hum' | 'musicFrames' | 'noiseFloor'>;

/**
 * The most audible first; empty where the recording was left as it was, null where one of the two wasn't measured.
 * @param frames of the recording
 */
export function changesOf(before: Measured | null, after: Measured | null, frames: number | null): Change[] | null {
  if (before === null || after === null) return null;
  if (frames !== null && (after.musicFrames ?? 0) > ALL_MUSIC * frames) return [{ kind: 'music' }];
  const changes: Change[] = [];
  const decibels = noiseLowered(before, after);
  if (decibels >= LEAST_NOISE) changes.push({ kind: 'noise', decibels });
  if (before.hum !== null && after.hum === null) changes.push({ kind: 'hum' });
  if (before.decayTime !== null && after.decayTime !== null && before.decayTime - after.decayTime >= LEAST_DECAY)
    changes.push({ kind: 'reverb', from: before.decayTime, to: after.decayTime });
  if (before.clippedSamples > 0 && after.clippedSamples === 0) changes.push({ kind: 'clipping' });
  return changes;
}

/**
 * How much lower the noise floor is, in whole decibels; negative where it is higher, 0 where one wasn't measured. The one figure for rows, Listen
 * and inspector: how far speech stands out of the noise is another, and moves with the speech.
 */
export function noiseLowered(before: Pick<Measures, 'noiseFloor'>, after: Pick<Measures, 'noiseFloor'>): number {
  if (before.noiseFloor === null || after.noiseFloor === null) return 0;
  return Math.round(before.noiseFloor - after.noiseFloor);
}

/** `noise 24 dB lower, hum removed` */
export function changeWords(changes: readonly Change[]): string {
  return changes.length === 0 ? 'left as it was' : changes.map(wordsOf).join(', ');
}

function wordsOf(change: Change): string {
  switch (change.kind) {
    case 'noise':
      return `noise ${change.decibels} dB lower`;
    case 'hum':
      return 'hum removed';
    case 'reverb':
      return 'less reverb';
    case 'clipping':
      return 'clipping repaired';
    case 'music':
      return 'music, left as it was';
    default:
      return assertNever(change, 'change');
  }
}
