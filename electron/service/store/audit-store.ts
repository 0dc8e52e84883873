/** The audit log in SQLite, newest first. */

import { and, desc, eq, lt } from 'drizzle-orm';
import { recordAudit } from './audit-steps.ts';
import { auditEntries } from './schema/all.ts';
import type { ServiceDatabase } from './sqlite-store.ts';
import type { AuditStore } from './store.ts';

export function createAuditStore(database: ServiceDatabase): AuditStore {
  const { orm, transaction } = database;
  return {
    record: async (event, now) => transaction(() => recordAudit(database, event, now)),
    list: async (userId, { before, limit }) =>
      transaction(() => {
        const ofUser = eq(auditEntries.userId, userId);
        const last =
          before === null
            ? null
            : orm
                .select({ sequence: auditEntries.sequence })
                .from(auditEntries)
                .where(and(ofUser, eq(auditEntries.auditId, before)))
                .get();
        if (last === undefined) return null;
        return orm
          .select()
          .from(auditEntries)
          .where(last === null ? ofUser : and(ofUser, lt(auditEntries.sequence, last.sequence)))
          .orderBy(desc(auditEntries.sequence))
          .limit(limit)
          .all();
      }),
  };
}
