/** Jobs that wait for the person: for billing or a key on their connection, or at a cap. */

import { and, count, eq, isNull, min, sql } from 'drizzle-orm';
import { type JobRow, jobs, type Orm } from '../schema.ts';
import { inOrder, isAdmitted, isOfBatches, isOpen, type JobFilter } from './job-filter.ts';
import { lazily } from './prepared.ts';

const reasonCode = sql`json_extract(${jobs.state}, '$.reason.code')`;

/** Waits for its connection: for billing or a key. Caps and prices are the person's own. */
const waitsForConnection = and(
  eq(jobs.stateKind, 'waiting'),
  isNull(jobs.waitsUntil),
  sql`${reasonCode} not in ('costCapReached', 'costsMoreThanQuoted')`,
);

/** Written out, so that SQLite uses the partial index with the same condition. */
const isAtCap = sql`${jobs.stateKind} = 'waiting' and ${reasonCode} = 'costCapReached'`;

export function waitingJobTable(orm: Orm) {
  const atCap = lazily(() =>
    orm
      .select({ batchId: jobs.batchId, connectionId: jobs.connectionId })
      .from(jobs)
      .where(and(isAtCap, isNull(jobs.removedAt)))
      .groupBy(jobs.batchId, jobs.connectionId)
      .orderBy(min(jobs.position))
      .prepare(),
  );

  return {
    /** Ids of the first jobs that wait for a connection, in the queue's order. */
    waitingOn(connectionId: string, { onlyBatches }: JobFilter, limit: number): string[] {
      return orm
        .select({ id: jobs.id })
        .from(jobs)
        .where(
          and(isOpen, isAdmitted, isOfBatches(onlyBatches), waitsForConnection, eq(jobs.connectionId, connectionId)),
        )
        .orderBy(...inOrder)
        .limit(limit)
        .all()
        .map((row) => row.id);
    },
    /** Connections that jobs wait for. */
    connectionsWaitedFor(): string[] {
      return orm
        .selectDistinct({ id: jobs.connectionId })
        .from(jobs)
        .where(and(isOpen, isAdmitted, waitsForConnection))
        .all()
        .map((row) => row.id);
    },
    /** The batches whose jobs wait for room under a cap, for each connection, in the queue's order. */
    groupsAtCap(): { readonly batchId: string; readonly connectionId: string }[] {
      return atCap().all();
    },
    /** The first jobs of a batch on a connection that wait for room under a cap, in the queue's order. */
    atCap(
      batchId: string,
      connectionId: string,
      { onlyBatches }: Pick<JobFilter, 'onlyBatches'>,
      limit: number,
    ): JobRow[] {
      return orm
        .select()
        .from(jobs)
        .where(
          and(
            isAtCap,
            isNull(jobs.removedAt),
            isOfBatches(onlyBatches),
            eq(jobs.connectionId, connectionId),
            eq(jobs.batchId, batchId),
          ),
        )
        .orderBy(...inOrder)
        .limit(limit)
        .all();
    },
    /** How many jobs wait without an end: only the person can release them. */
    countEndless(): number {
      return (
        orm
          .select({ value: count() })
          .from(jobs)
          .where(and(isOpen, isAdmitted, eq(jobs.stateKind, 'waiting'), isNull(jobs.waitsUntil)))
          .get()?.value ?? 0
      );
    },
  };
}
