/** Generations: the starts of each, its result, and how long models take. */

import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { LeftOut } from '../../../../shared/domain/export/left-out.ts';
import type { ExportSettings } from '../../../../shared/domain/export/settings.ts';
import type { GenerationState } from '../../../../shared/domain/generation-state.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import type { Measures } from '../../../../shared/domain/quality/measures.ts';
import type { ExportFigures } from '../../../../shared/engine-api/export-messages.ts';
import { jobs } from './jobs.ts';
import { connections } from './sources.ts';

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

/** An export that the engine made, and its settings. */
export interface MadeExport {
  readonly settings: ExportSettings;
  readonly bytes: number;
  /** Without its dot. */
  readonly extension: string;
  /** Null where the audio was not changed. */
  readonly figures: ExportFigures | null;
  /** What the format could not hold. Missing in records of earlier versions. */
  readonly leftOut?: LeftOut | null;
  /** Intro, outro and cover as they were: size, and time in milliseconds since the epoch, by path. Missing in records of earlier versions. */
  readonly used?: Readonly<Record<string, { readonly bytes: number; readonly modifiedAt: number }>>;
}

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
    /** The second file of the result, and the same records of it. */
    alsoPath: text(),
    alsoHash: text(),
    alsoMade: text({ mode: 'json' }).$type<MadeExport>(),
    /** Null for results of versions without measures. */
    measures: text({ mode: 'json' }).$type<Measures>(),
    storedAt: integer().notNull(),
  },
  // Imports skip Cleartake's own files, which often lie beside the recordings.
  (table) => [
    index('result_exported').on(table.exportedPath),
    index('result_content').on(table.contentHash),
    index('result_export_content').on(table.exportHash),
    index('result_also').on(table.alsoPath),
    index('result_also_content').on(table.alsoHash),
  ],
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

export type GenerationRow = typeof generations.$inferSelect;
export type StartAttemptRow = typeof startAttempts.$inferSelect;
export type ResultRow = typeof results.$inferSelect;
