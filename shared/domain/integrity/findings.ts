/** What the integrity check can find wrong with a result: data that the store keeps and the desk shows. */

import { z } from 'zod';

/** Positions and lengths are seconds of the recording, for display. */
export const findingSchema = z.discriminatedUnion('kind', [
  /** Hardly anything of the recording is left, be it speech or not. */
  z.object({ kind: z.literal('silent') }),
  /** Speech of the recording that the result lacks, in total; `at` is the first place. */
  z.object({ kind: z.literal('lost-speech'), at: z.number(), seconds: z.number(), places: z.number() }),
  /** The result has other speech than the recording, from `at` on for at least so many seconds. */
  z.object({ kind: z.literal('other-speech'), at: z.number(), seconds: z.number() }),
  /** The result is longer than the recording by this much; shorter when negative. */
  z.object({ kind: z.literal('length'), at: z.number(), seconds: z.number() }),
  /** From `at` on, the result is late by this much; early when negative. */
  z.object({ kind: z.literal('offset'), at: z.number(), seconds: z.number() }),
  /** From `at` on for so many seconds, the pitch is higher by this part of it; lower when negative. */
  z.object({ kind: z.literal('pitch'), at: z.number(), seconds: z.number(), higher: z.number() }),
  /** Peaks are cut off that are whole in the recording; `at` is the first place. */
  z.object({ kind: z.literal('clipping'), at: z.number() }),
  /** Speech that a channel of the recording has and the same channel of the result lacks, from `at` on for so many seconds. */
  z.object({
    kind: z.literal('silent-channel'),
    channel: z.enum(['left', 'right']),
    at: z.number(),
    seconds: z.number(),
  }),
  /** Left and right are exchanged. */
  z.object({ kind: z.literal('swapped-channels') }),
  /** Left and right differ in the recording, and are the same in the result. */
  z.object({ kind: z.literal('merged-channels') }),
  /** The speech is louder than in the recording by this many decibels, though nobody asked for it; quieter when negative. */
  z.object({ kind: z.literal('level'), decibels: z.number() }),
  /** The output's loudness in LUFS, and what the preset asked for. */
  z.object({ kind: z.literal('loudness'), loudness: z.number(), asked: z.number() }),
]);
export type Finding = z.infer<typeof findingSchema>;
export type FindingKind = Finding['kind'];

export const resultInReviewSchema = z.object({
  generationId: z.string(),
  /** The gravest first; at least one. */
  findings: z.array(findingSchema),
});
/** A result that isn't delivered before the person has accepted it. */
export type ResultInReview = z.infer<typeof resultInReviewSchema>;

/** Where to listen, in seconds of the recording; null when it is everywhere. */
export function placeOf(finding: Finding): number | null {
  return 'at' in finding ? finding.at : null;
}
