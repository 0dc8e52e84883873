/** Trying the worst minute of a finished recording at a service before the whole is sent. */

import { z } from 'zod';
import { MODEL_IDS } from '../../domain/models.ts';
import { capRoom } from './cap-room.ts';

export const excerptRequest = z.object({
  /** A finished job. */
  jobId: z.string(),
  connectionId: z.string(),
  models: z.array(z.enum(MODEL_IDS)).min(1),
});

export const excerptQuote = z.object({
  /** Null where the whole costs no more, or no minute has enough speech to judge by: then the whole is to be sent. */
  minute: z.object({ fromSeconds: z.number(), seconds: z.number() }).nullable(),
  /** Micro-USD; null when the connection has no price. */
  amount: z.number().nullable(),
  /** Models whose result for this minute is there: it is used again and in no other figure. */
  reusable: z.number(),
  /** The cap that leaves the least room; null without one. */
  cap: capRoom.nullable(),
});
export type ExcerptQuote = z.infer<typeof excerptQuote>;

/** On the job of an excerpt. */
export const excerptView = z.object({
  /** The job of the recording. */
  of: z.string(),
  /** Where it was cut out. */
  fromSeconds: z.number(),
  seconds: z.number(),
});
