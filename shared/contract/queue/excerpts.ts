/** Trying a part of a finished recording at a service before the whole is sent: the worst minute, or a passage that the person chose. */

import { z } from 'zod';
import { passageSchema } from '../../domain/listening/verdict.ts';
import { modelId } from '../../domain/own-models/model-schema.ts';
import { capRoom } from '../views.ts';

/** A shorter passage can't be judged. */
export const LEAST_EXCERPT_SECONDS = 1;

export const excerptRequest = z.object({
  /** A finished job. */
  jobId: z.string(),
  connectionId: z.string(),
  models: z.array(modelId).min(1),
  /** The worst minute if absent. */
  passage: passageSchema.optional(),
});

export const excerptQuote = z.object({
  /** What is sent. Null where the whole costs no more, or no minute has enough speech to judge by: then the whole is to be sent. */
  minute: z.object({ fromSeconds: z.number(), seconds: z.number() }).nullable(),
  /** Micro-USD; null when the connection has no price. */
  amount: z.number().nullable(),
  /** Micro-USD of the amount that the 60-second minimum adds; null as the amount. */
  amountAddedByMinimum: z.number().nullable(),
  /** Models whose result for this minute is there: it is used again and in no other figure. */
  reusable: z.number(),
  /** The cap that leaves the least room; null without one. */
  cap: capRoom.nullable(),
});
export type ExcerptQuote = z.infer<typeof excerptQuote>;
