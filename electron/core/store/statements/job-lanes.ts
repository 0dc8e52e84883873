/** The scheduler's queries, prepared once: which jobs may be worked on, and which wait. */

import { and, asc, desc, eq, isNull, lte, min, sql } from 'drizzle-orm';
import { STAGES, type Stage } from '../../../../shared/domain/job-state.ts';
import { jobs, type Orm } from '../schema.ts';
import { type JobFilter, needsStart } from './job-filter.ts';
import { lazily, preparedSql } from './prepared.ts';

/** A job in a lane. */
export interface LaneJob {
  readonly id: string;
  readonly connectionId: string;
  readonly stage: Stage;
}

/** Written out, so that SQLite uses the partial index with the same condition. */
const isOnQueue = sql`${jobs.removedAt} is null and ${jobs.admittedAt} is not null`;

/** Whether a column is not in a list, which the placeholder takes as JSON: one statement serves lists of any length. */
function isNoneOf(column: typeof jobs.batchId | typeof jobs.connectionId, placeholder: string) {
  return sql`${column} not in (select value from json_each(${sql.placeholder(placeholder)}))`;
}

/** Statements for one kind of filter: conditions that it does not set are left out. */
function filterStatements(orm: Orm, filter: JobFilter) {
  const only = sql.placeholder('only');
  const mine = and(
    isOnQueue,
    filter.onlyBatches === null ? undefined : sql`${jobs.batchId} in (select value from json_each(${only}))`,
    filter.incompleteBatches.length === 0 ? undefined : isNoneOf(jobs.batchId, 'batches'),
  );
  const waits = and(mine, eq(jobs.stateKind, 'waiting'));
  const inOne = (stage: Stage) =>
    sql`select * from (
      select ${jobs.id} as id, ${jobs.connectionId} as "connectionId", ${jobs.stateKind} as stage from ${jobs}
      where ${mine} and ${jobs.stateKind} = ${stage} order by ${jobs.priority} desc, ${jobs.position} limit ${sql.placeholder('limit')})`;
  return {
    first: lazily(() => preparedSql<LaneJob>(orm, sql.join(STAGES.map(inOne), sql` union all `))),
    inStage: lazily(() =>
      orm
        .select({ id: jobs.id, connectionId: jobs.connectionId, stage: sql<Stage>`${jobs.stateKind}` })
        .from(jobs)
        .where(
          and(
            mine,
            eq(jobs.stateKind, sql.placeholder('stage')),
            isNoneOf(jobs.connectionId, 'full'),
            sql`(${isNoneOf(jobs.connectionId, 'closed')} or not ${needsStart})`,
          ),
        )
        .orderBy(desc(jobs.priority), asc(jobs.position))
        .limit(sql.placeholder('limit'))
        .prepare(),
    ),
    due: lazily(() =>
      orm
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(waits, lte(jobs.waitsUntil, sql.placeholder('now'))))
        .limit(sql.placeholder('limit'))
        .prepare(),
    ),
    earliest: lazily(() =>
      preparedSql<{ at: number | null }>(orm, sql`select ${min(jobs.waitsUntil)} as at from ${jobs} where ${waits}`),
    ),
  };
}

/** Values for all placeholders. A statement ignores those that it does not have. */
function parameters(filter: JobFilter) {
  return {
    now: filter.now,
    only: JSON.stringify(filter.onlyBatches),
    batches: JSON.stringify(filter.incompleteBatches),
    closed: JSON.stringify(filter.closedConnections),
  };
}

export function laneTable(orm: Orm) {
  const kinds = new Map<string, ReturnType<typeof filterStatements>>();

  function statementsFor(filter: JobFilter): ReturnType<typeof filterStatements> {
    const kind = `${filter.onlyBatches === null} ${filter.incompleteBatches.length === 0}`;
    const known = kinds.get(kind) ?? filterStatements(orm, filter);
    kinds.set(kind, known);
    return known;
  }

  return {
    /** The first jobs in each stage, in the queue's order. Ignores closed connections. @param limit most jobs of each stage */
    first(filter: JobFilter, limit: number): LaneJob[] {
      return statementsFor(filter)
        .first()
        .all({ ...parameters(filter), limit });
    },
    /** The first jobs in a stage that may be worked on, in the queue's order. @param full connections to leave out */
    inStage(filter: JobFilter, stage: Stage, full: readonly string[], limit: number): LaneJob[] {
      return statementsFor(filter)
        .inStage()
        .all({ ...parameters(filter), stage, full: JSON.stringify(full), limit });
    },
    /** Ids of jobs whose wait is over. */
    due(filter: JobFilter, limit: number): string[] {
      return statementsFor(filter)
        .due()
        .all({ ...parameters(filter), limit })
        .map((row) => row.id);
    },
    /** When the next wait ends, milliseconds since the epoch, or null. */
    earliestWait(filter: JobFilter): number | null {
      return statementsFor(filter).earliest().all(parameters(filter))[0]?.at ?? null;
    },
    /** Moves the end of every wait that has one by so many milliseconds. */
    shiftWaits(milliseconds: number): void {
      orm
        .update(jobs)
        .set({
          waitsUntil: sql`${jobs.waitsUntil} + ${milliseconds}`,
          state: sql`json_set(${jobs.state}, '$.until', ${jobs.waitsUntil} + ${milliseconds})`,
        })
        .where(and(eq(jobs.stateKind, 'waiting'), isNull(jobs.removedAt), sql`${jobs.waitsUntil} is not null`))
        .run();
    },
    /** Shortens waits that would last longer to end at this time, in milliseconds since the epoch. */
    endWaitsBy(at: number): void {
      orm
        .update(jobs)
        .set({ waitsUntil: at, state: sql`json_set(${jobs.state}, '$.until', ${at})` })
        .where(and(eq(jobs.stateKind, 'waiting'), isNull(jobs.removedAt), sql`${jobs.waitsUntil} > ${at}`))
        .run();
    },
  };
}
