/** Jobs, generations and takes as the desk shows them: plain values, complete enough to draw a row without another call. */

import { z } from 'zod';
import { soundSettings } from '../domain/batch/batch-preset.ts';
import { rowSettingsSchema } from '../domain/batch/row-settings.ts';
import { errorRecordSchema } from '../domain/errors.ts';
import { leftOutSchema } from '../domain/export/left-out.ts';
import { GENERATION_KINDS } from '../domain/generation-state.ts';
import { resultInReviewSchema } from '../domain/integrity/findings.ts';
import { type JobState, STAGES } from '../domain/job-state.ts';
import { modelId } from '../domain/own-models/model-schema.ts';
import { outputNoteSchema } from '../domain/quality/channel-notes.ts';
import { changeSchema } from '../domain/quality/outcome.ts';
import { remarkSchema } from '../domain/quality/remarks.ts';
import { weaknessSchema } from '../domain/quality/weaknesses.ts';
import { PRIORITIES } from '../domain/queue-order.ts';
import { SIDES } from '../domain/tracks/made-from.ts';
import { exportFiguresSchema, measuresSchema, trackSchema } from '../engine-api/answer-schemas.ts';

/** An estimate in seconds. Both are equal once the time is known well. */
export const timeSpan = z.object({ least: z.number(), most: z.number() });

/** What a cap leaves, in micro-USD. */
export const capRoom = z.object({ kind: z.enum(['batch', 'day', 'month']), cap: z.number(), left: z.number() });

/** On the job of an excerpt. */
const excerptView = z.object({
  /** The job of the recording. */
  of: z.string(),
  kind: z.enum(['worst-minute', 'passage']),
  /** Where it was cut out. */
  fromSeconds: z.number(),
  seconds: z.number(),
});

/** The current run: everything that was started since the queue last had nothing to do. */
export const runView = z.object({
  /** Recordings of the run, cancelled ones included. */
  started: z.number(),
  /** Those in review included. */
  done: z.number(),
  failed: z.number(),
  cancelled: z.number(),
  /** Restored share of the recordings that weren't cancelled, by duration, 0 to 1. */
  progress: z.number(),
  /** Failed share of the same recordings. */
  failedShare: z.number(),
  /** Null while unknown, and when nothing is left. */
  secondsLeft: timeSpan.nullable(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  /** Null until everything in it has ended. */
  finishedAt: z.number().nullable(),
});

/** What became of a run, once it is over. */
export const runSummary = z.object({
  /** Those in review included. */
  done: z.number(),
  failed: z.number(),
  cancelled: z.number(),
  /** In review after the check before delivery. Earlier versions didn't count them. */
  inReview: z.number().default(0),
  /** Finished, but their results still measure poorly. Earlier versions didn't count them. */
  couldBeBetter: z.number().default(0),
  /** Files written to output folders. */
  delivered: z.number(),
  /** Micro-USD charged during the run; charges without a known price count as 0. */
  charged: z.number(),
  /** Generations charged without a known price. */
  unpriced: z.number(),
  /** Micro-USD held for its starts at most; null when a price is unknown. */
  quoted: z.number().nullable(),
  /** Results that came from history instead of being paid again. */
  reused: z.number(),
  /** Micro-USD that these would have cost; null when a price is unknown. */
  saved: z.number().nullable(),
  /** Generations of the run that were paid for although the same was paid for before. Earlier versions didn't count them. */
  paidAgain: z.number().default(0),
  /** The batch that all of it belongs to; null for several. Earlier versions didn't say. */
  batchId: z.string().nullable().default(null),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  finishedAt: z.number(),
  /** Output folders, those with the most files first; not more than `MOST_FOLDERS`. */
  folders: z.array(z.string()),
  /** Names of the connections that were used. */
  connections: z.array(z.string()),
});

/** Most folders that a summary names. */
export const MOST_FOLDERS = 5;

export type TimeSpan = z.infer<typeof timeSpan>;
export type RunView = z.infer<typeof runView>;
export type RunSummary = z.infer<typeof runSummary>;

const stage = z.enum(STAGES);

const jobStateView = z.discriminatedUnion('kind', [
  z.object({ kind: stage }),
  z.object({ kind: z.literal('done') }),
  z.object({ kind: z.literal('waiting'), from: stage, until: z.number().nullable(), reason: errorRecordSchema }),
  z.object({ kind: z.literal('paused'), from: stage }),
  z.object({ kind: z.literal('cancelling'), from: stage }),
  z.object({ kind: z.literal('failed'), error: errorRecordSchema, retryFrom: stage }),
  z.object({ kind: z.literal('in-review'), held: z.array(resultInReviewSchema) }),
  z.object({ kind: z.literal('needs-you'), question: z.literal('was-it-started') }),
  z.object({ kind: z.literal('cancelled'), from: stage }),
]) satisfies z.ZodType<JobState, unknown>;

const stageView = z.object({ name: z.string(), status: z.string(), progress: z.number() });

const generationView = z.object({
  id: z.string(),
  model: modelId,
  state: z.enum(GENERATION_KINDS),
  /** The service's own status, even if this client doesn't know it. Null before the first poll. */
  remoteStatus: z.string().nullable(),
  /** 0 to 1; null while unknown. */
  progress: z.number().nullable(),
  stages: z.array(stageView),
  error: errorRecordSchema.nullable(),
  billableSeconds: z.number().nullable(),
  /** Micro-USD quoted or, once complete, charged; null when unknown. */
  amount: z.number().nullable(),
  charged: z.boolean(),
  /** It uses an earlier paid result. */
  reused: z.boolean(),
  /** The person decided for its result. */
  kept: z.boolean(),
  /** When an uncertain start was sent, in milliseconds since the epoch; null when none is. */
  uncertainSince: z.number().nullable(),
  /** Path of the output, if it was exported to a folder. */
  exportedPath: z.string().nullable(),
  /** Null when the output is the unchanged result. */
  exportFigures: exportFiguresSchema.nullable(),
  /** What the output's format could not hold; null when nothing is missing. */
  leftOut: leftOutSchema.nullable(),
  /** The second file, if it was exported to a folder; figures and what it could not hold as of the first. */
  also: z
    .object({ path: z.string(), figures: exportFiguresSchema.nullable(), leftOut: leftOutSchema.nullable() })
    .nullable(),
  /** For the person: the result came in another type than the wanted one, and why; null when it didn't. */
  otherType: z.string().nullable(),
});

const transferView = z.object({
  kind: z.enum(['upload', 'download']),
  sentBytes: z.number(),
  totalBytes: z.number().nullable(),
  bytesPerSecond: z.number().nullable(),
});

export const priority = z.enum(PRIORITIES);

export const jobView = z.object({
  id: z.string(),
  /** Recordings that were added together have the same. */
  batchId: z.string(),
  priority,
  /** Position among the jobs of its priority, ascending. */
  position: z.number(),
  name: z.string(),
  /** Folder below the added one, for display; empty for single files. */
  folder: z.string(),
  bytes: z.number(),
  /** Null until the recording is probed. From its headers at first, which may be wrong. */
  durationSeconds: z.number().nullable(),
  /** Seconds that would be billed, counted in the file; null until then. */
  countedSeconds: z.number().nullable(),
  /** Null until the recording is probed. */
  channels: z.number().nullable(),
  /** Hz; null until the recording is probed. */
  sampleRate: z.number().nullable(),
  /** What is odd about its channels and format, known once the recording is scanned; after Start, also what becomes of them. */
  channelNotes: z.array(outputNoteSchema),
  hasVideo: z.boolean(),
  /** False until the person starts the job: nothing is sent or paid before. */
  started: z.boolean(),
  /** Settings that differ from those of its batch: before Start from the chosen preset, afterward as they were at Start. Null where none does. */
  own: rowSettingsSchema.nullable(),
  state: jobStateView,
  transfer: transferView.nullable(),
  generations: z.array(generationView),
  connectionId: z.string(),
  /** Its name, for display only: names aren't unique. */
  connection: z.string(),
  /** Time until done, waiting included; null when unknown. */
  secondsLeft: timeSpan.nullable(),
  /** Micro-USD that restoring it again would cost now; null when unknown, and for recordings that aren't in review. */
  redoAmount: z.number().nullable(),
  /** The minute of another recording that it is; null for recordings. */
  excerpt: excerptView.nullable(),
  /** What still is poor about a finished recording; empty when nothing is, and once the person has decided about it. */
  weaknesses: z.array(weaknessSchema),
  /** What its best result changed; null until it is done, and for results that weren't measured. */
  changes: z.array(changeSchema).nullable(),
  /** Whether the person has heard a result of it. */
  heard: z.boolean(),
  /** Which of its file's several audio tracks it is; null where it is the only one, and until the headers are read. */
  track: trackSchema.nullable(),
  /** Names of the parts that it was joined from; empty for a file of its own. */
  joined: z.array(z.string()),
  /** Which channel of a stereo recording it is; null for all others. */
  side: z
    .object({
      side: z.enum(SIDES),
      /** Name of the file that has both. */
      of: z.string(),
      /** Whether the row of both can come back before Start: it was split on the desk. */
      isRevertible: z.boolean(),
    })
    .nullable(),
  /** What the person should know about the recording itself. */
  remarks: z.array(remarkSchema),
  /** 0 to 1 while the output is written; null otherwise, and while unknown. */
  exportProgress: z.number().nullable(),
  /** Paused, but a service finishes what it has begun: it is followed, and nothing new begins. */
  finishing: z.boolean(),
  /** Milliseconds since the epoch. */
  addedAt: z.number(),
  finishedAt: z.number().nullable(),
});

/** Micro-USD of one connection with a cap: charged in this local day and month, and held. */
const spendingView = z.object({
  connectionId: z.string(),
  connection: z.string(),
  day: z.number(),
  month: z.number(),
  held: z.number(),
  caps: z.object({ day: z.number().nullable(), month: z.number().nullable() }),
});
export type SpendingView = z.infer<typeof spendingView>;

export const totalsView = z.object({
  jobs: z.number(),
  notStarted: z.number(),
  done: z.number(),
  failed: z.number(),
  needsYou: z.number(),
  /** Restored, but in review after the check before delivery. */
  inReview: z.number(),
  active: z.number(),
  waiting: z.number(),
  /** The current run, or the last one until another begins; null before the first. */
  run: runView.nullable(),
  /** The summary of the last run, until it is dismissed. */
  lastRun: runSummary.nullable(),
  /** Seconds of audio restored per second, over the last minutes; null when nothing runs. */
  speed: z.number().nullable(),
  /** Micro-USD. */
  chargedToday: z.number(),
  /** Generations charged today without a known price; they are in no other figure. */
  unpricedToday: z.number(),
  held: z.number(),
  /** What was spent over each connection that has a cap. */
  spending: z.array(spendingView),
  paused: z.boolean(),
});

export const queueEvent = z.object({
  /** Grows by one with every event; after a gap the client fetches the whole queue again. */
  revision: z.number(),
  jobs: z.array(jobView),
  removed: z.array(z.string()),
  totals: totalsView,
});

/** How an output was made of its result, and why it can't be played. */
const deliveryView = z.object({
  settings: soundSettings,
  /** Without its dot. */
  extension: z.string(),
  figures: exportFiguresSchema.shape.after,
  /** The file is gone, or isn't the one that was delivered. */
  problem: z.enum(['missing', 'changed']).nullable(),
  /** False until `prepare` was called: then it can be played. */
  prepared: z.boolean(),
});

export const takeView = z.object({
  /** Used in media addresses: `original:JOB`, `result:GENERATION`, `earlier:JOB/GENERATION` or `delivered:GENERATION`. */
  id: z.string(),
  /** `earlier`: a result of another job, or what a result has in the minute that is tried elsewhere. `delivered`: the output of a result, where it sounds different. */
  kind: z.enum(['original', 'result', 'earlier', 'delivered']),
  label: z.string(),
  model: modelId.nullable(),
  frames: z.number(),
  sampleRate: z.number(),
  channels: z.number(),
  fileName: z.string(),
  /** False when the file is gone, for example a source that was moved; its peaks are still there. */
  playable: z.boolean(),
  /** The original's file is gone, and its listening copy plays instead. */
  isCopy: z.boolean().optional(),
  /** Null for recordings that were probed by a version without measures. */
  measures: measuresSchema.nullable(),
  /** Of `delivered` takes. */
  delivery: deliveryView.optional(),
});

export type JobView = z.infer<typeof jobView>;
export type GenerationView = z.infer<typeof generationView>;
export type TransferView = z.infer<typeof transferView>;
export type TotalsView = z.infer<typeof totalsView>;
export type QueueEvent = z.infer<typeof queueEvent>;
export type MeasuresView = z.infer<typeof measuresSchema>;
export type TakeView = z.infer<typeof takeView>;
