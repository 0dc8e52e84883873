/**
 * What jobs refer to: connections, recordings and batches; and the settings of the desk. In all of the schema times are milliseconds since the epoch, money is micro-USD,
 * and lengths are frames at the rate of the recording.
 */

import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ConnectionColor } from '../../../../shared/domain/connections/marks.ts';
import type { ErrorRecord } from '../../../../shared/domain/errors.ts';
import type { ServiceModelId } from '../../../../shared/domain/models.ts';
import type { MicroUsd, SpendingCaps } from '../../../../shared/domain/money.ts';
import type { Measures, TrackMeasure } from '../../../../shared/domain/quality/measures.ts';
import type { MadeFrom } from '../../../../shared/domain/tracks/made-from.ts';
import type { EndpointPaths, HeaderStyle } from '../../../../shared/service-api/routes.ts';

export const connections = sqliteTable('connection', {
  id: text().primaryKey(),
  kind: text().$type<'built-in' | 'remote' | 'ad-hoc'>().notNull(),
  name: text().notNull(),
  /** Null for the built-in service, whose address changes at every start. */
  baseUrl: text(),
  headerStyle: text().$type<HeaderStyle>().notNull(),
  paths: text({ mode: 'json' }).$type<EndpointPaths>().notNull(),
  prices: text({ mode: 'json' }).$type<Readonly<Record<ServiceModelId, MicroUsd | null>>>().notNull(),
  /** Null sets no cap, and so does a field that is null. */
  caps: text({ mode: 'json' }).$type<SpendingCaps>(),
  /** Salted hash of the key that a connection of a run was last used with, to recognize it later. Never the key itself. */
  keyFingerprint: text(),
  parked: text({ mode: 'json' }).$type<ErrorRecord>(),
  /** Where the person looks after its billing, if they said so; null otherwise. */
  billingPage: text(),
  /** By which the person tells connections apart, if they chose any. */
  color: text().$type<ConnectionColor>(),
  label: text(),
  createdAt: integer().notNull(),
  removedAt: integer(),
});

export const recordings = sqliteTable(
  'recording',
  {
    id: text().primaryKey(),
    path: text().notNull(),
    /** The path with all links resolved, so that one file is one recording under any name. */
    realPath: text().notNull(),
    /** `managed`: a copy in the library, for recordings without a path. `lost`: recovered from the service, only results exist. */
    origin: text().$type<'path' | 'managed' | 'sample' | 'lost'>().notNull(),
    name: text().notNull(),
    /** Path relative to the folder that was added, for display and for mirrored output. */
    folder: text().notNull(),
    bytes: integer().notNull(),
    modifiedAt: integer().notNull(),
    contentHash: text(),
    /** From the headers at first, the exact length after the scan. */
    durationSeconds: real(),
    frames: integer(),
    /** What a meter counts: every packet, encoder delay included, so at least the exact length. Null until it was counted. */
    countedSeconds: real(),
    sampleRate: integer(),
    channels: integer(),
    hasVideo: integer({ mode: 'boolean' }).notNull().default(false),
    /** Whether it has tags or cover art, which exports carry over. */
    carries: integer({ mode: 'boolean' }).notNull().default(false),
    /** Null until the scan, and for recordings that were scanned by versions without measures. */
    measures: text({ mode: 'json' }).$type<Measures>(),
    /** What the file was made of, where it is a copy in the library that can be made again; null for a file that was added. */
    madeFrom: text({ mode: 'json' }).$type<MadeFrom>(),
    /** Which of the file's several audio tracks it is, as its headers say; null where it is the only one, and until they are read. */
    track: text({ mode: 'json' }).$type<TrackMeasure>(),
    acceptTruncated: integer({ mode: 'boolean' }).notNull().default(false),
    /** Whether the person added a folder and not this file. */
    foundInFolder: integer({ mode: 'boolean' }).notNull().default(false),
    addedAt: integer().notNull(),
  },
  (table) => [index('recording_real_path').on(table.realPath)],
);

export const batches = sqliteTable('batch', {
  id: text().primaryKey(),
  createdAt: integer().notNull(),
  /** Most that the batch may cost, or null. */
  maxCost: integer(),
  /** `day`: the batch of a watch folder, which may cost as much every local day. Null for a batch that ends. */
  capEvery: text().$type<'day'>(),
});

/** By name; the values are JSON. */
export const settings = sqliteTable('setting', {
  name: text().primaryKey(),
  value: text({ mode: 'json' }).$type<unknown>().notNull(),
});

export type ConnectionRow = typeof connections.$inferSelect;
export type RecordingRow = typeof recordings.$inferSelect;
export type BatchRow = typeof batches.$inferSelect;
