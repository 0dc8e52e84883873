/** What was paid before for the same content: charged generations by the hash of what they were made from. */

import { sql } from 'drizzle-orm';
import type { EarlierPaid } from '../../../../shared/domain/costs/paid-repeats.ts';
import type { Orm } from '../schema.ts';

/** A charged generation, and where its result may be read. */
export interface PaidBefore extends Omit<EarlierPaid, 'result' | 'isRejected' | 'isHidden'> {
  readonly contentHash: string;
  readonly isStored: boolean;
  readonly isRejected: boolean;
  readonly isHidden: boolean;
  /** Of the result; null where none was downloaded. */
  readonly path: string | null;
  /** An output that was the result itself; null where none was. */
  readonly output: string | null;
  readonly bytes: number | null;
}

type Row = Omit<PaidBefore, 'isStored' | 'isRejected' | 'isHidden'> &
  Readonly<Record<'isStored' | 'isRejected' | 'isHidden', 0 | 1>>;

export function paidBeforeTable(orm: Orm) {
  return {
    /** Hashes of recordings by their job, as far as known: their own, or that of a file with the same path, size and time. */
    hashesOf(jobIds: readonly string[]): ReadonlyMap<string, string> {
      const rows = orm.all<{ jobId: string; hash: string | null }>(sql`
        select job.id as "jobId", coalesce(recording.content_hash, (
            select seen.content_hash from recording as seen
            where seen.real_path = recording.real_path and seen.bytes = recording.bytes
              and seen.modified_at = recording.modified_at and seen.content_hash is not null limit 1)) as "hash"
        from json_each(${JSON.stringify(jobIds)}) as asked
        cross join job on job.id = asked.value join recording on recording.id = job.recording_id`);
      return new Map(rows.flatMap(({ hash, jobId }) => (hash === null ? [] : [[jobId, hash] as const])));
    },
    /** Newest first. What cost nothing, or was refunded, is left out. */
    ofContents(contentHashes: readonly string[]): PaidBefore[] {
      return orm
        .all<Row>(sql`
          select g.content_hash as "contentHash", g.id as "generationId", g.job_id as "jobId", g.model as "model",
            g.charged_at as "at", g.amount as "amount", job.connection_id as "connectionId", c.name as "connection",
            json_extract(job.preset, '$.downloadType') as "downloadType",
            json_extract(job.preset, '$.samplingPreset') as "samplingPreset",
            g.state_kind = 'stored' as "isStored", job.forgotten_at is not null as "isHidden",
            coalesce((select kind from verdict where job_id = g.job_id and take = 'result:' || g.id
              and kind in ('keep', 'reject') and withdrawn_at is null order by id desc limit 1), '') = 'reject' as "isRejected",
            r.path as "path", iif(r.export_hash is null, r.exported_path, null) as "output", r.bytes as "bytes"
          from json_each(${JSON.stringify(contentHashes)}) as asked
          cross join generation g on g.content_hash = asked.value and g.charged_at is not null
            and (g.amount is null or g.amount <> 0)
          join job on job.id = g.job_id join connection c on c.id = job.connection_id
          left join result r on r.generation_id = g.id
          order by g.charged_at desc, g.id`)
        .map((row) => ({
          ...row,
          isStored: row.isStored === 1,
          isRejected: row.isRejected === 1,
          isHidden: row.isHidden === 1,
        }));
    },
  };
}
