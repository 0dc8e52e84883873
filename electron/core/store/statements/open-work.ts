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
}

export function openWorkTable(orm: Orm) {
  // What is processed already comes first, then what is further on its way.
  const all = lazily(() =>
    preparedSql<OpenGeneration>(
      orm,
      sql`
        select ${generations.id} as id, ${jobs.id} as "jobId", ${jobs.connectionId} as "connectionId",
          ${generations.model} as model, max(1, coalesce(${recordings.durationSeconds}, 60)) as seconds
        from ${jobs}
        join ${generations} on ${generations.jobId} = ${jobs.id}
        join ${recordings} on ${recordings.id} = ${jobs.recordingId}
        where ${isOpen} and ${jobs.admittedAt} is not null
          and ${jobs.stateKind} not in ('paused', 'needs-you', 'in-review', 'cancelling')
          and ${generations.stateKind} in ('ready', 'intent', 'started', 'unknown', 'queued', 'processing')
        order by ${generations.stateKind} = 'processing' desc, ${generations.stateKind} in ('queued', 'started') desc,
          ${jobs.stateKind} <> 'queued' desc, ${jobs.priority} desc, ${jobs.position}, ${generations.model}`,
    ),
  );
  return {
    inOrder: (): OpenGeneration[] => all().all({}),
  };
}
