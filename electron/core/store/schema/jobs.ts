/** Jobs, their events, what watch folders made of their files, and the marks by which the index of History follows them. */

import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import type { RowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import type { WatchOutcome } from '../../../../shared/domain/batch/watch-folders.ts';
import type { JobState } from '../../../../shared/domain/job-state.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import type { Measures } from '../../../../shared/domain/quality/measures.ts';
import { batches, connections, recordings } from './sources.ts';

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

/** Another recording of the same Start with the same content, of which this one takes the result. */
export interface Twin {
  readonly jobId: string;
  /** Of its file. */
  readonly name: string;
  readonly model: ModelId;
}

/** The settings of a job, what names of its outputs tell about its Start, and the minute that it is of another recording. */
export interface JobPreset extends BatchPreset {
  /** Missing before Start, and in jobs of versions without it. */
  readonly startedAs?: {
    readonly presetName: string | null;
    readonly n: number;
    readonly of: number;
    /** How many of its results names tell apart, if not all. */
    readonly models?: number;
    /** Missing where it follows none. */
    readonly follows?: readonly Twin[];
  };
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
    own: text({ mode: 'json' }).$type<RowSettings>(),
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

/** Jobs that changed since the search index of History was last brought up to date. Triggers of the migrations write it. */
export const historyMarks = sqliteTable('history_mark', {
  jobId: text().primaryKey(),
  /** Grows with every change, so that one that comes while the index is written isn't lost. */
  changes: integer().notNull(),
});

export type JobRow = typeof jobs.$inferSelect;
export type WatchedFileRow = typeof watchedFiles.$inferSelect;
