/** Projects, their generations and outputs. */

import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ModelId } from '../../../../../shared/domain/models.ts';
import { GENERATION_STATUSES, PROJECT_STATUSES } from '../../../../../shared/service-api/bodies.ts';
import { keys, users } from './accounts.ts';

export const projects = sqliteTable(
  'projects',
  {
    /** Order of creation. */
    sequence: integer().primaryKey({ autoIncrement: true }),
    projectId: text().notNull().unique(),
    userId: text()
      .notNull()
      .references(() => users.userId),
    keyId: text()
      .notNull()
      .references(() => keys.keyId),
    status: text({ enum: PROJECT_STATUSES }).notNull(),
    originalFileName: text().notNull(),
    contentType: text().notNull(),
    fileFormat: text(),
    params: text({ mode: 'json' }).$type<Readonly<Record<string, unknown>>>(),
    /** Bytes of the uploaded medium; null until it is complete. */
    bytes: integer(),
    /** Of the whole medium, in hex; null until it is complete. */
    sha256: text(),
    /** Bytes of the medium and of the outputs, which count towards the quota. 0 once they are removed. */
    storedBytes: integer().notNull().default(0),
    /** Bytes that an upload takes or has reserved, which count as well: the earlier medium stays until the upload is complete. */
    uploadBytes: integer().notNull().default(0),
    /** Seconds; null until they were counted. */
    durationSeconds: real(),
    /** Null until somebody looked. */
    hasVideo: integer({ mode: 'boolean' }),
    createdAt: integer().notNull(),
    uploadedAt: integer(),
    /** From then on the project is hidden; the row stays because the ledger refers to it. */
    deletedAt: integer(),
  },
  (table) => [index('projects_user').on(table.userId, table.sequence)],
);

export const generations = sqliteTable(
  'generations',
  {
    /** Order of creation, and of processing. */
    sequence: integer().primaryKey({ autoIncrement: true }),
    generationId: text().notNull().unique(),
    projectId: text()
      .notNull()
      .references(() => projects.projectId),
    userId: text().notNull(),
    keyId: text()
      .notNull()
      .references(() => keys.keyId),
    model: text().$type<ModelId>().notNull(),
    status: text({ enum: GENERATION_STATUSES }).notNull(),
    sampling: text({ mode: 'json' }).$type<Readonly<Record<string, unknown>>>(),
    params: text({ mode: 'json' }).$type<Readonly<Record<string, unknown>>>(),
    /** Failed attempts; an attempt that the end of the service cut off does not count. */
    failures: integer().notNull().default(0),
    error: text(),
    errorDetails: text({ mode: 'json' }).$type<Readonly<Record<string, unknown>>>(),
    hasVideo: integer({ mode: 'boolean' }).notNull().default(false),
    createdAt: integer().notNull(),
    startedAt: integer(),
    finishedAt: integer(),
  },
  (table) => [index('generations_project').on(table.projectId), index('generations_status').on(table.status)],
);

/** Files of a complete generation. */
export const outputs = sqliteTable(
  'outputs',
  {
    generationId: text()
      .notNull()
      .references(() => generations.generationId),
    downloadType: text().notNull(),
    /** Name inside the generation's own folder. */
    fileName: text().notNull(),
    /** Without its dot. */
    extension: text().notNull(),
    contentType: text().notNull(),
    bytes: integer().notNull(),
    /** Of the whole file, in hex. */
    sha256: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.generationId, table.downloadType] })],
);

/** Idempotency keys of projects' creations. */
export const projectRequests = sqliteTable(
  'project_requests',
  {
    userId: text().notNull(),
    idempotencyKey: text().notNull(),
    /** SHA-256 of API key and body. */
    fingerprint: text().notNull(),
    projectId: text()
      .notNull()
      .references(() => projects.projectId),
  },
  (table) => [primaryKey({ columns: [table.userId, table.idempotencyKey] })],
);

/** Idempotency keys of generation starts. */
export const startRequests = sqliteTable(
  'start_requests',
  {
    userId: text().notNull(),
    idempotencyKey: text().notNull(),
    /** SHA-256 of model and body. */
    fingerprint: text().notNull(),
    generationId: text()
      .notNull()
      .references(() => generations.generationId),
  },
  (table) => [primaryKey({ columns: [table.userId, table.idempotencyKey] })],
);
