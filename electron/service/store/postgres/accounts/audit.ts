/** The audit log in PostgreSQL. */

import { and, desc, eq, lt } from 'drizzle-orm';
import type { AuditAction } from '../../../../../shared/service-api/audit-actions.ts';
import type { AuditEvent } from '../../../rules/audit-events.ts';
import type { AuditStore } from '../../store.ts';
import { lockAccount } from '../connection/account-lock.ts';
import type { OpenWork, PostgresDatabase } from '../connection/database.ts';
import { drawnIdentifier } from '../connection/drawn-identifier.ts';
import { nameStatement } from '../connection/statements.ts';
import { auditRows } from '../schema/all.ts';

const REHEARSED: AuditAction = 'rehearsal.changed';
const MOVED = nameStatement(
  'moved_by_rehearsals',
  "select coalesce(sum((details ->> 'moveClockMs')::bigint), 0) as moved from audit_entries where action = @action",
);

export function createPostgresAudit(database: PostgresDatabase): AuditStore {
  return {
    record: (event, now) =>
      database.transaction(async (work) => {
        await lockAccount(work, event.userId);
        await addAudit(work, event, now);
      }),
    movedByRehearsals: async () => {
      const [row] = await database.rows<{ moved: number }>(MOVED, { action: REHEARSED });
      return row?.moved ?? 0;
    },
    list: (userId, { before, limit }) =>
      database.view(async ({ orm }) => {
        const ofUser = eq(auditRows.userId, userId);
        const sequenceOf = async (auditId: string) => {
          const last = and(ofUser, eq(auditRows.auditId, auditId));
          return (await orm.select({ sequence: auditRows.sequence }).from(auditRows).where(last)).at(0)?.sequence;
        };
        const last = before === null ? null : await sequenceOf(before);
        if (last === undefined) return null;
        const older = last === null ? ofUser : and(ofUser, lt(auditRows.sequence, last));
        return orm.select().from(auditRows).where(older).orderBy(desc(auditRows.sequence)).limit(limit);
      }),
  };
}

/** Adds an entry inside the transaction that makes the change. @param now milliseconds since the epoch */
export async function addAudit({ orm }: OpenWork, event: AuditEvent, now: number): Promise<void> {
  await orm.insert(auditRows).values({ ...event, auditId: drawnIdentifier('aud'), createdAt: now });
}
