/** Which jobs a search for work considers, and the SQL conditions that several statements share. */

import { asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { generations, jobs } from '../schema.ts';

/** Which of the open jobs a search for work considers. */
export interface JobFilter {
  /** Milliseconds since the epoch: waits that end by then are over. */
  readonly now: number;
  /** Only jobs of these batches are considered. Null for every batch. */
  readonly onlyBatches: readonly string[] | null;
  /** Batches that are still being imported. */
  readonly incompleteBatches: readonly string[];
  /** Connections over which nothing may be started. Work that was started before continues. */
  readonly closedConnections: readonly string[];
}

/** The queue's order. */
export const inOrder = [desc(jobs.priority), asc(jobs.position)] as const;

/** Written out, so that SQLite uses the partial index with the same condition. */
export const isOpen = sql`${jobs.removedAt} is null and ${jobs.stateKind} not in ('done', 'failed', 'cancelled')`;
export const isAdmitted = isNotNull(jobs.admittedAt);
/** Also files that can't be restored, which is found before Start. */
export const hasFailed = eq(jobs.stateKind, 'failed');

/** Whether the rest of the job begins with a start, and so costs money. Generations under way or complete are paid for already. */
export const needsStart = sql<boolean>`(
  case ${jobs.stateKind} when 'waiting' then json_extract(${jobs.state}, '$.from') else ${jobs.stateKind} end
    not in ('downloading', 'exporting')
  and not exists (
    select 1 from ${generations} where ${generations.jobId} = ${jobs.id}
      and ${generations.stateKind} in ('started', 'queued', 'processing', 'complete', 'downloading')
  )
)`;

export function isOfBatches(batches: JobFilter['onlyBatches']) {
  return batches === null ? undefined : inArray(jobs.batchId, [...batches]);
}
