/** Jobs that History shows: all that were ever started and not deleted from it; and what changed since its index was written. */

import { and, asc, count, desc, inArray, isNotNull, isNull, lt, max, sql } from 'drizzle-orm';
import { connections, events, historyMarks, jobs, type Orm } from '../schema.ts';
import { factsReader } from '../statements/history-facts.ts';
import { lazily, preparedRows } from '../statements/prepared.ts';

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
  const { readFacts, costsOf } = factsReader(orm);
  const marked = preparedRows(orm, historyMarks, (all) => all.orderBy(asc(sql`rowid`)).limit(sql.placeholder('limit')));
  const before = lazily(() =>
    orm
      .select({ id: jobs.id, row })
      .from(jobs)
      .where(lt(row, sql.placeholder('before')))
      .orderBy(sql`${row} desc`)
      .limit(sql.placeholder('limit'))
      .prepare(),
  );
  const named = lazily(() =>
    orm
      .select({ id: connections.id, name: connections.name, label: connections.label })
      .from(connections)
      .orderBy(asc(connections.name))
      .prepare(),
  );
  const latest = lazily(() =>
    orm
      .select({ value: max(events.id) })
      .from(events)
      .prepare(),
  );

  return {
    facts: readFacts,
    /** Micro-USD of jobs that were charged; null where a price isn't known. */
    costs: costsOf,
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
    rowsBefore(end: number, limit: number): { readonly id: string; readonly row: number }[] {
      return before().all({ before: end, limit });
    },
    marks(limit: number): HistoryMark[] {
      return marked.all({ limit });
    },
    /**
     * Counts all marks by reading every page of their table and of its index. Deleting them all reads these pages as well: a thread that
     * counts first spares the desk the disk.
     */
    countMarks(): number {
      const read = sql`select count(*) + 0 * (select count(*) from ${historyMarks}) as value from ${historyMarks} not indexed`;
      return orm.get<{ readonly value: number }>(read)?.value ?? 0;
    },
    /** Takes marks away, apart from those of jobs that changed again; or all that are there. */
    unmark(marks: readonly HistoryMark[] | 'all'): void {
      if (marks === 'all') {
        orm.delete(historyMarks).run();
        return;
      }
      const seen = JSON.stringify(marks.map(({ jobId, changes }) => [jobId, changes]));
      orm.run(sql`
        delete from ${historyMarks} where (${historyMarks.jobId}, ${historyMarks.changes}) in
          (select value ->> 0, value ->> 1 from json_each(${seen}))`);
    },
    /** All that were ever used, as they are called now. */
    connections(): { readonly id: string; readonly name: string; readonly label: string | null }[] {
      return named().all();
    },
    lastEvent(): number {
      return latest().get()?.value ?? 0;
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
