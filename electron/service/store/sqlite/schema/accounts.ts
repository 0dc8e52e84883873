/** Users and their API keys. All times in the store are in milliseconds since the epoch. */

import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { AuditAction } from '../../../../../shared/service-api/audit-actions.ts';
import { KEY_ROLES, KEY_STATUSES } from '../../../../../shared/service-api/key-metadata.ts';
import { TIERS } from '../../../rules/billing/account-state.ts';

export const users = sqliteTable(
  'users',
  {
    userId: text().primaryKey(),
    name: text().notNull(),
    tier: text({ enum: TIERS }).notNull(),
    /** Runs the service: its admin keys reach every account, those of other users only their own. */
    operator: integer({ mode: 'boolean' }).notNull().default(false),
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
    /** Calls a minute; null for what the plan allows. */
    callsPerMinute: integer(),
    createdAt: integer().notNull(),
    rotatedAt: integer(),
    revokedAt: integer(),
  },
  (table) => [index('keys_prefix').on(table.keyPrefix), index('keys_user').on(table.userId)],
);

export const auditEntries = sqliteTable(
  'audit_entries',
  {
    /** Order of the entries. */
    sequence: integer().primaryKey({ autoIncrement: true }),
    auditId: text().notNull().unique(),
    /** The account that was changed. */
    userId: text().notNull(),
    /** The key that made the change; null for the service itself. */
    actorKeyId: text(),
    /** For example `key.rotated`. */
    action: text().$type<AuditAction>().notNull(),
    /** Identifier of what was changed. */
    target: text().notNull(),
    /** Contains nothing secret. */
    details: text({ mode: 'json' }).$type<Readonly<Record<string, unknown>>>().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [index('audit_entries_user').on(table.userId, table.sequence)],
);
