/** The audit log: who did what to keys, endpoints, plans and the service. Rows are only ever added. */

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AuditAction } from '../../../../../shared/service-api/audit-actions.ts';

export const auditEntries = sqliteTable(
  'audit_entries',
  {
    /** Order of the entries. */
    sequence: integer().primaryKey({ autoIncrement: true }),
    auditId: text().notNull().unique(),
    /** The account that it happened in. */
    userId: text().notNull(),
    /** The key that did it; null for what the service did by itself. */
    actorKeyId: text(),
    /** For example `key.rotated`. */
    action: text().$type<AuditAction>().notNull(),
    /** Identifier of what it was done to. */
    target: text().notNull(),
    /** Nothing secret. */
    details: text({ mode: 'json' }).$type<Readonly<Record<string, unknown>>>().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [index('audit_entries_user').on(table.userId, table.sequence)],
);
