/** What the scheduler asks of the jobs, again and again: who may be worked on, who waits, how many there are. Prepared once. */

import { and, asc, desc, eq, isNull, lte, min, sql } from 'drizzle-orm';
import type { Stage } from '../../../shared/domain/job-state.ts';
import { type LookForWork, needsStart } from './jobs.ts';
import { lazily } from './lazily.ts';
import type { Orm } from './open-store.ts';
import { jobs } from './schema.ts';

/** Rows that are looked through at most for the numbers of jobs in the lanes: more of them are as good as any. */
const MOST_COUNTED = 1000;

/** Written out, so that the partial index of the same words is used. */
const isOnQueue = sql`${jobs.removedAt} is null and ${jobs.admittedAt} is not null`;

/** Whether a value is none of a JSON array's, so that one prepared statement serves lists of any length. */
function isNoneOf(column: typeof jobs.batchId | typeof jobs.connectionId, placeholder: string) {
  return sql`${column} not in (select value from json_each(${sql.placeholder(placeholder)}))`;
}

/** @param look what of it concerns rows; `now` is the caller's */
function parameters(look: LookForWork) {
  return {
    now: look.now,
    only: look.onlyBatches === null ? null : JSON.stringify(look.onlyBatches),
    batches: JSON.stringify(look.incompleteBatches),
    closed: JSON.stringify(look.closedConnections),
  };
}

export function laneTable(orm: Orm) {
  const only = sql.placeholder('only');
  const isOfThem = sql`(${only} is null or ${jobs.batchId} in (select value from json_each(${only})))`;
  const mine = and(isOnQueue, isOfThem, isNoneOf(jobs.batchId, 'batches'));
  const waits = and(mine, eq(jobs.stateKind, 'waiting'));

  const inStage = lazily(() =>
    orm
      .select()
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
  );

  const counted = lazily(() =>
    orm
      .select({ stage: jobs.stateKind, connectionId: jobs.connectionId })
      .from(jobs)
      .where(and(isOnQueue, eq(jobs.stateKind, sql.placeholder('stage'))))
      .limit(MOST_COUNTED)
      .prepare(),
  );

  const due = lazily(() =>
    orm
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(waits, lte(jobs.waitsUntil, sql.placeholder('now'))))
      .limit(sql.placeholder('limit'))
      .prepare(),
  );

  const earliest = lazily(() =>
    orm
      .select({ value: min(jobs.waitsUntil) })
      .from(jobs)
      .where(waits)
      .prepare(),
  );

  return {
    /** The first jobs in a stage that may be worked on, in the queue's order, but for those of `full` connections. */
    inStage(look: LookForWork, stage: Stage, full: readonly string[], limit: number) {
      return inStage().all({ ...parameters(look), stage, full: JSON.stringify(full), limit });
    },
    /** The connections of jobs in a stage, one for each job, a thousand at most. */
    connectionsIn(stage: Stage): string[] {
      return counted()
        .all({ stage })
        .map((row) => row.connectionId);
    },
    /** Ids of jobs whose wait is over. */
    due(look: LookForWork, limit: number): string[] {
      return due()
        .all({ ...parameters(look), limit })
        .map((row) => row.id);
    },
    /** When the next wait ends, milliseconds since the epoch, or null. */
    earliestWait(look: LookForWork): number | null {
      return earliest().get(parameters(look))?.value ?? null;
    },
    /** Moves the end of every wait that has one: the clock was set by so many milliseconds. */
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
    /** Ends waits that would last beyond a moment at that moment, in milliseconds since the epoch. */
    endWaitsBy(at: number): void {
      orm
        .update(jobs)
        .set({ waitsUntil: at, state: sql`json_set(${jobs.state}, '$.until', ${at})` })
        .where(and(eq(jobs.stateKind, 'waiting'), isNull(jobs.removedAt), sql`${jobs.waitsUntil} > ${at}`))
        .run();
    },
  };
}
