/** The append-only record of every transition: evidence for what was sent, and when. */

import { and, asc, eq } from 'drizzle-orm';
import type { Orm } from './open-store.ts';
import { events } from './schema.ts';

export function eventTable(orm: Orm) {
  return {
    append(event: typeof events.$inferInsert): void {
      orm.insert(events).values(event).run();
    },
    /** Every id that the service gave a generation of the job, those of failed ones included. */
    startedIds(jobId: string): string[] {
      const rows = orm
        .select({ remoteId: events.detail })
        .from(events)
        .where(and(eq(events.jobId, jobId), eq(events.event, 'started')))
        .all();
      return rows.flatMap(({ remoteId }) => remoteId ?? []);
    },
    ofJob(jobId: string) {
      return orm.select().from(events).where(eq(events.jobId, jobId)).orderBy(asc(events.id)).all();
    },
  };
}
