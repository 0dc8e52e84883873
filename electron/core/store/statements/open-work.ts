/** What is still to be finished: the generations in the queue's order, for a forecast, and whether a connection has paid work that isn't here yet. */

import { and, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
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

/** Started, or perhaps started, and its result isn't here. */
const isUnfetched = inArray(generations.stateKind, [
  ...(['intent', 'unknown', 'needs-you', 'started', 'queued', 'processing', 'complete', 'downloading'] as const),
]);

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
    /** Whether its service has work over the connection that isn't here yet, of jobs of any state, or projects of jobs under way. */
    isOver(connectionId: string): boolean {
      const begun = and(isOpen, isNotNull(jobs.projectId));
      const found = orm
        .select({ id: jobs.id })
        .from(jobs)
        .leftJoin(generations, eq(generations.jobId, jobs.id))
        .where(and(eq(jobs.connectionId, connectionId), or(begun, isUnfetched)))
        .limit(1);
      return found.get() !== undefined;
    },
    /** The latest projects of a connection. */
    latestProjects(connectionId: string, limit: number): string[] {
      const project = sql<string | null>`coalesce(${generations.projectId}, ${jobs.projectId})`;
      return orm
        .selectDistinct({ id: project })
        .from(jobs)
        .leftJoin(generations, eq(generations.jobId, jobs.id))
        .where(and(eq(jobs.connectionId, connectionId), isNotNull(project)))
        .orderBy(desc(jobs.createdAt))
        .limit(limit)
        .all()
        .flatMap(({ id }) => id ?? []);
    },
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
