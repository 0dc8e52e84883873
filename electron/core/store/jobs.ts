/** Jobs: rows of the queue. States change through queue/transitions alone. */

import { and, asc, count, desc, eq, inArray, isNotNull, isNull, max, sql } from 'drizzle-orm';
import type { BatchPreset } from '../../../shared/domain/batch-preset.ts';
import { isFinal, type JobState } from '../../../shared/domain/job-state.ts';
import type { Orm } from './open-store.ts';
import { type JobRow, jobs, recordings } from './schema.ts';

export function jobTable(orm: Orm) {
  return {
    insert(job: typeof jobs.$inferInsert): void {
      orm.insert(jobs).values(job).run();
    },
    find(id: string): JobRow | undefined {
      return orm.select().from(jobs).where(eq(jobs.id, id)).get();
    },
    get(id: string): JobRow {
      const row = this.find(id);
      if (row === undefined) throw new Error(`No job ${id}`);
      return row;
    },
    /** Jobs on the queue, in its order. */
    page(offset: number, limit: number): JobRow[] {
      return orm
        .select()
        .from(jobs)
        .where(isNull(jobs.removedAt))
        .orderBy(asc(jobs.position))
        .limit(limit)
        .offset(offset)
        .all();
    },
    many(ids: readonly string[]): JobRow[] {
      return orm
        .select()
        .from(jobs)
        .where(inArray(jobs.id, [...ids]))
        .orderBy(asc(jobs.position))
        .all();
    },
    count(): number {
      return orm.select({ value: count() }).from(jobs).where(isNull(jobs.removedAt)).get()?.value ?? 0;
    },
    nextPosition(): number {
      return (
        (orm
          .select({ value: max(jobs.position) })
          .from(jobs)
          .get()?.value ?? 0) + 1
      );
    },
    /** Jobs on the queue that were not started yet. */
    notStarted(): JobRow[] {
      return orm
        .select()
        .from(jobs)
        .where(and(isNull(jobs.removedAt), isNull(jobs.admittedAt)))
        .orderBy(asc(jobs.position))
        .all();
    },
    /** Started jobs in any of these states, in the queue's order. */
    startedIn(kinds: readonly JobState['kind'][], limit = 100_000): JobRow[] {
      return orm
        .select()
        .from(jobs)
        .where(and(isNotNull(jobs.admittedAt), isNull(jobs.removedAt), inArray(jobs.stateKind, [...kinds])))
        .orderBy(asc(jobs.position))
        .limit(limit)
        .all();
    },
    /** What the totals need of every job on the queue, and nothing more. */
    progressRows() {
      return orm
        .select({
          id: jobs.id,
          kind: jobs.stateKind,
          started: sql<number>`${jobs.admittedAt} is not null`,
          durationSeconds: recordings.durationSeconds,
        })
        .from(jobs)
        .innerJoin(recordings, eq(recordings.id, jobs.recordingId))
        .where(isNull(jobs.removedAt))
        .all();
    },
    /** Started jobs that are not over, for a later `resume`. */
    unfinished(): JobRow[] {
      return orm
        .select()
        .from(jobs)
        .where(and(isNotNull(jobs.admittedAt), isNull(jobs.removedAt)))
        .orderBy(desc(jobs.position))
        .all()
        .filter((job) => !isFinal(job.state));
    },
    setState(id: string, state: JobState, finishedAt: number | null): void {
      orm.update(jobs).set({ state, stateKind: state.kind, finishedAt }).where(eq(jobs.id, id)).run();
    },
    admit(id: string, preset: BatchPreset, connectionId: string, at: number): void {
      orm.update(jobs).set({ preset, connectionId, admittedAt: at }).where(eq(jobs.id, id)).run();
    },
    update(id: string, change: Partial<Pick<JobRow, 'projectId' | 'tries' | 'removedAt'>>): void {
      orm.update(jobs).set(change).where(eq(jobs.id, id)).run();
    },
  };
}
