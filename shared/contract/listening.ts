/** Takes for comparison. Their data (peaks, samples, files) is served at the media addresses, not here. */

import { oc } from '@orpc/contract';
import { z } from 'zod';
import { refusals } from './refusals.ts';
import { jobView, takeView } from './views.ts';

export const listeningContract = {
  /** The takes of a job: the original first, then the results in the order of the models. */
  takes: oc
    .errors(refusals)
    .input(z.object({ jobId: z.string() }))
    .output(z.object({ job: jobView, takes: z.array(takeView) })),
};
