/** Projects, their generations and outputs. What each column means is said beside the one of SQLite. */

import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, json, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import type { ModelId } from '../../../../../shared/domain/models.ts';
import type { GENERATION_STATUSES, PROJECT_STATUSES } from '../../../../../shared/service-api/bodies.ts';
import { keyRows, userRows } from './accounts.ts';
import { exactText, wholeNumber, writtenOrder } from './columns.ts';

type FreeForm = Readonly<Record<string, unknown>>;

export const projectRows = pgTable(
  'projects',
  {
    sequence: writtenOrder().primaryKey(),
    projectId: exactText().notNull().unique(),
    userId: exactText()
      .notNull()
      .references(() => userRows.userId),
    keyId: exactText()
      .notNull()
      .references(() => keyRows.keyId),
    status: exactText().$type<(typeof PROJECT_STATUSES)[number]>().notNull(),
    originalFileName: exactText().notNull(),
    contentType: exactText().notNull(),
    fileFormat: exactText(),
    params: json().$type<FreeForm>(),
    bytes: wholeNumber(),
    sha256: exactText(),
    storedBytes: wholeNumber().notNull().default(0),
    uploadBytes: wholeNumber().notNull().default(0),
    durationSeconds: doublePrecision(),
    hasVideo: boolean(),
    createdAt: wholeNumber().notNull(),
    uploadedAt: wholeNumber(),
    deletedAt: wholeNumber(),
  },
  (table) => [index('projects_user').on(table.userId, table.sequence)],
);

export const generationRows = pgTable(
  'generations',
  {
    sequence: writtenOrder().primaryKey(),
    generationId: exactText().notNull().unique(),
    projectId: exactText()
      .notNull()
      .references(() => projectRows.projectId),
    userId: exactText().notNull(),
    keyId: exactText()
      .notNull()
      .references(() => keyRows.keyId),
    model: exactText().$type<ModelId>().notNull(),
    status: exactText().$type<(typeof GENERATION_STATUSES)[number]>().notNull(),
    sampling: json().$type<FreeForm>(),
    params: json().$type<FreeForm>(),
    failures: integer().notNull().default(0),
    error: exactText(),
    errorDetails: json().$type<FreeForm>(),
    hasVideo: boolean().notNull().default(false),
    createdAt: wholeNumber().notNull(),
    startedAt: wholeNumber(),
    finishedAt: wholeNumber(),
  },
  (table) => [
    index('generations_project').on(table.projectId, table.sequence),
    // Only those that wait or run: a claim costs the same in front of a million finished ones.
    index('generations_queued').on(table.sequence).where(sql`status = 'queued'`),
    index('generations_processing').on(table.sequence).where(sql`status = 'processing'`),
  ],
);

export const outputRows = pgTable(
  'outputs',
  {
    generationId: exactText()
      .notNull()
      .references(() => generationRows.generationId),
    downloadType: exactText().notNull(),
    fileName: exactText().notNull(),
    extension: exactText().notNull(),
    contentType: exactText().notNull(),
    bytes: wholeNumber().notNull(),
    sha256: exactText().notNull(),
  },
  (table) => [primaryKey({ columns: [table.generationId, table.downloadType] })],
);

/** Idempotency keys of projects' creations. */
export const projectRequestRows = pgTable(
  'project_requests',
  {
    userId: exactText().notNull(),
    idempotencyKey: exactText().notNull(),
    fingerprint: exactText().notNull(),
    projectId: exactText()
      .notNull()
      .references(() => projectRows.projectId),
  },
  (table) => [primaryKey({ columns: [table.userId, table.idempotencyKey] })],
);

/** Idempotency keys of generation starts. */
export const startRequestRows = pgTable(
  'start_requests',
  {
    userId: exactText().notNull(),
    idempotencyKey: exactText().notNull(),
    fingerprint: exactText().notNull(),
    generationId: exactText()
      .notNull()
      .references(() => generationRows.generationId),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.idempotencyKey] }),
    index('start_requests_generation').on(table.generationId),
  ],
);
