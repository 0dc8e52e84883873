/** Recordings: the media files that a person brought in. */

import { and, eq, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm';
import { lazily } from './lazily.ts';
import type { Orm } from './open-store.ts';
import { preparedInsert } from './prepared-insert.ts';
import { jobs, type RecordingRow, recordings } from './schema.ts';

export function recordingTable(orm: Orm) {
  const byId = lazily(() =>
    orm
      .select()
      .from(recordings)
      .where(eq(recordings.id, sql.placeholder('id')))
      .prepare(),
  );

  return {
    insert: preparedInsert(orm, recordings),
    get(id: string): RecordingRow {
      const row = byId().get({ id });
      if (row === undefined) throw new Error(`No recording ${id}`);
      return row;
    },
    many(ids: readonly string[]): RecordingRow[] {
      return orm
        .select()
        .from(recordings)
        .where(inArray(recordings.id, [...ids]))
        .all();
    },
    update(id: string, change: Partial<typeof recordings.$inferInsert>): void {
      orm.update(recordings).set(change).where(eq(recordings.id, id)).run();
    },
    /** Which of these files, by their real paths, belong to jobs that are on the queue and not over. */
    openAmong(realPaths: readonly string[]): string[] {
      return orm
        .selectDistinct({ realPath: recordings.realPath })
        .from(recordings)
        .innerJoin(jobs, eq(jobs.recordingId, recordings.id))
        .where(
          and(
            inArray(recordings.realPath, [...realPaths]),
            isNull(jobs.removedAt),
            notInArray(jobs.stateKind, ['done', 'failed', 'cancelled']),
          ),
        )
        .all()
        .map((row) => row.realPath);
    },
    /** How many files of a batch belong to failed jobs of other batches, too. */
    countFailedBefore(batchId: string): number {
      const row = orm.get<{ count: number }>(sql`
        select count(distinct mine.real_path) as count
        from ${jobs}
        join ${recordings} as mine on mine.id = ${jobs.recordingId}
        join ${recordings} as theirs on theirs.real_path = mine.real_path
        join ${jobs} as earlier on earlier.recording_id = theirs.id and earlier.state_kind = 'failed'
          and earlier.removed_at is null and earlier.batch_id <> ${batchId}
        where ${jobs.batchId} = ${batchId}`);
      return row?.count ?? 0;
    },
    /** Which of these files, by their real paths, were refused before as results, and are as they were. */
    refusedAsResults(files: readonly Pick<RecordingRow, 'realPath' | 'bytes' | 'modifiedAt'>[]): string[] {
      const paths = files.map(({ realPath }) => realPath);
      const refused = orm
        .select({ realPath: recordings.realPath, bytes: recordings.bytes, modifiedAt: recordings.modifiedAt })
        .from(recordings)
        .innerJoin(jobs, eq(jobs.recordingId, recordings.id))
        .where(
          and(
            inArray(recordings.realPath, paths),
            eq(jobs.stateKind, 'failed'),
            sql`json_extract(${jobs.state}, '$.error.code') = 'ownResult'`,
          ),
        )
        .all();
      const asTheyWere = new Set(refused.map((row) => `${row.realPath}\0${row.bytes}\0${row.modifiedAt}`));
      return files
        .filter((file) => asTheyWere.has(`${file.realPath}\0${file.bytes}\0${file.modifiedAt}`))
        .map(({ realPath }) => realPath);
    },
    /** Whether a job that is on the queue, or was ever started, has this file. */
    isNeeded(path: string): boolean {
      const found = orm
        .select({ id: jobs.id })
        .from(recordings)
        .innerJoin(jobs, eq(jobs.recordingId, recordings.id))
        .where(and(eq(recordings.path, path), or(isNull(jobs.removedAt), isNotNull(jobs.admittedAt))))
        .get();
      return found !== undefined;
    },
    /** Paths of all managed copies that any recording names. */
    managedPaths(): string[] {
      return orm
        .select({ path: recordings.path })
        .from(recordings)
        .where(eq(recordings.origin, 'managed'))
        .all()
        .map((row) => row.path);
    },
  };
}
