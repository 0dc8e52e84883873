/** The files of recordings: which are gone, and finding those that were moved. */

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { call } from '../refusals.ts';

export const findEvent = z.discriminatedUnion('kind', [
  /** Still looking; so many files were looked at. */
  z.object({ kind: z.literal('looking'), files: z.number() }),
  /** `jobs`: how many use the file from now on; `resumed`: how many of them had failed without it and continue. */
  z.object({ kind: z.literal('found'), path: z.string(), jobs: z.number(), resumed: z.number() }),
  /** The file that was chosen is another recording. */
  z.object({ kind: z.literal('different'), by: z.enum(['size', 'content']) }),
  z.object({ kind: z.literal('none'), files: z.number() }),
]);
export type FindEvent = z.infer<typeof findEvent>;

export const sourcesContract = {
  /** How many files were moved away after their recordings were done, and can be moved back. */
  movedAway: call.output(z.object({ count: z.number() })),
  /** Moves them back, where nothing else is in their place. */
  takeBack: call.output(z.object({ moved: z.number(), left: z.number() })),
  /** Which of these jobs have recordings whose file is gone. */
  missing: call
    .input(z.object({ jobIds: z.array(z.string()).max(1000) }))
    .output(z.object({ jobIds: z.array(z.string()) })),
  /**
   * Looks for the file of a job's recording by its size and content, in the given files and folders. Once it is found, all jobs of that
   * recording use it. The last event isn't `looking`. The search stops when nobody listens.
   */
  find: call
    .input(z.object({ jobId: z.string(), /** Absolute. */ paths: z.array(z.string().max(4096)).min(1).max(100) }))
    .output(eventIterator(findEvent)),
};
