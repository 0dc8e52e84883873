/** The progress of adding recordings, which can be stopped, and folders as people type them. */

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { call } from '../refusals.ts';

const addingView = z.object({
  /** Recordings found so far; all of them once `added` grows. */
  found: z.number(),
  added: z.number(),
});
export const addingEvent = z.object({ adding: addingView.nullable() });

export type AddingView = z.infer<typeof addingView>;
export type AddingEvent = z.infer<typeof addingEvent>;

export const addingContract = {
  /** Events while recordings are added; null when nothing is. The first one arrives at once. */
  watch: call.output(eventIterator(addingEvent)),
  /** Ends what is being added. What has a row by then stays; the report of `queue.add` names the rest. */
  stop: call.output(z.void()),
  /**
   * Reads a typed folder: `~` and variables are replaced. Variables that aren't folders are refused, since their values could be secrets.
   * `path` is absolute, or null with the reason.
   */
  readFolder: call
    .input(z.object({ text: z.string().min(1).max(4096) }))
    .output(z.object({ path: z.string().nullable(), reason: z.string().nullable() })),
};
