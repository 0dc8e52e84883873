/** Asking before something is paid for that was paid for before. */

import { z } from 'zod';
import { batchPresetSchema } from '../../domain/batch/batch-preset.ts';
import { REPEAT_REASONS } from '../../domain/costs/paid-repeats.ts';
import { modelId } from '../../domain/own-models/model-schema.ts';

export const repeatRequest = z.object({
  /** What is about to be done: `restore` is a new job with the recording of an earlier one. */
  action: z.enum(['start', 'retry', 'start-again', 'redo', 'add-model', 'send', 'restore']),
  /** For `start`, all that wait if absent. */
  jobIds: z.array(z.string()).max(100_000).optional(),
  /** For `start`: everything is restored again. */
  restoresAgain: z.boolean().optional(),
  /** For `add-model`, `send` and `restore`; those of the jobs if absent. */
  models: z.array(modelId).optional(),
  /** For `send` and `restore`; that of the jobs if absent. */
  connectionId: z.string().optional(),
  /** For `restore`: what the service is asked for; that of the jobs if absent. */
  settings: batchPresetSchema.pick({ downloadType: true, samplingPreset: true, reuse: true }).partial().optional(),
});
export type RepeatRequest = z.infer<typeof repeatRequest>;

const paidRepeat = z.object({
  jobId: z.string(),
  /** Of the recording. */
  name: z.string(),
  model: modelId,
  reason: z.enum(REPEAT_REASONS),
  /** Micro-USD that it would cost now; null while the length or the price is not known. */
  amount: z.number().nullable(),
  earlier: z.object({
    generationId: z.string(),
    jobId: z.string(),
    /** When it was charged, in milliseconds since the epoch. */
    at: z.number(),
    amount: z.number().nullable(),
    connection: z.string(),
    /** `there`: a file of it exists. `waiting`: it was not downloaded yet. */
    result: z.enum(['there', 'waiting', 'gone']),
    isRejected: z.boolean(),
    isHidden: z.boolean(),
  }),
});
export type PaidRepeatView = z.infer<typeof paidRepeat>;

/** A file that was left out because it would be paid for again; its length was not counted. */
export const paidFile = paidRepeat.omit({ jobId: true, name: true, amount: true }).extend({ path: z.string() });

/** Most repeats that are listed. */
export const MOST_REPEATS = 100;

export const paidRepeats = z.object({
  /** Generations that would be paid for again. */
  count: z.number(),
  /** Micro-USD for all of them; null when one is not known. */
  amount: z.number().nullable(),
  repeats: z.array(paidRepeat).max(MOST_REPEATS),
});
export type PaidRepeatsView = z.infer<typeof paidRepeats>;
