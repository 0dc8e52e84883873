/** Files of watch folders: what was dealt with, and how the work on them stands. */

import { and, asc, eq, sql } from 'drizzle-orm';
import type { ErrorRecord } from '../../../../shared/domain/errors.ts';
import { jobs, type Orm, recordings, type WatchedFileRow, watchedFiles } from '../schema.ts';
import { lazily, preparedRows, preparedSql } from './prepared.ts';

/** Jobs of a watch folder that wait for the same kind of reason. */
interface WaitingTogether {
  readonly count: number;
  readonly reason: ErrorRecord;
}

export function watchedFileTable(orm: Orm) {
  const byPath = preparedRows(orm, watchedFiles, (all) =>
    all.where(and(eq(watchedFiles.folder, sql.placeholder('folder')), eq(watchedFiles.path, sql.placeholder('path')))),
  );
  const byContent = preparedRows(orm, watchedFiles, (all) =>
    all
      .where(
        and(
          eq(watchedFiles.folder, sql.placeholder('folder')),
          eq(watchedFiles.contentHash, sql.placeholder('contentHash')),
        ),
      )
      .orderBy(asc(watchedFiles.seenAt)),
  );
  const counts = lazily(() =>
    preparedSql<{ open: number; restored: number }>(
      orm,
      sql`
        select count(*) filter (where ${jobs.stateKind} not in ('done', 'failed', 'cancelled')) as "open",
          count(*) filter (where ${jobs.stateKind} = 'done' and ${jobs.finishedAt} >= ${sql.placeholder('since')}) as "restored"
        from ${jobs} where ${jobs.batchId} = ${sql.placeholder('batchId')}`,
    ),
  );
  const waits = lazily(() =>
    preparedSql<{ count: number; reason: string }>(
      orm,
      sql`
        select count(*) as "count", max(json_extract(${jobs.state}, '$.reason')) as "reason"
        from ${jobs}
        where ${jobs.batchId} = ${sql.placeholder('batchId')} and ${jobs.stateKind} = 'waiting'
        group by json_extract(${jobs.state}, '$.reason.code') order by 1 desc`,
    ),
  );
  const lastEnded = lazily(() =>
    preparedSql<{ name: string; kind: 'done' | 'failed'; at: number }>(
      orm,
      sql`
        select ${recordings.name} as "name", ${jobs.stateKind} as "kind", ${jobs.finishedAt} as "at"
        from ${jobs} join ${recordings} on ${recordings.id} = ${jobs.recordingId}
        where ${jobs.batchId} = ${sql.placeholder('batchId')} and ${jobs.stateKind} in ('done', 'failed')
          and ${jobs.finishedAt} is not null
        order by ${jobs.finishedAt} desc limit 1`,
    ),
  );
  const lastSame = preparedRows(orm, watchedFiles, (all) =>
    all
      .where(and(eq(watchedFiles.folder, sql.placeholder('folder')), eq(watchedFiles.outcome, 'same-content')))
      .orderBy(sql`${watchedFiles.seenAt} desc`)
      .limit(1),
  );

  return {
    get(folder: string, path: string): WatchedFileRow | undefined {
      return byPath.get({ folder, path });
    },
    /** The first ones first. */
    withContent(folder: string, contentHash: string): WatchedFileRow[] {
      return byContent.all({ folder, contentHash });
    },
    put(row: WatchedFileRow): void {
      const { folder: _, path: __, ...rest } = row;
      orm
        .insert(watchedFiles)
        .values(row)
        .onConflictDoUpdate({ target: [watchedFiles.folder, watchedFiles.path], set: rest })
        .run();
    },
    lastSameContent(folder: string): WatchedFileRow | undefined {
      return lastSame.get({ folder });
    },
    /** @param since milliseconds since the epoch @returns jobs that aren't over, and those done since then */
    counts(batchId: string, since: number): { readonly open: number; readonly restored: number } {
      return counts().all({ batchId, since })[0] ?? { open: 0, restored: 0 };
    },
    /** The most frequent reason first. */
    waits(batchId: string): WaitingTogether[] {
      return waits()
        .all({ batchId })
        .map(({ count, reason }) => ({ count, reason: JSON.parse(reason) }));
    },
    /** The job that ended last, well or not. */
    lastEnded(batchId: string) {
      return lastEnded().all({ batchId })[0];
    },
    /** Jobs of a batch that aren't over. */
    openJobs(batchId: string): string[] {
      const open = orm.all<{ id: string }>(sql`
        select ${jobs.id} as "id" from ${jobs}
        where ${jobs.batchId} = ${batchId} and ${jobs.stateKind} not in ('done', 'failed', 'cancelled')`);
      return open.map(({ id }) => id);
    },
    /** Jobs of a batch that failed with one of these codes, and the path of the recording. */
    failedWith(batchId: string, codes: readonly string[]): { readonly jobId: string; readonly path: string }[] {
      return orm.all(sql`
        select ${jobs.id} as "jobId", ${recordings.path} as "path"
        from ${jobs} join ${recordings} on ${recordings.id} = ${jobs.recordingId}
        where ${jobs.batchId} = ${batchId} and ${jobs.stateKind} = 'failed' and ${jobs.removedAt} is null
          and json_extract(${jobs.state}, '$.error.code') in (select value from json_each(${JSON.stringify(codes)}))`);
    },
  };
}
