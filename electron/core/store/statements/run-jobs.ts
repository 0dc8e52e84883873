/** The jobs of a run: what was started, retried or still open since it began; and what its summary tells of them. */

import { and, eq, gte, isNull, or, sql } from 'drizzle-orm';
import { connections, generations, jobs, ledger, type Orm, recordings, results } from '../schema.ts';

/** A generation of the run whose result came from history. */
interface Reused {
  readonly durationSeconds: number | null;
  readonly model: (typeof generations.$inferSelect)['model'];
  readonly prices: (typeof connections.$inferSelect)['prices'];
}

/**
 * Open jobs belong to the run, except those that an earlier one left paused or with a question; finished ones belong to the run in
 * which they ended. Removing a job doesn't change what the run has done. The triggers of `jobSumTable` say the same.
 */
function isMember(startedAt: number) {
  return and(
    sql`${jobs.admittedAt} is not null`,
    or(
      gte(jobs.finishedAt, startedAt),
      and(
        isNull(jobs.finishedAt),
        or(gte(jobs.admittedAt, startedAt), sql`${jobs.stateKind} not in ('paused', 'needs-you')`),
      ),
    ),
  );
}

export function runTable(orm: Orm) {
  /** In two parts, because an index leads to each. */
  function members(startedAt: number) {
    return [and(isNull(jobs.removedAt), isMember(startedAt)), and(gte(jobs.removedAt, startedAt), isMember(startedAt))];
  }

  return {
    /** @param startedAt milliseconds since the epoch */
    doneIds(startedAt: number): string[] {
      return members(startedAt).flatMap((isOfRun) =>
        orm
          .select({ id: jobs.id })
          .from(jobs)
          .where(and(isOfRun, eq(jobs.stateKind, 'done')))
          .all()
          .map(({ id }) => id),
      );
    },
    /** Paths of the outputs in folders. */
    outputs(startedAt: number): string[] {
      return members(startedAt).flatMap((isOfRun) =>
        orm
          .select({ path: results.exportedPath })
          .from(jobs)
          .innerJoin(generations, eq(generations.jobId, jobs.id))
          .innerJoin(results, eq(results.generationId, generations.id))
          .where(and(isOfRun, sql`${results.exportedPath} is not null`))
          .all()
          .flatMap(({ path }) => path ?? []),
      );
    },
    reused(startedAt: number): Reused[] {
      return members(startedAt).flatMap((isOfRun) =>
        orm
          .select({
            durationSeconds: recordings.durationSeconds,
            model: generations.model,
            prices: connections.prices,
          })
          .from(jobs)
          .innerJoin(generations, eq(generations.jobId, jobs.id))
          .innerJoin(recordings, eq(recordings.id, jobs.recordingId))
          .innerJoin(connections, eq(connections.id, jobs.connectionId))
          .where(
            and(
              isOfRun,
              eq(jobs.stateKind, 'done'),
              sql`${generations.reusedFrom} is not null`,
              isNull(generations.chargedAt),
            ),
          )
          .all(),
      );
    },
    connectionNames(startedAt: number): string[] {
      const names = members(startedAt).flatMap((isOfRun) =>
        orm
          .selectDistinct({ name: connections.name })
          .from(jobs)
          .innerJoin(connections, eq(connections.id, jobs.connectionId))
          .where(isOfRun)
          .all(),
      );
      return [...new Set(names.map(({ name }) => name))];
    },
    /** Micro-USD held since the run began, a generation that was started again counted once; null when a price is unknown. */
    held(startedAt: number): number | null {
      const holds = orm
        .select({ amount: sql<number | null>`max(${ledger.amount})` })
        .from(ledger)
        .where(and(eq(ledger.kind, 'hold'), gte(ledger.at, startedAt)))
        .groupBy(ledger.generationId)
        .all();
      return holds.reduce<number | null>(
        (sum, { amount }) => (sum === null || amount === null ? null : sum + amount),
        0,
      );
    },
  };
}
