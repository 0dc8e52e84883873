/** Users and their API keys. All times in the store are in milliseconds since the epoch. */

import { boolean, index, json, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import type { AuditAction } from '../../../../../shared/service-api/audit-actions.ts';
import type { KeyRole, KeyStatus } from '../../../../../shared/service-api/key-metadata.ts';
import type { Tier } from '../../../rules/billing/account-state.ts';
import { exactText, wholeNumber, writtenOrder } from './columns.ts';

export const userRows = pgTable(
  'users',
  {
    userId: exactText().primaryKey(),
    name: exactText().notNull(),
    tier: exactText().$type<Tier>().notNull(),
    operator: boolean().notNull().default(false),
    createdAt: wholeNumber().notNull(),
  },
  (table) => [uniqueIndex('users_name').on(table.name)],
);

export const keyRows = pgTable(
  'keys',
  {
    keyId: exactText().primaryKey(),
    sequence: writtenOrder(),
    userId: exactText()
      .notNull()
      .references(() => userRows.userId),
    label: exactText().notNull(),
    role: exactText().$type<KeyRole>().notNull(),
    status: exactText().$type<KeyStatus>().notNull(),
    keyPrefix: exactText().notNull(),
    secretHash: exactText(),
    scopes: json().$type<readonly string[]>().notNull(),
    resourceBounds: json().$type<Readonly<Record<string, unknown>>>().notNull(),
    parentKeyId: exactText(),
    callsPerMinute: wholeNumber(),
    createdAt: wholeNumber().notNull(),
    rotatedAt: wholeNumber(),
    revokedAt: wholeNumber(),
  },
  (table) => [index('keys_prefix').on(table.keyPrefix), index('keys_user').on(table.userId)],
);

/** Append-only. */
export const auditRows = pgTable(
  'audit_entries',
  {
    sequence: writtenOrder().primaryKey(),
    auditId: exactText().notNull().unique(),
    userId: exactText().notNull(),
    actorKeyId: exactText(),
    action: exactText().$type<AuditAction>().notNull(),
    target: exactText().notNull(),
    details: json().$type<Readonly<Record<string, unknown>>>().notNull(),
    createdAt: wholeNumber().notNull(),
  },
  (table) => [index('audit_entries_user').on(table.userId, table.sequence)],
);
