/** What a restoration changed, by the measures of recording and result, in a few words for a row. Pure. */

import { z } from 'zod';
import { assertNever } from '../errors.ts';
import type { Measures } from './measures.ts';

export const changeSchema = z.discriminatedUnion('kind', [
  /** Mains hum was there, and isn't anymore. */
  z.object({ kind: z.literal('hum') }),
  /** The speech stands out of the noise by so many more decibels. */
  z.object({ kind: z.literal('noise'), decibels: z.number() }),
  /** The room's decay became shorter, in seconds. */
  z.object({ kind: z.literal('reverb'), from: z.number(), to: z.number() }),
  z.object({ kind: z.literal('clipping') }),
  /** All of it sounds like music. */
  z.object({ kind: z.literal('music') }),
]);
export type Change = z.infer<typeof changeSchema>;

/** Less isn't heard. Decibels. */
const LEAST_NOISE = 3;
/** Seconds of decay, about what a listener notices (ISO 3382-1 gives 5 %, rooms here are 0.3 to 1 s). */
const LEAST_DECAY = 0.08;
/** Share of a recording that is music. */
const ALL_MUSIC = 0.9;

type Measured = Pick<Measures, 'clippedSamples' | 'decayTime' | 'hum' | 'musicFrames' | 'signalToNoise'>;

/**
 * The most audible first; empty where the recording was left as it was, null where one of the two wasn't measured.
 * @param frames of the recording
 */
export function changesOf(before: Measured | null, after: Measured | null, frames: number | null): Change[] | null {
  if (before === null || after === null) return null;
  if (frames !== null && (after.musicFrames ?? 0) > ALL_MUSIC * frames) return [{ kind: 'music' }];
  const changes: Change[] = [];
  const decibels = (after.signalToNoise ?? 0) - (before.signalToNoise ?? 0);
  if (before.signalToNoise !== null && after.signalToNoise !== null && decibels >= LEAST_NOISE)
    changes.push({ kind: 'noise', decibels: Math.round(decibels) });
  if (before.hum !== null && after.hum === null) changes.push({ kind: 'hum' });
  if (before.decayTime !== null && after.decayTime !== null && before.decayTime - after.decayTime >= LEAST_DECAY)
    changes.push({ kind: 'reverb', from: before.decayTime, to: after.decayTime });
  if (before.clippedSamples > 0 && after.clippedSamples === 0) changes.push({ kind: 'clipping' });
  return changes;
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
