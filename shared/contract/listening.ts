/** Takes for comparison. Their data (peaks, samples, files) is served at the media addresses, not here. */

import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { batchPresetSchema, outputPlaceSchema } from '../domain/batch/batch-preset.ts';
import { MODEL_IDS } from '../domain/models.ts';
import { refusals } from './refusals.ts';
import { jobView, takeView } from './views.ts';

export const savingEvent = z.object({
  /** 0 to 1. */
  fraction: z.number(),
  /** Null until the file is there. */
  fileName: z.string().nullable(),
});
export type SavingEvent = z.infer<typeof savingEvent>;

const exportedOutput = z.object({
  jobId: z.string(),
  generationId: z.string(),
  model: z.enum(MODEL_IDS),
  /** Absolute; null when it failed. */
  path: z.string().nullable(),
  /** Why it failed. */
  problem: z.string().nullable(),
});
export type ExportedOutput = z.infer<typeof exportedOutput>;

/** The settings of a job since its Start, and the name that their preset had; null where it had none. */
const startedWith = z.object({ settings: batchPresetSchema, presetName: z.string().nullable() });

export const listeningContract = {
  /** The takes of a job: the original first, then the results in the order of the models; and what it was started with. */
  takes: oc
    .errors(refusals)
    .input(z.object({ jobId: z.string() }))
    .output(z.object({ job: jobView, takes: z.array(takeView), startedWith: startedWith.nullable() })),
  /**
   * Makes the output of a result, as its preset says, and tells how far it is. The last event has the file's name; the save address then
   * gives the file at once. It stops when nobody listens.
   */
  save: oc
    .errors(refusals)
    .input(z.object({ takeId: z.string() }))
    .output(eventIterator(savingEvent)),
  /**
   * Writes the results of jobs that have ended to another place, each as its preset says. Nothing there is replaced; what is there already with
   * the same content stays the one copy.
   */
  export: oc
    .errors(refusals)
    .input(
      z.object({
        jobIds: z.array(z.string()).min(1).max(100_000),
        output: outputPlaceSchema,
        /** Instead of each job's own. */
        namingTemplate: batchPresetSchema.shape.namingTemplate.optional(),
      }),
    )
    .output(z.array(exportedOutput)),
};
