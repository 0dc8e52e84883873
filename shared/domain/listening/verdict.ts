/** What a listener decided about takes, and what they noted about a recording. */

import { z } from 'zod';
import { BLIND_TEST_KINDS, MOST_TRIALS, SIDES, seedSchema } from './blind-test.ts';

/** `keep` and `reject` are about one take; `better` puts it above another. */
export const VERDICT_KINDS = ['keep', 'reject', 'better'] as const;
export type VerdictKind = (typeof VERDICT_KINDS)[number];

const takeId = z.string().min(1).max(200);
const listener = z.string().trim().max(80);

export const newVerdict = z
  .object({
    jobId: z.string(),
    kind: z.enum(VERDICT_KINDS),
    take: takeId,
    /** For `better`: the take that is worse. */
    over: takeId.nullable(),
    /** Who listened; empty when they gave no name. */
    listener,
  })
  .refine(({ kind, take, over }) => (kind === 'better' ? over !== null && over !== take : over === null));
export type NewVerdict = z.infer<typeof newVerdict>;

/** A part of a recording, in seconds from its start. */
export const passageSchema = z
  .object({ startSeconds: z.number().min(0), endSeconds: z.number().positive() })
  .refine(({ startSeconds, endSeconds }) => startSeconds < endSeconds);
export type Passage = z.infer<typeof passageSchema>;

export const newBlindTest = z
  .object({
    jobId: z.string(),
    kind: z.enum(BLIND_TEST_KINDS),
    first: takeId,
    second: takeId,
    seed: seedSchema,
    trials: z.number().int().min(1).max(MOST_TRIALS),
    listener,
    /** What is looped; null for the whole recording. */
    passage: passageSchema.nullable(),
  })
  .refine(({ first, second }) => first !== second);
export type NewBlindTest = z.infer<typeof newBlindTest>;

export const blindAnswer = z.object({ side: z.enum(SIDES), at: z.number() });
export type BlindAnswer = z.infer<typeof blindAnswer>;

export const MOST_TAGS = 20;
export const noteSchema = z.object({
  note: z.string().max(4000),
  tags: z.array(z.string().trim().min(1).max(40)).max(MOST_TAGS),
});
export type Note = z.infer<typeof noteSchema>;
