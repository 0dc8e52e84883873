/** The append-only record of every transition: evidence for what was sent, and when. */

import { asc, eq } from 'drizzle-orm';
import type { Orm } from './open-store.ts';
import { events } from './schema.ts';

export function eventTable(orm: Orm) {
  return {
    append(event: typeof events.$inferInsert): void {
      orm.insert(events).values(event).run();
    },
    ofJob(jobId: string) {
      return orm.select().from(events).where(eq(events.jobId, jobId)).orderBy(asc(events.id)).all();
    },
  };
}
