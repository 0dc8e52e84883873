/** The audit log in SQLite. */

import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { AuditAction } from '../../../../../shared/service-api/audit-actions.ts';
import type { AuditEvent } from '../../../rules/audit-events.ts';
import type { AuditStore } from '../../store.ts';
import type { ServiceDatabase } from '../database.ts';
import { auditEntries } from '../schema/all.ts';

const REHEARSED: AuditAction = 'rehearsal.changed';
const MOVED = `select coalesce(sum(json_extract(details, '$.moveClockMs')), 0) from audit_entries where action = ?`;

export function createAuditStore(database: ServiceDatabase): AuditStore {
  const { orm, raw, transaction } = database;
  return {
    record: async (event, now) => transaction(() => recordAudit(database, event, now)),
    movedByRehearsals: async () => raw.prepare<[string], number>(MOVED).pluck().get(REHEARSED) ?? 0,
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

/**
 * Adds an entry inside the transaction that makes the change, so that neither exists without the other.
 * @param now milliseconds since the epoch
 */
export function recordAudit({ orm }: ServiceDatabase, event: AuditEvent, now: number): void {
  // The database draws the identifier, so that transactions need no source of randomness.
  const auditId = sql<string>`'aud_' || lower(hex(randomblob(16)))`;
  orm
    .insert(auditEntries)
    .values({ ...event, auditId, createdAt: now })
    .run();
}
