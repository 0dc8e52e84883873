/** The generations that are still to be finished, in the queue's order: what a forecast of the queue needs. */

import { sql } from 'drizzle-orm';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { generations, jobs, type Orm, recordings } from '../schema.ts';
import { isOpen } from './job-filter.ts';
import { lazily, preparedSql } from './prepared.ts';

export interface OpenGeneration {
  readonly id: string;
  readonly jobId: string;
  readonly connectionId: string;
  readonly model: ModelId;
  /** Of audio; 60 where that is unknown. */
  readonly seconds: number;
  /** What is processed comes first (0), then what the service has (1), then what is on its way there (2), then the rest (3). */
  readonly rank: 0 | 1 | 2 | 3;
}

interface Cursor {
  readonly position: number;
  readonly row: number;
}

/** A job without such a generation has one row, so that the next page begins behind it. */
type PageRow = Cursor & (OpenGeneration | (Omit<OpenGeneration, 'id'> & { readonly id: null }));

const FIRST: Cursor = { position: Number.MIN_SAFE_INTEGER, row: 0 };

export function openWorkTable(orm: Orm) {
  const isWanted = sql`${isOpen} and ${jobs.admittedAt} is not null
    and ${jobs.stateKind} not in ('paused', 'needs-you', 'in-review', 'cancelling')`;
  const priorities = lazily(() =>
    preparedSql<{ priority: number }>(
      orm,
      sql`select distinct ${jobs.priority} as priority from ${jobs} indexed by job_open where ${isOpen} order by 1 desc`,
    ),
  );
  const page = lazily(() =>
    preparedSql<PageRow>(
      orm,
      sql`
        select ${generations.id} as id, ${jobs.id} as "jobId", ${jobs.connectionId} as "connectionId",
          ${generations.model} as model, max(1, coalesce(${recordings.durationSeconds}, 60)) as seconds,
          case when ${generations.stateKind} = 'processing' then 0 when ${generations.stateKind} in ('queued', 'started') then 1
            when ${jobs.stateKind} <> 'queued' then 2 else 3 end as rank,
          ${jobs.position} as position, "job".rowid as row
        from (
          select rowid, ${jobs.id}, ${jobs.connectionId}, ${jobs.recordingId}, ${jobs.stateKind}, ${jobs.position}
          from ${jobs} indexed by job_open
          where ${isWanted} and ${jobs.priority} = ${sql.placeholder('priority')}
            and (${jobs.position}, rowid) > (${sql.placeholder('position')}, ${sql.placeholder('row')})
          order by ${jobs.position}, rowid limit ${sql.placeholder('limit')}
        ) as "job"
        left join ${generations} on ${generations.jobId} = ${jobs.id}
          and ${generations.stateKind} in ('ready', 'intent', 'started', 'unknown', 'queued', 'processing')
        join ${recordings} on ${recordings.id} = ${jobs.recordingId}
        order by position, row, model`,
    ),
  );

  return {
    /** Pages in the queue's order, each read when it is asked for. @param limit jobs of a page */
    *pages(limit: number): Generator<readonly OpenGeneration[]> {
      for (const { priority } of priorities().all({})) {
        let after: Cursor | undefined = FIRST;
        while (after !== undefined) {
          const rows: PageRow[] = page().all({ priority, ...after, limit });
          yield rows.filter((row): row is Cursor & OpenGeneration => row.id !== null);
          after = rows.length < limit ? undefined : rows.at(-1);
        }
      }
    },
  };
}
