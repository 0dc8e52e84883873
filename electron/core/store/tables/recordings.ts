/** Recordings, the media files that a person added, and the batches that they were added in. */

import { and, asc, desc, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { ErrorCode } from '../../../../shared/domain/error-messages/table.ts';
import { type BatchRow, batches, type JobRow, jobs, type Orm, type RecordingRow, recordings } from '../schema.ts';
import { isInList, preparedInsert, preparedRows, preparedUpdate } from '../statements/prepared.ts';

/** A file that failed so fails again until it is another one. */
const UNUSABLE: readonly ErrorCode[] = [
  'mediaEmpty',
  'mediaNotRecognized',
  'mediaNoSound',
  'mediaSilent',
  'mediaTooShort',
  'mediaUnsupported',
];

type UnchangedFile = Pick<RecordingRow, 'realPath' | 'bytes' | 'modifiedAt'>;

export function recordingTable(orm: Orm) {
  const byId = preparedRows(orm, recordings, (all) => all.where(eq(recordings.id, sql.placeholder('id'))));
  const byIds = preparedRows(orm, recordings, (all) => all.where(isInList(recordings.id, 'ids')));

  /** Real paths of files, unchanged since, of which a job failed with one of these codes. */
  function failedWith(files: readonly UnchangedFile[], codes: readonly ErrorCode[], which: SQL): string[] {
    const asked = files.map(({ realPath, bytes, modifiedAt }) => [realPath, bytes, modifiedAt]);
    const failed = orm.all<{ realPath: string }>(sql`
      select file.value ->> 0 as "realPath" from json_each(${JSON.stringify(asked)}) as file
      where exists (
        select 1 from ${recordings} join ${jobs} on ${jobs.recordingId} = ${recordings.id}
        where ${recordings.realPath} = file.value ->> 0 and ${recordings.bytes} = file.value ->> 1
          and ${recordings.modifiedAt} = file.value ->> 2 and +${jobs.stateKind} = 'failed' and ${which}
          and json_extract(${jobs.state}, '$.error.code') in (select value from json_each(${JSON.stringify(codes)}))
      )`);
    return failed.map((file) => file.realPath);
  }

  return {
    insert: preparedInsert(orm, recordings),
    get(id: string): RecordingRow {
      const row = byId.get({ id });
      if (row === undefined) throw new Error(`No recording ${id}`);
      return row;
    },
    many(ids: readonly string[]): RecordingRow[] {
      return byIds.all({ ids: JSON.stringify(ids) });
    },
    /** Those that were added last. */
    latest(most: number): RecordingRow[] {
      return orm.select().from(recordings).orderBy(desc(recordings.addedAt)).limit(most).all();
    },
    update: preparedUpdate(orm, recordings, recordings.id),
    /** Which of these files, by real path, belong to unfinished jobs on the queue. */
    openAmong(realPaths: readonly string[], beside: { readonly review: boolean } = { review: false }): string[] {
      // The `+` keeps SQLite from scanning the whole queue: each file leads to a few jobs.
      const files = orm.all<{ realPath: string }>(sql`
        select file.value as "realPath" from json_each(${JSON.stringify(realPaths)}) as file
        where exists (
          select 1 from ${recordings} join ${jobs} on ${jobs.recordingId} = ${recordings.id}
          where ${recordings.realPath} = file.value
            and +${jobs.removedAt} is null and ${jobs.stateKind} not in ('done', 'failed', 'cancelled')
            and not (${beside.review ? 1 : 0} and ${jobs.stateKind} = 'in-review')
        )`);
      return files.map((file) => file.realPath);
    },
    /** Recordings with one of these sizes whose content was hashed. */
    hashedWithSizes(sizes: readonly number[]) {
      return orm.all<{ realPath: string; bytes: number; modifiedAt: number; contentHash: string }>(sql`
        select ${recordings.realPath} as "realPath", ${recordings.bytes} as "bytes",
          ${recordings.modifiedAt} as "modifiedAt", ${recordings.contentHash} as "contentHash"
        from ${recordings}
        where ${recordings.contentHash} is not null
          and ${recordings.bytes} in (select value from json_each(${JSON.stringify(sizes)}))`);
    },
    /** Recordings of the same file, itself included: by content, and by path, size and date where that isn't known. */
    sameAs({ contentHash, realPath, bytes, modifiedAt }: RecordingRow): RecordingRow[] {
      const file = [
        eq(recordings.realPath, realPath),
        eq(recordings.bytes, bytes),
        eq(recordings.modifiedAt, modifiedAt),
      ];
      const ofContent = contentHash === null ? undefined : eq(recordings.contentHash, contentHash);
      return orm
        .select()
        .from(recordings)
        .where(or(ofContent, and(...file)))
        .all();
    },
    /** Recordings from files that were restored after this time, in that order. @param at milliseconds since the epoch */
    restoredSince(at: number): { finishedAt: number; recording: RecordingRow }[] {
      return orm
        .select({ finishedAt: sql<number>`${jobs.finishedAt}`, recording: recordings })
        .from(jobs)
        .innerJoin(recordings, eq(recordings.id, jobs.recordingId))
        .where(and(eq(jobs.stateKind, 'done'), gt(jobs.finishedAt, at), eq(recordings.origin, 'path')))
        .orderBy(jobs.finishedAt)
        .all();
    },
    /** Of a file that was read before, by its real path. */
    hashOf(realPath: string): string | null {
      const seen = and(eq(recordings.realPath, realPath), isNotNull(recordings.contentHash));
      const row = orm.select({ contentHash: recordings.contentHash }).from(recordings).where(seen).limit(1).get();
      return row?.contentHash ?? null;
    },
    /** Jobs with this file, by its real path. */
    jobsOf(realPath: string): JobRow[] {
      const rows = orm
        .select({ job: jobs })
        .from(recordings)
        .innerJoin(jobs, eq(jobs.recordingId, recordings.id))
        .where(eq(recordings.realPath, realPath))
        .all();
      return rows.map(({ job }) => job);
    },
    /** How many files of a batch also belong to failed jobs of other batches. */
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
    /** Which of these files, by real path, were refused before as Cleartake's own results and have not changed. */
    refusedAsResults(files: readonly UnchangedFile[]): string[] {
      return failedWith(files, ['ownResult'], sql`true`);
    },
    /** Which of these files, by real path, have a row on the queue that failed for what they are, and have not changed. */
    unusableAmong(files: readonly UnchangedFile[]): string[] {
      return failedWith(files, UNUSABLE, sql`${jobs.removedAt} is null`);
    },
    /** Recordings that were made of this file, by its real path. */
    madeOf(realPath: string): RecordingRow[] {
      const isInList = sql`exists (
        select 1 from json_each(${recordings.madeFrom}, '$.files') as file where file.value ->> 'realPath' = ${realPath})`;
      return orm
        .select()
        .from(recordings)
        .where(and(isNotNull(recordings.madeFrom), isInList))
        .all();
    },
    /** Whether a job on the queue, or one that was ever started, uses this file. */
    isNeeded(path: string): boolean {
      const found = orm.get(sql`
        select 1 from ${recordings} join ${jobs} on ${jobs.recordingId} = ${recordings.id}
        where (${jobs.removedAt} is null or ${jobs.admittedAt} is not null) and (${recordings.path} = ${path} or exists (
          select 1 from json_each(${recordings.madeFrom}, '$.files') as file where file.value ->> 'path' = ${path}))`);
      return found !== undefined;
    },
    /** Paths of the managed copies that a job on the queue or in the history names, and of those that these were made of. */
    managedPaths(): string[] {
      const rows = orm
        .select({ path: recordings.path, madeFrom: recordings.madeFrom })
        .from(recordings)
        .innerJoin(jobs, eq(jobs.recordingId, recordings.id))
        .where(and(eq(recordings.origin, 'managed'), or(isNull(jobs.removedAt), isNotNull(jobs.admittedAt))))
        .all();
      return rows.flatMap(({ madeFrom, path }) => [path, ...(madeFrom?.files ?? []).map((file) => file.path)]);
    },
  };
}

export function batchTable(orm: Orm) {
  const byId = preparedRows(orm, batches, (all) => all.where(eq(batches.id, sql.placeholder('id'))));

  return {
    /** A batch that is there already stays as it is: recordings are added to that of a watch folder. */
    insert(batch: typeof batches.$inferInsert): void {
      orm.insert(batches).values(batch).onConflictDoNothing().run();
    },
    get(id: string): BatchRow | undefined {
      return byId.get({ id });
    },
    /** Name of the recording that was added first; null for an empty batch. */
    firstRecording(id: string): string | null {
      const first = orm
        .select({ name: recordings.name })
        .from(jobs)
        .innerJoin(recordings, eq(recordings.id, jobs.recordingId))
        .where(eq(jobs.batchId, id))
        .orderBy(asc(jobs.createdAt))
        .limit(1)
        .get();
      return first?.name ?? null;
    },
    setMaxCost(id: string, maxCost: number | null): void {
      orm.update(batches).set({ maxCost }).where(eq(batches.id, id)).run();
    },
  };
}
