/** Results that are there already for the same content, model and settings on the same connection. */

import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { BatchPreset } from '../../../shared/domain/batch-preset.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import type { Orm } from './open-store.ts';
import { type GenerationRow, generations, type JobRow, jobs, type ResultRow, recordings, results } from './schema.ts';

export interface EarlierResult {
  readonly generation: GenerationRow;
  readonly result: ResultRow;
}

export function earlierResultTable(orm: Orm) {
  return {
    /** The newest one that was stored before the job was added: what was added together is restored together. */
    find(job: JobRow, contentHash: string, model: ModelId): EarlierResult | undefined {
      const { downloadType, samplingPreset } = job.preset;
      return orm
        .select({ generation: generations, result: results })
        .from(recordings)
        .innerJoin(jobs, eq(jobs.recordingId, recordings.id))
        .innerJoin(generations, eq(generations.jobId, jobs.id))
        .innerJoin(results, eq(results.generationId, generations.id))
        .where(
          and(
            eq(recordings.contentHash, contentHash),
            eq(jobs.connectionId, job.connectionId),
            eq(generations.model, model),
            eq(generations.stateKind, 'stored'),
            sql`json_extract(${jobs.preset}, '$.downloadType') = ${downloadType}`,
            sql`json_extract(${jobs.preset}, '$.samplingPreset') is ${samplingPreset ?? null}`,
            lt(results.storedAt, job.createdAt),
          ),
        )
        .orderBy(desc(results.storedAt))
        .limit(1)
        .get();
    },
    /**
     * Which of the jobs that wait for Start would find one for which models, as far as that can be told before their files are read:
     * path, size and time are those of a file that was looked at before.
     */
    ofWaiting({ downloadType, samplingPreset }: BatchPreset): ReadonlyMap<string, ReadonlySet<ModelId>> {
      const rows = orm.all<{ jobId: string; model: ModelId }>(sql`
        select distinct ${jobs.id} as "jobId", ${generations.model} as "model"
        from ${jobs}
        join ${recordings} on ${recordings.id} = ${jobs.recordingId}
        join recording as seen on seen.real_path = ${recordings.realPath} and seen.bytes = ${recordings.bytes}
          and seen.modified_at = ${recordings.modifiedAt} and seen.content_hash is not null
        join job as earlier on earlier.recording_id = seen.id and earlier.connection_id = ${jobs.connectionId}
          and json_extract(earlier.preset, '$.downloadType') = ${downloadType}
          and json_extract(earlier.preset, '$.samplingPreset') is ${samplingPreset ?? null}
        join ${generations} on ${generations.jobId} = earlier.id and ${generations.stateKind} = 'stored'
        join ${results} on ${results.generationId} = ${generations.id} and ${results.storedAt} < ${jobs.createdAt}
        where ${jobs.admittedAt} is null and ${jobs.removedAt} is null and ${jobs.stateKind} = 'queued'`);
      const found = new Map<string, Set<ModelId>>();
      for (const { jobId, model } of rows) found.set(jobId, (found.get(jobId) ?? new Set()).add(model));
      return found;
    },
  };
}

/** Whether the preset lets an earlier result stand for a new one that would cost something. */
export function mayReuse(preset: BatchPreset, amount: number | null): boolean {
  return preset.reuse !== false && amount !== 0;
}
