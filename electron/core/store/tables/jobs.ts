/** Jobs, the rows of the queue. Only queue/transitions changes states. */

import {
  and,
  asc,
  count,
  countDistinct,
  eq,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  max,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import type { RowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { type JobState, WORKING_STAGES } from '../../../../shared/domain/job-state.ts';
import { POSITION_STEP } from '../../../../shared/domain/queue-order.ts';
import { type JobRow, jobs, type Orm, type RecordingRow, recordings } from '../schema.ts';
import {
  hasFailed,
  inOrder,
  isAdmitted,
  isOfBatches,
  isOpen,
  type JobFilter,
  needsStart,
} from '../statements/job-filter.ts';
import { isInList, lazily, preparedInsert, preparedRows, preparedUpdate } from '../statements/prepared.ts';

/** A job that waits for Start, with the columns that a quote needs. */
export type NotStarted = Pick<JobRow, 'id' | 'connectionId' | 'recordingId' | 'own'> &
  Pick<
    RecordingRow,
    'bytes' | 'channels' | 'countedSeconds' | 'durationSeconds' | 'frames' | 'hasVideo' | 'origin' | 'path'
  >;

export function jobTable(orm: Orm) {
  const byId = preparedRows(orm, jobs, (all) => all.where(eq(jobs.id, sql.placeholder('id'))));
  const byIds = preparedRows(orm, jobs, (all) => all.where(isInList(jobs.id, 'ids')).orderBy(...inOrder));
  const change = preparedUpdate(orm, jobs, jobs.id);
  const admission = lazily(() =>
    orm
      .update(jobs)
      .set({
        preset: sql`${sql.param(sql.placeholder('preset'), jobs.preset)}`,
        own: sql`${sql.param(sql.placeholder('own'), jobs.own)}`,
        admittedAt: sql`${sql.placeholder('at')}`,
      })
      .where(
        and(
          eq(jobs.id, sql.placeholder('id')),
          eq(jobs.connectionId, sql.placeholder('connectionId')),
          isNull(jobs.admittedAt),
          isNull(jobs.removedAt),
          eq(jobs.stateKind, 'queued'),
        ),
      )
      .prepare(),
  );
  const starting = lazily(() =>
    orm
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.id, sql.placeholder('id')), needsStart))
      .prepare(),
  );

  function isRunnable({ now, onlyBatches, incompleteBatches }: JobFilter) {
    return and(
      isOpen,
      isAdmitted,
      isOfBatches(onlyBatches),
      or(
        inArray(jobs.stateKind, ['queued', ...WORKING_STAGES]),
        and(eq(jobs.stateKind, 'waiting'), lte(jobs.waitsUntil, now)),
      ),
      incompleteBatches.length === 0 ? undefined : notInArray(jobs.batchId, [...incompleteBatches]),
    );
  }

  return {
    insert: preparedInsert(orm, jobs),
    find(id: string): JobRow | undefined {
      return byId.get({ id });
    },
    get(id: string): JobRow {
      const row = this.find(id);
      if (row === undefined) throw new Error(`No job ${id}`);
      return row;
    },
    /** Jobs on the queue, in its order. */
    page(offset: number, limit: number): JobRow[] {
      return orm
        .select()
        .from(jobs)
        .where(isNull(jobs.removedAt))
        .orderBy(...inOrder)
        .limit(limit)
        .offset(offset)
        .all();
    },
    many(ids: readonly string[]): JobRow[] {
      return byIds.all({ ids: JSON.stringify(ids) });
    },
    ofRecordings(recordingIds: readonly string[]): JobRow[] {
      return orm
        .select()
        .from(jobs)
        .where(inArray(jobs.recordingId, [...recordingIds]))
        .all();
    },
    count(): number {
      return orm.select({ value: count() }).from(jobs).where(isNull(jobs.removedAt)).get()?.value ?? 0;
    },
    nextPosition(): number {
      return (
        (orm
          .select({ value: max(jobs.position) })
          .from(jobs)
          .get()?.value ?? 0) + POSITION_STEP
      );
    },
    /** The last position before one, of any priority; undefined when that is the first. */
    positionBefore(position: number): number | undefined {
      return (
        orm
          .select({ value: max(jobs.position) })
          .from(jobs)
          .where(lt(jobs.position, position))
          .get()?.value ?? undefined
      );
    },
    /** In the queue's order. */
    notStarted(): NotStarted[] {
      const rows = orm.all<Omit<NotStarted, 'own'> & { readonly own: string | null }>(sql`
        select ${jobs.id} as "id", ${jobs.connectionId} as "connectionId", ${jobs.recordingId} as "recordingId",
          ${jobs.own} as "own", ${recordings.durationSeconds} as "durationSeconds",
          ${recordings.countedSeconds} as "countedSeconds", ${recordings.frames} as "frames",
          ${recordings.bytes} as "bytes", ${recordings.channels} as "channels", ${recordings.hasVideo} as "hasVideo",
          ${recordings.origin} as "origin", ${recordings.path} as "path"
        from ${jobs} join ${recordings} on ${recordings.id} = ${jobs.recordingId}
        where ${isOpen} and ${jobs.admittedAt} is null and ${jobs.stateKind} = 'queued'
        order by ${jobs.priority} desc, ${jobs.position}`);
      return rows.map((row) => ({ ...row, own: row.own === null ? null : (JSON.parse(row.own) as RowSettings) }));
    },
    /** Started jobs in any of these states, in the queue's order, and files that failed before Start. @param limit -1 for all */
    startedIn(kinds: readonly JobState['kind'][], limit = -1): JobRow[] {
      return orm
        .select()
        .from(jobs)
        .where(and(or(isAdmitted, hasFailed), isNull(jobs.removedAt), inArray(jobs.stateKind, [...kinds])))
        .orderBy(...inOrder)
        .limit(limit)
        .all();
    },
    /** The first runnable jobs of a connection whose work begins with a start. */
    toStartOver(connectionId: string, filter: JobFilter, limit: number): JobRow[] {
      return orm
        .select()
        .from(jobs)
        .where(and(isRunnable(filter), eq(jobs.connectionId, connectionId), needsStart))
        .orderBy(...inOrder)
        .limit(limit)
        .all();
    },
    needsStart(id: string): boolean {
      return starting().get({ id }) !== undefined;
    },
    /** Number of jobs on the queue in each state, and of their files. What failed before Start doesn't wait for it. */
    filesByState() {
      const started = sql<number>`${isAdmitted} or ${hasFailed}`;
      return orm
        .select({ kind: jobs.stateKind, started, jobs: count(), files: countDistinct(recordings.realPath) })
        .from(jobs)
        .innerJoin(recordings, eq(recordings.id, jobs.recordingId))
        .where(isNull(jobs.removedAt))
        .groupBy(jobs.stateKind, started)
        .all();
    },
    /** Ids of what is done or cancelled, in the queue's order. */
    clearable(): string[] {
      return orm
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(isNull(jobs.removedAt), inArray(jobs.stateKind, ['done', 'cancelled'])))
        .orderBy(...inOrder)
        .all()
        .map((row) => row.id);
    },
    /** Connections that unfinished started jobs use. */
    connectionsInUse(): string[] {
      return orm
        .selectDistinct({ id: jobs.connectionId })
        .from(jobs)
        .where(and(isOpen, isAdmitted))
        .all()
        .map((row) => row.id);
    },
    setPriority(id: string, priority: number): void {
      change(id, { priority });
    },
    setPosition(id: string, position: number): void {
      change(id, { position });
    },
    /** The first jobs at a position or after it, of any priority. */
    from(position: number, limit: number) {
      return orm
        .select({ id: jobs.id, position: jobs.position })
        .from(jobs)
        .where(gte(jobs.position, position))
        .orderBy(asc(jobs.position))
        .limit(limit)
        .all();
    },
    setState(id: string, state: JobState, finishedAt: number | null): void {
      const waitsUntil = state.kind === 'waiting' ? state.until : null;
      change(id, { state, stateKind: state.kind, waitsUntil, finishedAt });
    },
    /** @returns false when the job no longer waits for Start on this connection */
    admit(job: Pick<JobRow, 'id' | 'connectionId' | 'preset' | 'own'>, at: number): boolean {
      const { id, connectionId, preset, own } = job;
      return admission().run({ id, connectionId, preset, own, at }).changes > 0;
    },
    update(
      id: string,
      changes: Partial<
        Pick<
          JobRow,
          | 'batchId'
          | 'projectId'
          | 'uploadAddress'
          | 'recoveredAt'
          | 'tries'
          | 'removedAt'
          | 'preset'
          | 'own'
          | 'connectionId'
        >
      >,
    ): void {
      change(id, changes);
    },
  };
}
