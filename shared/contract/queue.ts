/** The queue's calls and its one event. */

import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { batchPresetSchema } from '../domain/batch-preset.ts';
import { MODEL_IDS } from '../domain/models.ts';
import { refusals } from './refusals.ts';
import { jobView, priority, queueEvent, totalsView } from './views.ts';

const jobIds = z.object({ jobIds: z.array(z.string()).min(1).max(100_000) });
const changed = z.object({ changed: z.number() });

const skippedPath = z.object({
  path: z.string(),
  reason: z.string(),
  /** It was never meant to be taken: nothing is left undone. */
  harmless: z.boolean().optional(),
});
const importReport = z.object({
  batchId: z.string(),
  jobIds: z.array(z.string()),
  /** What was not taken, each with a sentence why. */
  skipped: z.array(skippedPath),
});

const quoteView = z.object({
  recordings: z.number(),
  generations: z.number(),
  /** Seconds of audio in the recordings. */
  durationSeconds: z.number(),
  billableSeconds: z.number(),
  secondsAddedByMinimum: z.number(),
  /** Micro-USD; null when the connection has no price. */
  amount: z.number().nullable(),
  /** Micro-USD of the amount that only the 60-second minimum adds. */
  amountAddedByMinimum: z.number().nullable(),
  /** Generations that were paid before: the result is taken over, or fetched at last, and they are in no other figure. */
  reusable: z.number(),
  /** Recordings whose length is not known yet: they are not in the figures, but for an amount that is null without a price. */
  unmeasured: z.number(),
  /** Whether some of them will cost something, or may: their price is not 0, and no earlier result stands for them. */
  unmeasuredMayCost: z.boolean(),
});

export type ImportReport = z.infer<typeof importReport>;
export type QuoteView = z.infer<typeof quoteView>;

export const queueContract = {
  list: oc
    .input(z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(1000) }))
    .output(z.object({ revision: z.number(), total: z.number(), jobs: z.array(jobView), totals: totalsView })),
  /** Every change from now on. The first event comes at once, has no jobs, and tells the revision. */
  watch: oc.output(eventIterator(queueEvent)),
  /**
   * Adds files and folders (recursive) by absolute path. All rows are written before anything starts. With `start` the jobs
   * are admitted at once; without it they wait for `start`.
   */
  add: oc
    .errors(refusals)
    .input(
      z.object({
        paths: z.array(z.string().min(1)).min(1).max(100_000),
        preset: batchPresetSchema.optional(),
        start: z.boolean(),
        /** Another connection than the chosen one. */
        connectionId: z.string().optional(),
        /** Most that this batch may cost, in micro-USD: a generation that would pass it is not started. */
        maxCost: z.number().int().min(0).optional(),
      }),
    )
    .output(importReport),
  /** The recordings that come with Cleartake. */
  addSamples: oc
    .errors(refusals)
    .input(z.object({ preset: batchPresetSchema.optional(), start: z.boolean() }))
    .output(importReport),
  /** What starting these jobs (all that are not started, without `jobIds`) with this preset would cost. */
  quote: oc.input(z.object({ preset: batchPresetSchema, jobIds: z.array(z.string()).optional() })).output(quoteView),
  /** Admits jobs that were added without `start`, with this preset. */
  start: oc
    .errors(refusals)
    .input(z.object({ preset: batchPresetSchema, jobIds: z.array(z.string()).optional() }))
    .output(changed),
  pause: oc.input(jobIds).output(changed),
  resume: oc.input(jobIds).output(changed),
  cancel: oc.input(jobIds).output(changed),
  retry: oc.input(jobIds).output(changed),
  /** Takes finished, failed, cancelled or not started jobs off the queue; history keeps what was done. */
  remove: oc.input(jobIds).output(changed),
  /** Puts jobs, in their present order, before another one; without one, at the end. Within their priority. */
  move: oc
    .errors(refusals)
    .input(jobIds.extend({ before: z.string().nullable() }))
    .output(changed),
  /** What is high comes before what is normal, and that before what is low, whatever the positions. */
  prioritize: oc.input(jobIds.extend({ priority })).output(changed),
  pauseAll: oc.output(z.void()),
  resumeAll: oc.output(z.void()),
  /** A new generation of a finished job, on the same project unless it was paid before. */
  addModel: oc
    .errors(refusals)
    .input(z.object({ jobId: z.string(), model: z.enum(MODEL_IDS) }))
    .output(z.void()),
  /** Restores what is there of a recording that ends before its header says. */
  acceptTruncated: oc
    .errors(refusals)
    .input(z.object({ jobId: z.string() }))
    .output(z.void()),
  /** Answers a job that needs the person: look once more, or start again knowing that it may be charged twice. */
  answer: oc
    .errors(refusals)
    .input(z.object({ jobId: z.string(), answer: z.enum(['check-again', 'start-again']) }))
    .output(z.void()),
};
