/** What became of the files and folders that were added. */

import { z } from 'zod';
import { paidFile } from './paid-repeats.ts';

/** Why something was left out, for programs; people read `reason`. */
export const LEFT_OUT_KINDS = [
  'in-queue',
  'own-result',
  'not-a-recording',
  'hidden',
  'empty-folder',
  'folder-link',
  'link-loop',
  'pipe',
  'socket',
  'device',
  'too-deep',
  'missing',
  'forbidden',
  'unreadable',
  'not-a-path',
  'restored-before',
  'paid-before',
  'stopped',
] as const;
export type LeftOutKind = (typeof LEFT_OUT_KINDS)[number];

const leftOut = z.object({
  path: z.string(),
  kind: z.enum(LEFT_OUT_KINDS),
  reason: z.string(),
  /** Skipped on purpose: nothing is left undone. */
  harmless: z.boolean().optional(),
  /** How many files of a folder this stands for; otherwise one. */
  count: z.number().optional(),
});

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

export type LeftOut = z.infer<typeof leftOut>;
export type ImportReport = z.infer<typeof importReport>;

/** How many files were left out. */
export function countLeftOut(skipped: readonly LeftOut[]): number {
  return skipped.reduce((sum, { count = 1 }) => sum + count, 0);
}
