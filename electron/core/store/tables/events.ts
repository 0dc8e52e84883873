/** The append-only log of all transitions: evidence of what was sent, and when. */

import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { events, type GenerationRow, type Orm } from '../schema.ts';
import { lazily, preparedInsert } from '../statements/prepared.ts';

export function eventTable(orm: Orm) {
  const jobEvents = lazily(() =>
    orm
      .select({ event: events.event, generationId: events.generationId, detail: events.detail })
      .from(events)
      .where(
        and(
          eq(events.jobId, sql.placeholder('jobId')),
          inArray(events.event, ['project', 'started', 'take-up', 'recover', 'fail']),
        ),
      )
      .orderBy(asc(events.id))
      .prepare(),
  );
  const given = lazily(() =>
    orm
      .select({ remoteId: events.detail })
      .from(events)
      .where(
        and(
          eq(events.jobId, sql.placeholder('jobId')),
          eq(events.generationId, sql.placeholder('generationId')),
          inArray(events.event, ['started', 'take-up', 'recover']),
        ),
      )
      .prepare(),
  );

  const accepted = lazily(() =>
    orm
      .select({ id: events.id })
      .from(events)
      .where(
        and(
          eq(events.jobId, sql.placeholder('jobId')),
          eq(events.generationId, sql.placeholder('generationId')),
          eq(events.event, 'accept'),
        ),
      )
      .prepare(),
  );

  return {
    append: preparedInsert(orm, events),
    /** Ids on the job's present project that failed according to the service: they have no result and are not billed. */
    failedIds(jobId: string): Set<string> {
      const rows = jobEvents().all({ jobId });
      const failed = new Set<string>();
      const present = new Map<string, string>();
      for (const { event, generationId, detail } of rows) {
        if (event === 'project') for (const ids of [failed, present]) ids.clear();
        if (generationId === null || detail === null) continue;
        const remoteId = present.get(generationId);
        if (event !== 'fail') present.set(generationId, detail);
        // A service that does not know an id has not said that it failed.
        else if (remoteId !== undefined && !detail.startsWith('projectUnknown')) failed.add(remoteId);
      }
      return failed;
    },
    /** Every id that the service gave the generation, even if another generation has it now. */
    idsGivenTo({ id, jobId }: Pick<GenerationRow, 'id' | 'jobId'>): Set<string> {
      const rows = given().all({ jobId, generationId: id });
      return new Set(rows.flatMap(({ remoteId }) => remoteId ?? []));
    },
    /** Whether the person has accepted its result although the check had sent it to review. */
    wasAccepted({ id, jobId }: Pick<GenerationRow, 'id' | 'jobId'>): boolean {
      return accepted().get({ jobId, generationId: id }) !== undefined;
    },
    /** Time of the last event, in milliseconds since the epoch; 0 when there is none. */
    lastAt(): number {
      return orm.select({ at: events.at }).from(events).orderBy(desc(events.id)).limit(1).get()?.at ?? 0;
    },
    ofJob(jobId: string) {
      return orm.select().from(events).where(eq(events.jobId, jobId)).orderBy(asc(events.id)).all();
    },
  };
}
