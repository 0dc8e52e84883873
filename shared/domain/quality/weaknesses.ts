/**
 * What still is poor about a restored recording, by the measures of its result: the desk marks it and offers another service. Pure.
 *
 * The thresholds come from the 92 items of `npm run bench -- quality`, restored by Service 2.0 and judged by their intelligibility (STOI)
 * against the clean speech. They mark 23 of the 30 results below 0.9. Of the 53 at 0.93 and above they mark five, four of them band-limited.
 */

import { z } from 'zod';
import type { Measures } from './measures.ts';

export const weaknessSchema = z.discriminatedUnion('kind', [
  /** The speech is only this many decibels above the noise. */
  z.object({ kind: z.literal('noise'), signalToNoise: z.number() }),
  /** Reverberation time in seconds. */
  z.object({ kind: z.literal('reverb'), decayTime: z.number() }),
  /** Nothing is heard above this frequency, in Hz. */
  z.object({ kind: z.literal('muffled'), bandwidth: z.number() }),
]);
export type Weakness = z.infer<typeof weaknessSchema>;

/** Decibels. */
const LEAST_SIGNAL_TO_NOISE = 25;
/** Seconds. */
const MOST_DECAY_TIME = 0.33;
/** Hz. */
const LEAST_BANDWIDTH = 5000;

/** The most audible first; empty for a good result, and for one with too little speech to judge by. */
export function weaknessesOf(measures: Measures | null): readonly Weakness[] {
  if (measures === null || measures.signalToNoise === null) return [];
  const { bandwidth, decayTime, signalToNoise } = measures;
  const found: Weakness[] = [];
  if (signalToNoise < LEAST_SIGNAL_TO_NOISE) found.push({ kind: 'noise', signalToNoise });
  if (decayTime !== null && decayTime > MOST_DECAY_TIME) found.push({ kind: 'reverb', decayTime });
  if (bandwidth !== null && bandwidth < LEAST_BANDWIDTH) found.push({ kind: 'muffled', bandwidth });
  return found;
}
