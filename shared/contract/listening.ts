/** Takes for the comparison. Their bytes (peaks, samples, files) travel over the media addresses, never through here. */

import { oc } from '@orpc/contract';
import { z } from 'zod';
import { refusals } from './refusals.ts';
import { jobView, takeView } from './views.ts';

export const listeningContract = {
  /** The takes of a job, original first, then the results in the order of the models. */
  takes: oc
    .errors(refusals)
    .input(z.object({ jobId: z.string() }))
    .output(z.object({ job: jobView, takes: z.array(takeView) })),
};
