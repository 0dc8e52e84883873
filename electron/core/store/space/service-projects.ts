/** What the store says about projects of a service: whose they are, and whether anything still needs them. */

import { and, eq, gt, sql } from 'drizzle-orm';
import type { GenerationState } from '../../../../shared/domain/generation-state.ts';
import type { JobState } from '../../../../shared/domain/job-state.ts';
import { generations, jobs, type Orm, recordings, results } from '../schema.ts';

/** A job, and one of its generations if it has any. */
export interface ProjectRow {
  readonly jobId: string;
  readonly jobState: JobState['kind'];
  /** Null while History has the job. */
  readonly forgottenAt: number | null;
  readonly name: string;
  readonly folder: string;
  /** The job's own project, and that on which the generation was started: they differ for work taken over from an earlier job. */
  readonly projectId: string | null;
  readonly startedOn: string | null;
  readonly generationState: GenerationState['kind'] | null;
  readonly remoteId: string | null;
  readonly remoteStatus: string | null;
  /** Of the stored result; null without one. */
  readonly path: string | null;
  readonly bytes: number | null;
}

export function serviceProjectTable(orm: Orm) {
  return {
    /** Jobs over a connection, in the order of their ids. @param after the last id of the page before; empty for the first page */
    jobPage(connectionId: string, after: string, limit: number): string[] {
      const page = orm
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(eq(jobs.connectionId, connectionId), gt(jobs.id, after)))
        .orderBy(jobs.id)
        .limit(limit)
        .all();
      return page.map(({ id }) => id);
    },
    /** One row for each generation of these jobs, and one for a job without any. */
    rowsOf(jobIds: readonly string[]): ProjectRow[] {
      return orm
        .select({
          jobId: jobs.id,
          jobState: jobs.stateKind,
          forgottenAt: jobs.forgottenAt,
          name: recordings.name,
          folder: recordings.folder,
          projectId: jobs.projectId,
          startedOn: generations.projectId,
          generationState: generations.stateKind,
          remoteId: generations.remoteId,
          remoteStatus: generations.remoteStatus,
          path: results.path,
          bytes: results.bytes,
        })
        .from(jobs)
        .innerJoin(recordings, eq(recordings.id, jobs.recordingId))
        .leftJoin(generations, eq(generations.jobId, jobs.id))
        .leftJoin(results, eq(results.generationId, generations.id))
        .where(sql`${jobs.id} in (select value from json_each(${JSON.stringify(jobIds)}))`)
        .all();
    },
  };
}
