/** Tables of the local service. Migrations in electron/service/migrations are generated from this file alone. */

import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { MODEL_IDS } from '../../../shared/domain/models.ts';
import { GENERATION_STATUSES, PROJECT_STATUSES } from '../../../shared/service-api/bodies.ts';

/** Plans an account can be on (service specification, "Limits"). */
export const TIERS = ['free', 'developer'] as const;
export type Tier = (typeof TIERS)[number];

export const KEY_ROLES = ['admin', 'scoped'] as const;
export type KeyRole = (typeof KEY_ROLES)[number];

/** Only `active` keys authenticate. A revoked key never comes back. */
export const KEY_STATUSES = ['active', 'inactive', 'revoked'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

/** Every time is in milliseconds since the epoch. */
export const users = sqliteTable(
  'users',
  {
    userId: text().primaryKey(),
    name: text().notNull(),
    tier: text({ enum: TIERS }).notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [uniqueIndex('users_name').on(table.name)],
);

export const keys = sqliteTable(
  'keys',
  {
    keyId: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.userId),
    label: text().notNull(),
    role: text({ enum: KEY_ROLES }).notNull(),
    status: text({ enum: KEY_STATUSES }).notNull(),
    /** The secret's first characters: safe to show, and how a presented key finds its row. */
    keyPrefix: text().notNull(),
    /** SHA-256 of the secret in hex; null for the key of the built-in account, whose secret lives for one run only. */
    secretHash: text(),
    scopes: text({ mode: 'json' }).$type<readonly string[]>().notNull(),
    resourceBounds: text({ mode: 'json' }).$type<Readonly<Record<string, unknown>>>().notNull(),
    parentKeyId: text(),
    createdAt: integer().notNull(),
    rotatedAt: integer(),
    revokedAt: integer(),
  },
  (table) => [index('keys_prefix').on(table.keyPrefix), index('keys_user').on(table.userId)],
);

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
    /** Bytes of the uploaded medium; null until it is whole. */
    bytes: integer(),
    createdAt: integer().notNull(),
    uploadedAt: integer(),
  },
  (table) => [index('projects_user').on(table.userId, table.sequence)],
);

export const generations = sqliteTable(
  'generations',
  {
    /** Order of creation, and so of the work. */
    sequence: integer().primaryKey({ autoIncrement: true }),
    generationId: text().notNull().unique(),
    projectId: text()
      .notNull()
      .references(() => projects.projectId),
    userId: text().notNull(),
    keyId: text()
      .notNull()
      .references(() => keys.keyId),
    model: text({ enum: MODEL_IDS }).notNull(),
    status: text({ enum: GENERATION_STATUSES }).notNull(),
    sampling: text({ mode: 'json' }).$type<Readonly<Record<string, unknown>>>(),
    params: text({ mode: 'json' }).$type<Readonly<Record<string, unknown>>>(),
    /** Attempts that ended in a fault; one that the service's own end cut off is none. */
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

/** The meter: one row for each complete generation, never more. */
export const usage = sqliteTable(
  'usage',
  {
    generationId: text()
      .primaryKey()
      .references(() => generations.generationId),
    userId: text().notNull(),
    keyId: text().notNull(),
    model: text({ enum: MODEL_IDS }).notNull(),
    billableSeconds: integer().notNull(),
    /** Micro-USD a second. */
    pricePerSecond: integer().notNull(),
    /** Micro-USD. */
    amount: integer().notNull(),
    recordedAt: integer().notNull(),
  },
  (table) => [index('usage_user').on(table.userId, table.recordedAt)],
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
