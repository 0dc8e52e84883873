/** The audit log: who changed keys, endpoints, plans and the service. Append-only. */

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AuditAction } from '../../../../../shared/service-api/audit-actions.ts';

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
