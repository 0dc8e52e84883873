/**
 * What was restored or paid before for the same content, whatever its age. Three questions: may a start be made (`equal`), what will a start
 * use instead (`promised`, `modelsOf`, `ofFiles`), and what would be paid for once more (`charged`).
 */

import { and, desc, eq, inArray, isNotNull, ne, or, type Placeholder, sql } from 'drizzle-orm';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import type { EarlierPaid } from '../../../../shared/domain/costs/paid-repeats.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import {
  connections,
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

/** A generation that was paid, or possibly paid. */
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
export type EarlierResult = Pick<EarlierWork, 'generation'> & { readonly result: ResultRow };

/** Where the bytes of a result may be. `path` and `bytes` are null while it is on the service. */
export interface ResultPlaces {
  readonly path: string | null;
  /** An output that was the result itself; null where none was. */
  readonly output: string | null;
  readonly bytes: number | null;
}

/** What a job that waits for Start may use instead of paying. */
export interface PromisedResult extends ResultPlaces {
  readonly jobId: string;
  readonly model: ModelId;
  readonly generationId: string;
}

/** A charged generation. */
export interface ChargedWork extends Omit<EarlierPaid, 'result'>, ResultPlaces {
  readonly contentHash: string;
  readonly isStored: boolean;
}

type AskedSettings = Pick<BatchPreset, 'downloadType' | 'samplingPreset'>;
type Flags = 'isHidden' | 'isRejected' | 'isStored';

/** More than a person compares. */
const MOST_OTHERS = 50;

/** Neither unsent nor failed: paid, or possibly paid. */
const isPaid = sql`${generations.stateKind} not in ('ready', 'failed')`;
const isStored = sql`${generations.stateKind} = 'stored'`;
const isLeft = or(inArray(jobs.stateKind, ['failed', 'cancelled']), isNotNull(jobs.removedAt));
/** Hash of a recording as far as known before its file is read: its own, or that of a file with the same path, size and time. */
const knownHash = sql`coalesce(${recordings.contentHash}, (
  select seen.content_hash from recording as seen
  where seen.real_path = ${recordings.realPath} and seen.bytes = ${recordings.bytes}
    and seen.modified_at = ${recordings.modifiedAt} and seen.content_hash is not null limit 1))`;
const output = sql`iif(${results.exportHash} is null, ${results.exportedPath}, null)`;

/** Whether the service was asked for the same with these settings. */
function isAskedAlike(asked: AskedSettings | Readonly<Record<keyof AskedSettings, Placeholder>>) {
  return sql`json_extract(${jobs.preset}, '$.downloadType') = ${asked.downloadType}
    and json_extract(${jobs.preset}, '$.samplingPreset') is ${asked.samplingPreset ?? null}`;
}

export function earlierWorkTable(orm: Orm) {
  const equalWork = lazily(() =>
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
          isAskedAlike({
            downloadType: sql.placeholder('downloadType'),
            samplingPreset: sql.placeholder('samplingPreset'),
          }),
        ),
      )
      .orderBy(desc(generations.createdAt), desc(results.storedAt))
      .prepare(),
  );

  return {
    /**
     * Paid work for the same content, model and settings over the same connection, newest first: results, starts that are under way or
     * unresolved, and generations that were not downloaded. Compares the content that a generation was made from, which its recording may
     * no longer have.
     */
    equal(
      { id, connectionId, preset }: Pick<JobRow, 'id' | 'connectionId' | 'preset'>,
      contentHash: string,
      model: ModelId,
    ): EarlierWork[] {
      const { downloadType, samplingPreset = null } = preset;
      return equalWork()
        .all({ contentHash, model, exceptJobId: id, connectionId, downloadType, samplingPreset })
        .map((row) => ({ ...row, isLeft: row.isLeft === 1 }));
    },
    /** Results that other jobs have of the same content, over any connection and with any settings; the newest first. */
    resultsOf(contentHash: string, exceptJobId: string): EarlierResult[] {
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
        where ${generations.contentHash} = ${contentHash} and ${isStored}
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
      asked: AskedSettings,
    ): ReadonlyMap<string, ReadonlySet<ModelId>> {
      const rows = orm.all<{ contentHash: string; model: ModelId }>(sql`
        select distinct ${generations.contentHash} as "contentHash", ${generations.model} as "model"
        from json_each(${JSON.stringify(contentHashes)}) as asked
        join ${generations} on ${generations.contentHash} = asked.value and ${isStored}
        join ${jobs} on ${jobs.id} = ${generations.jobId} and ${jobs.connectionId} = ${connectionId} and ${isAskedAlike(asked)}`);
      const models = new Map<string, Set<ModelId>>();
      for (const { contentHash, model } of rows)
        models.set(contentHash, (models.get(contentHash) ?? new Set()).add(model));
      return models;
    },
    /** Models of which files would find a result, as far as known before they are read: their path, size and time match. */
    ofFiles(
      files: readonly Pick<RecordingRow, 'realPath' | 'bytes' | 'modifiedAt'>[],
      connectionId: string,
      asked: AskedSettings,
    ): { readonly realPath: string; readonly model: ModelId }[] {
      const names = files.map(({ realPath, bytes, modifiedAt }) => [realPath, bytes, modifiedAt]);
      return orm.all(sql`
        select distinct ${recordings.realPath} as "realPath", ${generations.model} as "model"
        from json_each(${JSON.stringify(names)}) as file
        join ${recordings} on ${recordings.realPath} = file.value ->> 0 and ${recordings.bytes} = file.value ->> 1
          and ${recordings.modifiedAt} = file.value ->> 2 and ${recordings.contentHash} is not null
        join ${jobs} on ${jobs.recordingId} = ${recordings.id} and ${jobs.connectionId} = ${connectionId}
          and ${isAskedAlike(asked)}
        join ${generations} on ${generations.jobId} = ${jobs.id} and ${generations.contentHash} = ${recordings.contentHash}
        where ${isStored}`);
    },
    /** What jobs that wait for Start would find, newest first, as far as known before their files are read. */
    promised(jobIds: readonly string[], asked: AskedSettings): PromisedResult[] {
      return orm.all<PromisedResult>(sql`
        select waiting.id as "jobId", ${generations.model} as "model", ${generations.id} as "generationId",
          ${results.path} as "path", ${results.bytes} as "bytes", ${output} as "output"
        from json_each(${JSON.stringify(jobIds)}) as asked
        cross join job as waiting on waiting.id = asked.value
        join ${recordings} on ${recordings.id} = waiting.recording_id
        join ${generations} on ${isPaid} and ${generations.contentHash} = ${knownHash}
        join ${jobs} on ${jobs.id} = ${generations.jobId} and ${jobs.id} <> waiting.id
          and ${jobs.connectionId} = waiting.connection_id and ${isAskedAlike(asked)}
        left join ${results} on ${results.generationId} = ${generations.id}
        where waiting.admitted_at is null and waiting.removed_at is null and waiting.state_kind = 'queued'
          and (${isStored} or ${isLeft})
        order by ${generations.createdAt} desc`);
    },
    /** Hashes of recordings by their job, as far as known. */
    hashesOf(jobIds: readonly string[]): ReadonlyMap<string, string> {
      const rows = orm.all<{ jobId: string; hash: string | null }>(sql`
        select ${jobs.id} as "jobId", ${knownHash} as "hash"
        from json_each(${JSON.stringify(jobIds)}) as asked
        cross join ${jobs} on ${jobs.id} = asked.value join ${recordings} on ${recordings.id} = ${jobs.recordingId}`);
      return new Map(rows.flatMap(({ hash, jobId }) => (hash === null ? [] : [[jobId, hash] as const])));
    },
    /** What was charged for these contents, newest first. What cost nothing, or was refunded, is left out. */
    charged(contentHashes: readonly string[]): ChargedWork[] {
      const rows = orm.all<Omit<ChargedWork, Flags> & Readonly<Record<Flags, 0 | 1>>>(sql`
        select ${generations.contentHash} as "contentHash", ${generations.id} as "generationId",
          ${generations.jobId} as "jobId", ${generations.model} as "model", ${generations.chargedAt} as "at",
          ${generations.amount} as "amount", ${jobs.connectionId} as "connectionId", ${connections.name} as "connection",
          json_extract(${jobs.preset}, '$.downloadType') as "downloadType",
          json_extract(${jobs.preset}, '$.samplingPreset') as "samplingPreset",
          ${isStored} as "isStored", ${jobs.forgottenAt} is not null as "isHidden",
          coalesce((select kind from verdict where job_id = ${generations.jobId} and take = 'result:' || ${generations.id}
            and kind in ('keep', 'reject') and withdrawn_at is null order by id desc limit 1), '') = 'reject' as "isRejected",
          ${results.path} as "path", ${output} as "output", ${results.bytes} as "bytes"
        from json_each(${JSON.stringify(contentHashes)}) as asked
        cross join ${generations} on ${generations.contentHash} = asked.value and ${generations.chargedAt} is not null
          and (${generations.amount} is null or ${generations.amount} <> 0)
        join ${jobs} on ${jobs.id} = ${generations.jobId} join ${connections} on ${connections.id} = ${jobs.connectionId}
        left join ${results} on ${results.generationId} = ${generations.id}
        order by ${generations.chargedAt} desc, ${generations.id}`);
      return rows.map((row) => ({
        ...row,
        isStored: row.isStored === 1,
        isRejected: row.isRejected === 1,
        isHidden: row.isHidden === 1,
      }));
    },
  };
}
