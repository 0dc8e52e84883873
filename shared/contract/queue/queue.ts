/** The queue's calls and its one event. */

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { batchPresetSchema } from '../../domain/batch/batch-preset.ts';
import { rowSettingsSchema } from '../../domain/batch/row-settings.ts';
import { DOWNLOAD_TYPES } from '../../domain/export/settings.ts';
import { leftOut } from '../../domain/left-out.ts';
import { MODEL_IDS } from '../../domain/models.ts';
import { modelId } from '../../domain/own-models/model-schema.ts';
import { spanSchema } from '../../domain/quality/spans.ts';
import { call } from '../refusals.ts';
import { capRoom, jobView, priority, queueEvent, timeSpan, totalsView } from '../views.ts';
import { excerptQuote, excerptRequest } from './excerpts.ts';
import { paidFile, paidRepeats, repeatRequest } from './paid-repeats.ts';
import { trackCalls } from './tracks.ts';

const splitRecording = z.object({
  /** Of the parts, in their order. */
  names: z.array(z.string()),
  /** Of parts between them that aren't there: then they can't be joined. */
  missing: z.array(z.string()),
});

const importReport = z.object({
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
  /** What was added in parts that a recorder seems to have split. */
  parts: z.array(splitRecording.extend({ jobIds: z.array(z.string()) })).optional(),
});
export type SplitRecording = z.infer<typeof splitRecording>;

const againRequest = z.object({
  jobIds: z.array(z.string()).min(1).max(10_000),
  /** Instead of those that the recordings were restored with. */
  models: z.array(modelId).min(1).optional(),
  /** Likewise the settings, apart from the models: those of a named preset. */
  presetId: z.string().max(100).optional(),
  /** Or these. */
  settings: batchPresetSchema.optional(),
});

const jobIds = z.object({ jobIds: z.array(z.string()).min(1).max(100_000) });
const changed = z.object({ changed: z.number() });
const startRequest = z.object({
  /** All that aren't started if absent. */
  jobIds: z.array(z.string()).optional(),
  /** Restores, and pays for, recordings again that have an earlier result. */
  restoresAgain: z.boolean().optional(),
});

const sending = jobIds.extend({
  connectionId: z.string(),
  /** Instead of those that the recordings were restored with. */
  models: z.array(modelId).min(1).optional(),
});

const connectionShare = z.object({
  connectionId: z.string(),
  name: z.string(),
  isBuiltIn: z.boolean(),
  recordings: z.number(),
  /** Micro-USD; null without a price. */
  amount: z.number().nullable(),
  /** The cap that leaves the least room; null without one. `waiting`: recordings of which something has no room. */
  cap: capRoom.extend({ waiting: z.number() }).nullable(),
  /** The billing threshold in micro-USD that it would reach; null when none. */
  threshold: z.number().nullable(),
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
  /** Micro-USD of the amount that the 60-second minimum adds. */
  amountAddedByMinimum: z.number().nullable(),
  /** Generations with an earlier paid result, which is used or downloaded; they are in no other figure. */
  reusable: z.number(),
  /** Recordings whose content another one of the same Start has: restored and paid for once, in no figure of what is paid. */
  twins: z.number(),
  /** Jobs with the models that cost nothing for either reason; empty for paths. `sameAs`: the other one, and what its file is called. */
  reused: z.array(
    z.object({
      jobId: z.string(),
      models: z.array(modelId),
      sameAs: z.object({ jobId: z.string(), name: z.string() }).nullable(),
    }),
  ),
  /** Micro-USD that the reusable ones would cost again; null when a price is unknown. */
  savedByHistory: z.number().nullable(),
  /** Recordings whose length isn't known yet; they are in no other figure, except that `amount` is null without a price. */
  unmeasured: z.number(),
  /** Whether some of them may cost something: their price isn't 0, and they have no earlier result. */
  unmeasuredMayCost: z.boolean(),
  /** Micro-USD of the same recordings with one model alone; null when its price is unknown. */
  alternatives: z.record(z.enum(MODEL_IDS), z.number().nullable()),
  /** What each connection has in it. */
  connections: z.array(connectionShare),
  /** The time that it will take, from what was learned; null while unknown. */
  secondsTaken: timeSpan.nullable(),
  /** Why an output couldn't be written where it is to go, in words; null when nothing is known to be in the way. */
  outputProblem: z.string().nullable(),
  /** Recordings whose outputs can't have the format of the original; absent where there are none. */
  otherFormats: z
    .array(z.object({ from: z.string(), to: z.string(), sound: z.string().optional(), recordings: z.number() }))
    .optional(),
});

const sendingQuote = quoteView.pick({
  recordings: true,
  amount: true,
  amountAddedByMinimum: true,
  reusable: true,
  unmeasured: true,
  unmeasuredMayCost: true,
});

const repairQuote = sendingQuote.extend({
  found: z.array(
    z.object({
      jobId: z.string(),
      name: z.string(),
      /** From where to where, in order. Empty for a recording that an earlier version looked at. */
      spans: z.array(spanSchema),
    }),
  ),
});
export type RepairQuote = z.infer<typeof repairQuote>;

export type QuoteView = z.infer<typeof quoteView>;
export type SendingQuote = z.infer<typeof sendingQuote>;

const pathsQuote = z.object({
  quote: quoteView,
  /** Paths that can't be added and recordings that can't be restored, each with its reason. */
  unusable: z.array(
    z.object({
      path: z.string(),
      /** Of a track or a side of the file, as rows call it: `talk – left.wav`. */
      name: z.string().optional(),
      reason: z.string(),
    }),
  ),
  /** Recordings whose parts a recorder seems to have split. */
  parts: z.array(splitRecording),
});
export type PathsQuote = z.infer<typeof pathsQuote>;

export const queueContract = {
  list: call
    .input(z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(1000) }))
    .output(z.object({ revision: z.number(), total: z.number(), jobs: z.array(jobView), totals: totalsView })),
  /** Every change from now on. The first event arrives at once, without jobs, and has the current revision. */
  watch: call.output(eventIterator(queueEvent)),
  /**
   * Adds files and folders (recursive) by absolute path. All rows are written before anything starts. With `start` the jobs start at
   * once; otherwise they wait for the `start` call.
   */
  add: call
    .input(
      z.object({
        paths: z.array(z.string().min(1)).min(1).max(100_000),
        preset: batchPresetSchema.optional(),
        /** Of the preset that the settings come from, for names of outputs. */
        presetName: z.string().max(100).optional(),
        start: z.boolean(),
        /** Overrides the chosen connection. */
        connectionId: z.string().optional(),
        /**
         * What happens to recordings that were restored before: `use` their results, also free ones, or `skip` them, and those that come twice.
         * By default, results are used where new ones would cost something.
         */
        duplicates: z.enum(['use', 'skip']).optional(),
        /** Leaves out recordings that would be paid for again, as `paidRepeats` has them: the report names them. */
        leavesOutPaid: z.boolean().optional(),
        /** Restores what is there of recordings that end earlier than their headers say. */
        partial: z.boolean().optional(),
        /** Adds parts into which a recorder split a recording as one. */
        join: z.boolean().optional(),
        /** Adds left and right of stereo recordings as two; others are left out. */
        splitChannels: z.boolean().optional(),
        /** Cost cap of this batch in micro-USD: a generation that would exceed it isn't started. */
        maxCost: z.number().int().min(0).optional(),
      }),
    )
    .output(importReport),
  /** Adds recordings, and folders with those in them, by full paths that were typed, one a line. Other files and lists are left out. */
  addTyped: call
    .input(
      z.object({
        text: z.string().min(1).max(1_000_000),
        start: z.boolean(),
        duplicates: z.enum(['use', 'skip']).optional(),
      }),
    )
    .output(importReport),
  /** Adds the recordings that come with Cleartake. */
  addSamples: call.input(z.object({ preset: batchPresetSchema.optional(), start: z.boolean() })).output(importReport),
  /** What it would cost to start these jobs, each with the chosen preset and its own settings. */
  quote: call.input(startRequest).output(quoteView),
  /** What it would cost to restore files and folders, which are counted for that and not added. */
  quotePaths: call
    .input(
      z.object({
        paths: z.array(z.string().min(1)).min(1).max(100_000),
        preset: batchPresetSchema,
        /** Overrides the chosen connection. */
        connectionId: z.string().optional(),
        /** Counts parts into which a recorder split a recording as one. */
        join: z.boolean().optional(),
        /** Counts left and right of stereo recordings as two. */
        splitChannels: z.boolean().optional(),
      }),
    )
    .output(pathsQuote),
  /** What would be paid for although it was paid for before. Asked before `start`, `retry` and their like, which don't ask. */
  paidRepeats: call.input(repeatRequest).output(paidRepeats),
  /** Starts jobs that were added without `start`, as they are quoted. */
  start: call.input(startRequest.extend({ maxCost: z.number().int().min(0).optional() })).output(changed),
  /** Jobs that wait because they cost more than was quoted may start at what they cost now. */
  agree: call.input(jobIds).output(changed),
  /** Sets or removes the cap of the batch that a job was started in. Recordings that waited for room continue as far as there is room now. */
  setBatchCap: call
    .input(z.object({ jobId: z.string(), maxCost: z.number().int().min(0).nullable() }))
    .output(z.void()),
  /**
   * Gives jobs settings of their own, or with null those of the chosen preset: before Start, and afterward while they wait and nothing of
   * them may have been started. Others stay as they are.
   */
  change: call.input(jobIds.extend({ changes: rowSettingsSchema.nullable() })).output(changed),
  ...trackCalls,
  /** Jobs that aren't started are restored, and charged, over this connection. */
  moveToConnection: call.input(jobIds.extend({ connectionId: z.string() })).output(changed),
  /** What it would cost to restore finished recordings once more, over another connection. */
  quoteSending: call.input(sending).output(sendingQuote),
  /**
   * Restores finished recordings once more, over another connection, with the settings that they were restored with: new jobs, which start at
   * once. Their results stay. Jobs that aren't finished, or are of that connection, are left out.
   */
  send: call
    .input(sending.extend({ maxCost: z.number().int().min(0).optional() }))
    .output(z.object({ jobIds: z.array(z.string()) })),
  /** What it would cost to restore recordings of the history once more, over the connections that they were restored with. */
  quoteAgain: call.input(againRequest).output(sendingQuote),
  /**
   * Restores them: new jobs, which start at once. Results that history has are used again. Jobs that haven't ended, and recordings that are on
   * the queue once more, are left out.
   */
  restoreAgain: call
    .input(
      againRequest.extend({
        /** Most that all of them together may cost, in micro-USD, as it was shown; null where no price is known. */
        maxCost: z.number().int().min(0).nullable(),
      }),
    )
    .output(z.object({ jobIds: z.array(z.string()) })),
  /** What it would cost to try the worst minute of a finished recording over a connection. */
  quoteExcerpt: call.input(excerptRequest).output(excerptQuote),
  /**
   * Tries it: the minute is restored as a recording of its own, which is compared with the same minute of the results that there are. Nothing
   * of it goes to an output folder. Asked for again, its results are used again.
   */
  tryExcerpt: call
    .input(
      excerptRequest.extend({
        /** Most that it may cost, in micro-USD, as it was shown; null where no price is known. */
        maxCost: z.number().int().min(0).nullable(),
      }),
    )
    .output(z.object({ jobId: z.string() })),
  /** The person keeps these results: the recordings aren't marked as could be better anymore. */
  keep: call.input(jobIds).output(changed),
  pause: call.input(jobIds).output(changed),
  resume: call.input(jobIds).output(changed),
  cancel: call.input(jobIds).output(changed),
  retry: call.input(jobIds).output(changed),
  /**
   * Downloads paid results that aren't on this computer: of finished recordings again, of failed and cancelled ones for the first time.
   * Nothing is started, uploaded or paid; what the service no longer has stays as it is. Recordings come back to the queue for it.
   */
  downloadAgain: call.input(jobIds.extend({ type: z.enum(DOWNLOAD_TYPES).optional() })).output(
    z.object({
      /** Recordings whose results are being downloaded. */
      downloading: z.number(),
      /** Recordings whose results are all here. */
      here: z.number(),
      /** Recordings of which the service no longer has a result. */
      gone: z.number(),
      /** Recordings that couldn't be asked about, aren't over, or have nothing that was paid. */
      failed: z.number(),
      /** Why the first of these failed, in a sentence for the person; null when none did, or when it isn't finished. */
      problem: z.string().nullable(),
    }),
  ),
  /** Removes finished, failed, cancelled or not started jobs from the queue; the history keeps them. */
  remove: call.input(jobIds).output(changed),
  /** Removes everything that is done or cancelled. Failed recordings stay. @returns what was removed, for `restore` */
  clearFinished: call.output(z.object({ jobIds: z.array(z.string()) })),
  /** Puts removed recordings back where they were. Those whose copy in the library is gone stay removed. */
  restore: call.input(jobIds).output(changed),
  /** The person has seen the summary of the last run. */
  dismissSummary: call.output(z.void()),
  /** Moves jobs, in their current order, before another one or to the end, within their priority. */
  move: call.input(jobIds.extend({ before: z.string().nullable() })).output(changed),
  /** Jobs take the order in which they are given, in the positions that they have together, within their priority. */
  arrange: call.input(jobIds).output(changed),
  /** High comes before normal, and normal before low, whatever the positions. */
  prioritize: call.input(jobIds.extend({ priority })).output(changed),
  pauseAll: call.output(z.void()),
  resumeAll: call.output(z.void()),
  /** Adds a generation to a finished job, on the same project unless an earlier paid result is used. */
  addModel: call.input(z.object({ jobId: z.string(), model: modelId })).output(z.void()),
  /** What is there of failed recordings that can be repaired, and what restoring that costs. Others are left out. */
  quoteRepair: call.input(jobIds).output(repairQuote),
  /** Restores what is there of recordings that end earlier than their headers say. Others are skipped. */
  repair: call.input(jobIds).output(changed),
  /** Delivers results that are in review. Jobs that aren't are skipped. */
  accept: call.input(jobIds).output(changed),
  /**
   * Restores a recording in review again, as a new job over the same connection with the same settings. The result in review stays in the
   * history.
   */
  redo: call
    .input(
      z.object({
        jobId: z.string(),
        /** Most that it may cost, in micro-USD, as it was shown; null where no price is known. */
        maxCost: z.number().int().min(0).nullable(),
      }),
    )
    .output(z.object({ jobId: z.string() })),
  /** Makes one recording of rows that wait for Start, in the order in which they are given. @returns its row, in the place of the first */
  join: call.input(z.object({ jobIds: z.array(z.string()).min(2).max(1000) })).output(z.object({ jobId: z.string() })),
  /** Makes a row that was joined the parts again, before Start. */
  split: call.input(z.object({ jobId: z.string() })).output(z.void()),
  /** Answers a job that needs attention: check the service's list again, or start again at the risk of a second charge. */
  answer: call.input(z.object({ jobId: z.string(), answer: z.enum(['check-again', 'start-again']) })).output(z.void()),
};

export type AgainRequest = z.infer<typeof againRequest>;

export type ImportReport = z.infer<typeof importReport>;
