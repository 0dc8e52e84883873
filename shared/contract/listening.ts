/** Takes for comparison. Their data (peaks, samples, files) is served at the media addresses, not here. */

import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { refusals } from './refusals.ts';
import { jobView, takeView } from './views.ts';

const savingEvent = z.object({
  /** 0 to 1. */
  fraction: z.number(),
  /** Null until the file is there. */
  fileName: z.string().nullable(),
});
export type SavingEvent = z.infer<typeof savingEvent>;

export const listeningContract = {
  /** The takes of a job: the original first, then the results in the order of the models. */
  takes: oc
    .errors(refusals)
    .input(z.object({ jobId: z.string() }))
    .output(z.object({ job: jobView, takes: z.array(takeView) })),
  /**
   * Makes the output of a result, as its preset says, and tells how far it is. The last event has the file's name; the save address then
   * gives the file at once. It stops when nobody listens.
   */
  save: oc
    .errors(refusals)
    .input(z.object({ takeId: z.string() }))
    .output(eventIterator(savingEvent)),
};
