/**
 * Finds paid work for the same content, model and settings on the same connection, whatever its age: results, starts that are under way
 * or unresolved, and generations that were not downloaded.
 */

import { and, desc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import {
  type GenerationRow,
  generations,
  type JobRow,
  jobs,
  type Orm,
  type RecordingRow,
  type ResultRow,
  recordings,
  results,
} from '../schema.ts';
import { lazily } from './prepared.ts';

export interface EarlierWork {
  readonly generation: GenerationRow;
  /** Null when it was not downloaded. */
  readonly result: ResultRow | null;
  /** Whether its job has ended or was removed. */
  readonly isLeft: boolean;
  readonly jobState: JobRow['stateKind'];
  readonly batchId: string;
}

/** A result of another job. */
export interface OtherResult {
  readonly generation: GenerationRow;
  readonly result: ResultRow;
}

/** More than a person compares. */
const MOST_OTHERS = 50;

/** What a job that waits for Start may reuse. `path` and `bytes` of the result are null while it is on the service. */
export interface Promised {
  readonly jobId: string;
  readonly model: ModelId;
  readonly generationId: string;
  readonly path: string | null;
  /** An output that was the result itself; null where none was. */
  readonly output: string | null;
  readonly bytes: number | null;
}

/** Neither unsent nor failed: paid, or possibly paid. */
const isPaid = sql`${generations.stateKind} not in ('ready', 'failed')`;
const isLeft = or(inArray(jobs.stateKind, ['failed', 'cancelled']), isNotNull(jobs.removedAt));

export function earlierResultTable(orm: Orm) {
  const found = lazily(() =>
    orm
      .select({
        generation: generations,
        result: results,
        isLeft: sql<number>`${isLeft}`,
        jobState: jobs.stateKind,
        batchId: jobs.batchId,
      })
      .from(generations)
      .innerJoin(jobs, eq(jobs.id, generations.jobId))
      .leftJoin(results, eq(results.generationId, generations.id))
      .where(
        and(
          eq(generations.contentHash, sql.placeholder('contentHash')),
          eq(generations.model, sql.placeholder('model')),
          isPaid,
          ne(jobs.id, sql.placeholder('exceptJobId')),
          eq(jobs.connectionId, sql.placeholder('connectionId')),
          sql`json_extract(${jobs.preset}, '$.downloadType') = ${sql.placeholder('downloadType')}`,
          sql`json_extract(${jobs.preset}, '$.samplingPreset') is ${sql.placeholder('samplingPreset')}`,
        ),
      )
      .orderBy(desc(generations.createdAt), desc(results.storedAt))
      .prepare(),
  );

  return {
    /** Newest first. Compares the content that a generation was made from, which its recording may no longer have. */
    find(
      { id, connectionId, preset }: Pick<JobRow, 'id' | 'connectionId' | 'preset'>,
      contentHash: string,
      model: ModelId,
    ): EarlierWork[] {
      const { downloadType, samplingPreset = null } = preset;
      return found()
        .all({ contentHash, model, exceptJobId: id, connectionId, downloadType, samplingPreset })
        .map((row) => ({ ...row, isLeft: row.isLeft === 1 }));
    },
    /** Results that other jobs have of the same content, over any connection and with any settings; the newest first. */
    ofContent(contentHash: string, exceptJobId: string): OtherResult[] {
      return orm
        .select({ generation: generations, result: results })
        .from(generations)
        .innerJoin(results, eq(results.generationId, generations.id))
        .where(and(eq(generations.contentHash, contentHash), ne(generations.jobId, exceptJobId)))
        .orderBy(desc(results.storedAt))
        .limit(MOST_OTHERS)
        .all();
    },
    /**
     * A project that has this content: that of an ended job with a result from it. Nothing on it is unsettled, and none of the models was ever
     * started there. The latest.
     */
    uploaded(
      { id, connectionId }: Pick<JobRow, 'id' | 'connectionId'>,
      contentHash: string,
      models: readonly ModelId[],
    ): { readonly jobId: string; readonly projectId: string } | undefined {
      // All that was started on a project has its content, which is indexed.
      return orm.all<{ jobId: string; projectId: string }>(sql`
        select owner.id as "jobId", owner.project_id as "projectId" from ${generations}
        join job as owner on owner.id = ${generations.jobId} and owner.project_id = ${generations.projectId}
        where ${generations.contentHash} = ${contentHash} and ${generations.stateKind} = 'stored'
          and owner.id <> ${id} and owner.connection_id = ${connectionId} and owner.recovered_at is null
          and owner.state_kind in ('done', 'failed', 'cancelled', 'in-review')
          and not exists (
            select 1 from generation as other where other.content_hash = ${contentHash}
              and other.project_id = owner.project_id and other.connection_id = owner.connection_id
              and (other.state_kind not in ('stored', 'failed', 'ready')
                or other.model in (select value from json_each(${JSON.stringify(models)}))))
        order by ${generations.createdAt} desc limit 1`)[0];
    },
    /** For each content, by its hash, the models with a result that these settings would give over this connection. */
    modelsOf(
      contentHashes: readonly string[],
      connectionId: string,
      { downloadType, samplingPreset }: Pick<BatchPreset, 'downloadType' | 'samplingPreset'>,
    ): ReadonlyMap<string, ReadonlySet<ModelId>> {
      const rows = orm.all<{ contentHash: string; model: ModelId }>(sql`
        select distinct ${generations.contentHash} as "contentHash", ${generations.model} as "model"
        from json_each(${JSON.stringify(contentHashes)}) as asked
        join ${generations} on ${generations.contentHash} = asked.value and ${generations.stateKind} = 'stored'
        join ${jobs} on ${jobs.id} = ${generations.jobId} and ${jobs.connectionId} = ${connectionId}
          and json_extract(${jobs.preset}, '$.downloadType') = ${downloadType}
          and json_extract(${jobs.preset}, '$.samplingPreset') is ${samplingPreset ?? null}`);
      const models = new Map<string, Set<ModelId>>();
      for (const { contentHash, model } of rows) {
        const known = models.get(contentHash) ?? new Set<ModelId>();
        models.set(contentHash, known.add(model));
      }
      return models;
    },
    /** Models of which files would find a result, as far as known before they are read: their path, size and time match. */
    ofFiles(
      files: readonly Pick<RecordingRow, 'realPath' | 'bytes' | 'modifiedAt'>[],
      connectionId: string,
      { downloadType, samplingPreset }: BatchPreset,
    ): { readonly realPath: string; readonly model: ModelId }[] {
      const asked = files.map(({ realPath, bytes, modifiedAt }) => [realPath, bytes, modifiedAt]);
      return orm.all(sql`
        select distinct ${recordings.realPath} as "realPath", ${generations.model} as "model"
        from json_each(${JSON.stringify(asked)}) as file
        join ${recordings} on ${recordings.realPath} = file.value ->> 0 and ${recordings.bytes} = file.value ->> 1
          and ${recordings.modifiedAt} = file.value ->> 2 and ${recordings.contentHash} is not null
        join ${jobs} on ${jobs.recordingId} = ${recordings.id} and ${jobs.connectionId} = ${connectionId}
          and json_extract(${jobs.preset}, '$.downloadType') = ${downloadType}
          and json_extract(${jobs.preset}, '$.samplingPreset') is ${samplingPreset ?? null}
        join ${generations} on ${generations.jobId} = ${jobs.id} and ${generations.contentHash} = ${recordings.contentHash}
        where ${generations.stateKind} = 'stored'`);
    },
    /**
     * What jobs that wait for Start would find, newest first, as far as known before their files are read: their content was hashed as
     * they were added, or their path, size and time match a file that was hashed before.
     */
    ofWaiting(jobIds: readonly string[], { downloadType, samplingPreset }: BatchPreset): Promised[] {
      return orm.all<Promised>(sql`
        select waiting.id as "jobId", ${generations.model} as "model", ${generations.id} as "generationId",
          ${results.path} as "path", ${results.bytes} as "bytes",
          iif(${results.exportHash} is null, ${results.exportedPath}, null) as "output"
        from json_each(${JSON.stringify(jobIds)}) as asked
        cross join job as waiting on waiting.id = asked.value
        join ${recordings} on ${recordings.id} = waiting.recording_id
        join ${generations} on ${isPaid} and ${generations.contentHash} = coalesce(${recordings.contentHash}, (
          select seen.content_hash from recording as seen
          where seen.real_path = ${recordings.realPath} and seen.bytes = ${recordings.bytes}
            and seen.modified_at = ${recordings.modifiedAt} and seen.content_hash is not null limit 1))
        join ${jobs} on ${jobs.id} = ${generations.jobId} and ${jobs.id} <> waiting.id
          and ${jobs.connectionId} = waiting.connection_id
          and json_extract(${jobs.preset}, '$.downloadType') = ${downloadType}
          and json_extract(${jobs.preset}, '$.samplingPreset') is ${samplingPreset ?? null}
        left join ${results} on ${results.generationId} = ${generations.id}
        where waiting.admitted_at is null and waiting.removed_at is null and waiting.state_kind = 'queued'
          and (${generations.stateKind} = 'stored' or ${isLeft})
        order by ${generations.createdAt} desc`);
    },
  };
}

/** Whether the preset allows reuse, and there is something to save. Free work is reused only where the preset says so. */
export function mayReuse(preset: BatchPreset, amount: number | null): boolean {
  return preset.reuse === true || (preset.reuse !== false && amount !== 0);
}
