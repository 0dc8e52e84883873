/** The measures of finished recordings' results, and which of these recordings the person has heard and decided about. */

import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Measures } from '../../../../shared/domain/quality/measures.ts';
import { events, generations, jobs, type Orm, results } from '../schema.ts';

export interface MeasuredResult {
  readonly jobId: string;
  /** Null for results of versions without measures. */
  readonly measures: Measures | null;
}

/** The person sent the recording to another service, or keeps the result that there is. */
const DECISIONS = ['send', 'keep'];

export function measuredResultTable(orm: Orm) {
  return {
    /** Of the finished jobs on the queue, excerpts apart. @param jobIds null for all */
    ofDone(jobIds: readonly string[] | null): MeasuredResult[] {
      const isAsked = jobIds === null ? undefined : isIn(jobs.id, jobIds);
      return orm
        .select({ jobId: jobs.id, measures: results.measures })
        .from(jobs)
        .innerJoin(generations, eq(generations.jobId, jobs.id))
        .innerJoin(results, eq(results.generationId, generations.id))
        .where(and(isNull(jobs.removedAt), eq(jobs.stateKind, 'done'), isNoExcerpt, isAsked))
        .all();
    },
    decidedAmong: (jobIds: readonly string[]) => having(orm, jobIds, DECISIONS),
    /** A result of these was played. */
    heardAmong: (jobIds: readonly string[]) => having(orm, jobIds, ['hear']),
  };
}

/** Those of the jobs to which one of the events happened. */
function having(orm: Orm, jobIds: readonly string[], wanted: readonly string[]): ReadonlySet<string> {
  if (jobIds.length === 0) return new Set();
  const rows = orm
    .selectDistinct({ jobId: events.jobId })
    .from(events)
    .where(and(isIn(events.jobId, jobIds), inArray(events.event, [...wanted])))
    .all();
  return new Set(rows.map(({ jobId }) => jobId));
}

const isNoExcerpt = sql`json_extract(${jobs.preset}, '$.excerpt') is null`;

/** As one parameter, however many there are. */
function isIn(column: typeof jobs.id | typeof events.jobId, ids: readonly string[]) {
  return sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;
}
