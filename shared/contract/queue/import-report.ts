/** What became of the files and folders that were added. */

import { z } from 'zod';
import { leftOut } from '../../domain/left-out.ts';
import { paidFile } from './paid-repeats.ts';

export const importReport = z.object({
  batchId: z.string(),
  jobIds: z.array(z.string()),
  /** Paths that were skipped, each with its reason. */
  skipped: z.array(leftOut),
  /** Jobs whose recordings have results already, with these settings over this connection: they are used. */
  restoredBefore: z.array(z.string()).optional(),
  /** Recordings that came twice under different names. Both were added. */
  twice: z.array(z.object({ path: z.string(), sameAs: z.string() })).optional(),
  /** Recordings that would be paid for again, and were left out because that was asked for: one for each model. */
  paidBefore: z.array(paidFile).optional(),
});

export type ImportReport = z.infer<typeof importReport>;
