/** The jobs of a run: what was started, retried or still open since it began; and what its summary tells of them. */

import { and, eq, gte, isNull, or, sql } from 'drizzle-orm';
import { connections, generations, jobs, ledger, type Orm, results } from '../schema.ts';

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
          .select({ path: results.exportedPath, also: results.alsoPath })
          .from(jobs)
          .innerJoin(generations, eq(generations.jobId, jobs.id))
          .innerJoin(results, eq(results.generationId, generations.id))
          .where(and(isOfRun, sql`${results.exportedPath} is not null`))
          .all()
          .flatMap(({ also, path }) => [path ?? [], also ?? []].flat()),
      );
    },
    /** Results that came from history, and what that saved at the price of that time, in micro-USD: the figures of Costs. */
    reused(startedAt: number): { readonly reused: number; readonly saved: number } {
      const found = members(startedAt).map((isOfRun) =>
        orm
          .select({ reused: sql<number>`count(*)`, saved: sql<number>`coalesce(sum(${generations.saved}), 0)` })
          .from(jobs)
          .innerJoin(generations, eq(generations.jobId, jobs.id))
          .where(and(isOfRun, gte(generations.reusedAt, startedAt)))
          .get(),
      );
      return {
        reused: found.reduce((sum, one) => sum + (one?.reused ?? 0), 0),
        saved: found.reduce((sum, one) => sum + (one?.saved ?? 0), 0),
      };
    },
    /** Generations that were charged although the same content was paid for with the same model before. */
    paidAgain(startedAt: number): number {
      const isPaid = (alias: string) =>
        sql.raw(`${alias}.charged_at is not null and (${alias}.amount is null or ${alias}.amount <> 0)`);
      const row = orm.get<{ count: number }>(sql`
        select count(*) as "count" from ledger_entry charge join generation now on now.id = charge.generation_id
        where charge.at >= ${startedAt} and charge.kind = 'charge' and ${isPaid('now')} and exists (
          select 1 from generation earlier where earlier.content_hash = now.content_hash
            and earlier.model = now.model and earlier.id <> now.id and ${isPaid('earlier')}
            and earlier.charged_at < now.charged_at)`);
      return row?.count ?? 0;
    },
    /** Null when several batches were worked on. */
    onlyBatch(startedAt: number): string | null {
      const found = members(startedAt).flatMap((isOfRun) =>
        orm.selectDistinct({ id: jobs.batchId }).from(jobs).where(isOfRun).limit(2).all(),
      );
      const [first] = found;
      return first !== undefined && found.every(({ id }) => id === first.id) ? first.id : null;
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
