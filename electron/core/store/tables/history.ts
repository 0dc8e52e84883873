/** Jobs that History shows: all that were ever started and not deleted from it; and what changed since its index was written. */

import { and, asc, count, desc, inArray, isNotNull, isNull, lt, max, sql } from 'drizzle-orm';
import { connections, events, historyMarks, jobs, type Orm } from '../schema.ts';
import { costsOf, readFacts } from '../statements/history-facts.ts';

/** A job that changed, and how often. */
export type HistoryMark = typeof historyMarks.$inferSelect;

/** Where a page of jobs ended. */
export interface JobPlace {
  readonly createdAt: number;
  readonly row: number;
}

const isShown = and(isNotNull(jobs.admittedAt), isNull(jobs.forgottenAt));
const row = sql<number>`${jobs}.rowid`;

export function historyTable(orm: Orm) {
  return {
    facts: (jobIds: readonly string[]) => readFacts(orm, jobIds),
    /** Micro-USD of jobs that were charged; null where a price isn't known. */
    costs: (jobIds: readonly string[]) => costsOf(orm, jobIds),
    /** Newest first, after a place. */
    page(after: JobPlace | null, limit: number): (JobPlace & { readonly id: string })[] {
      const rest = after === null ? undefined : sql`(${jobs.createdAt}, ${row}) < (${after.createdAt}, ${after.row})`;
      return orm
        .select({ id: jobs.id, createdAt: jobs.createdAt, row })
        .from(jobs)
        .where(and(isShown, rest))
        .orderBy(desc(jobs.createdAt), sql`${row} desc`)
        .limit(limit)
        .all();
    },
    count(): number {
      return orm.select({ value: count() }).from(jobs).where(isShown).get()?.value ?? 0;
    },
    /** Jobs before a row of the store, the last one first. */
    rowsBefore(before: number, limit: number): { readonly id: string; readonly row: number }[] {
      return orm
        .select({ id: jobs.id, row })
        .from(jobs)
        .where(lt(row, before))
        .orderBy(sql`${row} desc`)
        .limit(limit)
        .all();
    },
    marks(limit: number): HistoryMark[] {
      return orm.select().from(historyMarks).orderBy(asc(sql`rowid`)).limit(limit).all();
    },
    /** Takes marks away, apart from those of jobs that changed again. */
    unmark(marks: readonly HistoryMark[]): void {
      const seen = JSON.stringify(marks.map(({ jobId, changes }) => [jobId, changes]));
      orm.run(sql`
        delete from ${historyMarks} where (${historyMarks.jobId}, ${historyMarks.changes}) in
          (select value ->> 0, value ->> 1 from json_each(${seen}))`);
    },
    /** All that were ever used, as they are called now. */
    connections(): { readonly id: string; readonly name: string }[] {
      return orm
        .select({ id: connections.id, name: connections.name })
        .from(connections)
        .orderBy(asc(connections.name))
        .all();
    },
    lastEvent(): number {
      return (
        orm
          .select({ value: max(events.id) })
          .from(events)
          .get()?.value ?? 0
      );
    },
    /** Deletes jobs from History, or brings them back. @param at milliseconds since the epoch; null brings them back */
    forget(jobIds: readonly string[], at: number | null): void {
      orm
        .update(jobs)
        .set({ forgottenAt: at })
        .where(inArray(jobs.id, [...jobIds]))
        .run();
    },
  };
}
