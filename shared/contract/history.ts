/** The history: everything that was ever done, read from this computer only. */

import { oc } from '@orpc/contract';
import { z } from 'zod';
import { noteSchema } from '../domain/listening/verdict.ts';
import { MODEL_IDS } from '../domain/models.ts';
import { verdictView } from './verdicts.ts';

const historyEntry = z.object({
  jobId: z.string(),
  name: z.string(),
  sourcePath: z.string().nullable(),
  connection: z.string(),
  projectId: z.string().nullable(),
  state: z.string(),
  durationSeconds: z.number().nullable(),
  /** Milliseconds since the epoch. */
  addedAt: z.number(),
  finishedAt: z.number().nullable(),
  generations: z.array(
    z.object({
      model: z.enum(MODEL_IDS),
      generationId: z.string().nullable(),
      state: z.string(),
      billableSeconds: z.number().nullable(),
      /** Micro-USD charged; null when nothing was charged or the price is unknown. */
      amount: z.number().nullable(),
      charged: z.boolean(),
      /** It uses an earlier paid result. */
      reused: z.boolean(),
      exportedPath: z.string().nullable(),
    }),
  ),
  error: z.string().nullable(),
  /** The listener's latest verdict that stands. */
  verdict: verdictView.nullable(),
  note: noteSchema,
});
export type HistoryEntry = z.infer<typeof historyEntry>;

export const historyContract = {
  /** Newest first. `search` matches names, paths, connection, model and state. */
  search: oc
    .input(
      z.object({
        search: z.string().max(200).default(''),
        offset: z.number().int().min(0).default(0),
        limit: z.number().int().min(1).max(500).default(100),
      }),
    )
    .output(z.object({ total: z.number(), entries: z.array(historyEntry) })),
};
