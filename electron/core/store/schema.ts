/** The tables of the desk's store: recordings, jobs, generations, results, and what they cost. */

import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { BatchPreset } from '../../../shared/domain/batch/batch-preset.ts';
import type { OwnSettings } from '../../../shared/domain/batch/own-settings.ts';
import type { ExportSettings } from '../../../shared/domain/export-settings.ts';
import type { GenerationState } from '../../../shared/domain/generation-state.ts';
import type { JobState } from '../../../shared/domain/job-state.ts';
import type { BlindTestKind } from '../../../shared/domain/listening/blind-test.ts';
import type { BlindAnswer, Passage, VerdictKind } from '../../../shared/domain/listening/verdict.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import type { WatchOutcome } from '../../../shared/domain/watch-folders.ts';
import type { ExportFigures } from '../../../shared/engine-api/export-messages.ts';
import type { Measures } from '../../../shared/engine-api/measures.ts';
import type { OpenDatabase } from '../../platform/sqlite.ts';
import { costGroups, costSums, pricePeriods } from './cost-tables.ts';
import { historyMarks } from './history-tables.ts';
import { batches, connections, recordings } from './source-tables.ts';

export { batches, connections, historyMarks, recordings };

/** An export that the engine made, and its settings. */
export interface MadeExport {
  readonly settings: ExportSettings;
  readonly bytes: number;
  /** Without its dot. */
  readonly extension: string;
  /** Null where the audio was not changed. */
  readonly figures: ExportFigures | null;
}

/** Times are milliseconds since the epoch; money is micro-USD; lengths are frames at the recording's own rate. */

/** What an earlier result has in the minute of an excerpt. */
export interface HeardPart {
  readonly generationId: string;
  readonly model: ModelId;
  /** Name of the connection that made it. */
  readonly connection: string;
  readonly frames: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly measures: Measures;
}

/** The part of another recording that a job's recording was cut out of. */
export interface Excerpt {
  /** The job of that recording. */
  readonly of: string;
  /** In frames of that recording. */
  readonly fromFrame: number;
  readonly frames: number;
  readonly sampleRate: number;
  /** Chosen by the person; the worst minute if absent. */
  readonly isChosen?: true;
  readonly heard: readonly HeardPart[];
}

/** The settings of a job, what names of its outputs tell about its Start, and the minute that it is of another recording. */
export interface JobPreset extends BatchPreset {
  /** Missing before Start, and in jobs of versions without it. */
  readonly startedAs?: { readonly presetName: string | null; readonly n: number; readonly of: number };
  readonly excerpt?: Excerpt;
}

export const jobs = sqliteTable(
  'job',
  {
    id: text().primaryKey(),
    batchId: text()
      .notNull()
      .references(() => batches.id),
    recordingId: text()
      .notNull()
      .references(() => recordings.id),
    connectionId: text()
      .notNull()
      .references(() => connections.id),
    position: integer().notNull(),
    /** What it was started with. Before Start, the remembered preset applies instead, with `own`. */
    preset: text({ mode: 'json' }).$type<JobPreset>().notNull(),
    /** Settings that differ from those of its batch; null where none does. */
    own: text({ mode: 'json' }).$type<OwnSettings>(),
    stateKind: text().$type<JobState['kind']>().notNull(),
    state: text({ mode: 'json' }).$type<JobState>().notNull(),
    /** When a wait ends by itself, in milliseconds since the epoch. Null in every other state and while waiting for billing. */
    waitsUntil: integer(),
    /** 1 high, 0 normal, -1 low. Positions order the jobs of one priority. */
    priority: integer().notNull().default(0),
    /** When the person pressed Start; null before. */
    admittedAt: integer(),
    /** The project on the service, once it exists. */
    projectId: text(),
    /** Address of the upload, sealed with the connection's key, so that an interrupted upload can resume. */
    uploadAddress: text(),
    /** When the row was restored from a backup or from the service's listing; null again after the next start. */
    recoveredAt: integer(),
    /** Failed tries of the present stage. */
    tries: integer().notNull().default(0),
    createdAt: integer().notNull(),
    finishedAt: integer(),
    /** Removed from the queue; history keeps the job. */
    removedAt: integer(),
    /** Deleted from History; the ledger keeps what it cost. */
    forgottenAt: integer(),
  },
  (table) => [
    index('job_queue').on(table.removedAt, sql`${table.priority} desc`, table.position),
    index('job_state').on(table.stateKind, table.waitsUntil),
    // Open jobs, read whenever a job ends: finished ones are not in the index.
    index('job_open')
      .on(sql`${table.priority} desc`, table.position)
      .where(sql`${table.removedAt} is null and ${table.stateKind} not in ('done', 'failed', 'cancelled')`),
    // The scheduler's query for each stage.
    index('job_lane')
      .on(table.stateKind, sql`${table.priority} desc`, table.position)
      .where(sql`${table.removedAt} is null and ${table.admittedAt} is not null`),
    // Jobs that wait for room under a cap; the condition is repeated by the statements that use it.
    index('job_capped')
      .on(table.connectionId)
      .where(sql`${table.stateKind} = 'waiting' and json_extract(${table.state}, '$.reason.code') = 'costCapReached'`),
    index('job_batch').on(table.batchId),
    index('job_recording').on(table.recordingId),
  ],
);

/** Files of watch folders that were dealt with, so that none is restored twice. */
export const watchedFiles = sqliteTable(
  'watched_file',
  {
    /** The watch folder's path, as the person gave it. */
    folder: text().notNull(),
    /** Below the folder, joined by `/`. */
    path: text().notNull(),
    bytes: integer().notNull(),
    modifiedAt: integer().notNull(),
    contentHash: text().notNull(),
    outcome: text().$type<WatchOutcome>().notNull(),
    /** The job that restores this content; null for results of Cleartake's own. */
    jobId: text().references(() => jobs.id),
    seenAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.folder, table.path] }),
    index('watched_content').on(table.folder, table.contentHash),
    index('watched_seen').on(table.folder, table.seenAt),
  ],
);

export const generations = sqliteTable(
  'generation',
  {
    id: text().primaryKey(),
    jobId: text()
      .notNull()
      .references(() => jobs.id),
    model: text().$type<ModelId>().notNull(),
    /** Its job's, which stays the same: ids of different services may be equal. */
    connectionId: text().notNull().default(''),
    /** The project on which it was started. */
    projectId: text(),
    stateKind: text().$type<GenerationState['kind']>().notNull(),
    state: text({ mode: 'json' }).$type<GenerationState>().notNull(),
    remoteId: text(),
    remoteStatus: text(),
    billableSeconds: integer(),
    /** The quote; null when unknown. */
    amount: integer(),
    /** What the person agreed to pay at most when they started it; null when no figure was shown. */
    agreed: integer(),
    chargedAt: integer(),
    /** Automatic resends after an unresolved start: never more than one. */
    resends: integer().notNull().default(0),
    /** The earlier paid generation whose result is reused instead of paying again. */
    reusedFrom: text(),
    /** When that was decided, and the quote that it saved; null when the price was not known. */
    reusedAt: integer(),
    saved: integer(),
    /** Hash of the source content: the recording may change afterward. Null before the start. */
    contentHash: text(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index('generation_content').on(table.contentHash),
    uniqueIndex('generation_of_job').on(table.jobId, table.model),
    uniqueIndex('generation_remote').on(table.remoteId, table.projectId, table.connectionId),
    // One unresolved start per job, and so per project: the project's listing then identifies the start.
    uniqueIndex('generation_unresolved')
      .on(table.jobId)
      .where(sql`${table.stateKind} in ('intent', 'unknown', 'needs-you')`),
  ],
);

/** One row for each start, written before it is sent. */
export const startAttempts = sqliteTable(
  'start_attempt',
  {
    id: text().primaryKey(),
    generationId: text()
      .notNull()
      .references(() => generations.id),
    parameterHash: text().notNull(),
    /** Ids in the project's listing before the start. */
    baseline: text({ mode: 'json' }).$type<readonly string[]>().notNull(),
    intentAt: integer().notNull(),
    outcome: text().$type<'started' | 'not-sent' | 'refused' | 'adopted' | 'absent'>(),
    resolvedAt: integer(),
  },
  (table) => [index('attempt_generation').on(table.generationId)],
);

/** Append-only. A hold precedes a start; it is then released, or charged and released. A charge for a failed generation is refunded. */
export const ledger = sqliteTable(
  'ledger_entry',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    generationId: text()
      .notNull()
      .references(() => generations.id),
    attemptId: text()
      .notNull()
      .references(() => startAttempts.id),
    kind: text().$type<'hold' | 'charge' | 'release' | 'refund'>().notNull(),
    seconds: integer().notNull(),
    /** Null when the connection has no price. */
    amount: integer(),
    /** For charges and refunds: micro-USD that the 60-second minimum added. Triggers write this and the next column. */
    addedByMinimum: integer(),
    groupId: integer().references(() => costGroups.id),
  },
  (table) => [
    uniqueIndex('ledger_once').on(table.attemptId, table.kind),
    index('ledger_at').on(table.at),
    index('ledger_generation').on(table.generationId),
    index('ledger_group').on(table.groupId, table.at, table.kind),
    // Refunds are rare: looking for them at all other entries would take long.
    index('ledger_refund').on(table.at).where(sql`kind = 'refund'`),
  ],
);

export const results = sqliteTable(
  'result',
  {
    generationId: text()
      .primaryKey()
      .references(() => generations.id),
    path: text().notNull(),
    extension: text().notNull(),
    bytes: integer().notNull(),
    contentHash: text().notNull(),
    frames: integer().notNull(),
    sampleRate: integer().notNull(),
    channels: integer().notNull(),
    exportedPath: text(),
    /** SHA-256 of an export that differs from the result, recorded before the export gets its name. */
    exportHash: text(),
    exportMade: text({ mode: 'json' }).$type<MadeExport>(),
    /** Null for results of versions without measures. */
    measures: text({ mode: 'json' }).$type<Measures>(),
    storedAt: integer().notNull(),
  },
  // Imports skip Cleartake's own files, which often lie beside the recordings.
  (table) => [
    index('result_exported').on(table.exportedPath),
    index('result_content').on(table.contentHash),
    index('result_export_content').on(table.exportHash),
  ],
);

/** Append-only: all transitions of jobs and generations. */
export const events = sqliteTable(
  'event',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    jobId: text().notNull(),
    generationId: text(),
    event: text().notNull(),
    from: text('from_state').notNull(),
    to: text('to_state').notNull(),
    detail: text(),
  },
  (table) => [index('event_job').on(table.jobId)],
);

/** How long models take over a connection, fitted to finished generations. */
export const modelSpeeds = sqliteTable(
  'pace',
  {
    connectionId: text()
      .notNull()
      .references(() => connections.id),
    model: text().$type<ModelId>().notNull(),
    /** Generations that it was fitted to. */
    count: integer().notNull(),
    /** Milliseconds from start to completion that do not depend on the length. */
    baseMs: real().notNull(),
    /** Milliseconds for each second of audio. */
    msPerSecond: real().notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.model] })],
);

/** Append-only: what listeners decided about takes. The latest of a listener counts; one that was withdrawn doesn't. */
export const verdicts = sqliteTable(
  'verdict',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    jobId: text()
      .notNull()
      .references(() => jobs.id),
    kind: text().$type<VerdictKind>().notNull(),
    take: text().notNull(),
    /** For `better`: the take that is worse. */
    over: text(),
    listener: text().notNull(),
    withdrawnAt: integer(),
  },
  (table) => [index('verdict_job').on(table.jobId)],
);

/** Blind tests, answer by answer. The seed tells what each trial played. */
export const blindTests = sqliteTable(
  'blind_test',
  {
    id: text().primaryKey(),
    jobId: text()
      .notNull()
      .references(() => jobs.id),
    kind: text().$type<BlindTestKind>().notNull(),
    first: text().notNull(),
    second: text().notNull(),
    seed: text().notNull(),
    trials: integer().notNull(),
    listener: text().notNull(),
    passage: text({ mode: 'json' }).$type<Passage>(),
    answers: text({ mode: 'json' }).$type<readonly BlindAnswer[]>().notNull(),
    startedAt: integer().notNull(),
    /** Null while it runs, and for a test that was stopped before its last trial. */
    finishedAt: integer(),
  },
  (table) => [index('blind_test_job').on(table.jobId), index('blind_test_started').on(table.startedAt)],
);

/** What the person noted about a recording's job. */
export const notes = sqliteTable('note', {
  jobId: text()
    .primaryKey()
    .references(() => jobs.id),
  note: text().notNull(),
  tags: text({ mode: 'json' }).$type<readonly string[]>().notNull(),
  changedAt: integer().notNull(),
});

export const settings = sqliteTable('setting', {
  name: text().primaryKey(),
  value: text({ mode: 'json' }).$type<unknown>().notNull(),
});

export const schema = {
  connections,
  recordings,
  batches,
  jobs,
  generations,
  startAttempts,
  ledger,
  costGroups,
  costSums,
  pricePeriods,
  results,
  watchedFiles,
  events,
  modelSpeeds,
  verdicts,
  blindTests,
  notes,
  historyMarks,
  settings,
};

/** The open database. */
export type Database = OpenDatabase<typeof schema>;
export type Orm = Database['orm'];

export type ConnectionRow = typeof connections.$inferSelect;
export type RecordingRow = typeof recordings.$inferSelect;
export type BatchRow = typeof batches.$inferSelect;
export type JobRow = typeof jobs.$inferSelect;
export type GenerationRow = typeof generations.$inferSelect;
export type StartAttemptRow = typeof startAttempts.$inferSelect;
export type ResultRow = typeof results.$inferSelect;
export type WatchedFileRow = typeof watchedFiles.$inferSelect;
export type VerdictRow = typeof verdicts.$inferSelect;
export type BlindTestRow = typeof blindTests.$inferSelect;
