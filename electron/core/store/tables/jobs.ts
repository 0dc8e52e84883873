/** Jobs, the rows of the queue. Only queue/transitions changes states. */

import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  min,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import type { OwnSettings } from '../../../../shared/domain/batch/own-settings.ts';
import { type JobState, WORKING_STAGES } from '../../../../shared/domain/job-state.ts';
import { POSITION_STEP } from '../../../../shared/domain/queue-order.ts';
import { generations, type JobRow, jobs, type Orm, type RecordingRow, recordings } from '../schema.ts';
import { isAdmitted, isOpen, type JobFilter, needsStart } from '../statements/job-filter.ts';
import { isAmong, lazily, preparedInsert, preparedRows, preparedUpdate } from '../statements/prepared.ts';

/** A job that waits for Start, with the columns that a quote needs. */
export type NotStarted = Pick<JobRow, 'id' | 'connectionId' | 'recordingId' | 'own'> &
  Pick<RecordingRow, 'countedSeconds' | 'durationSeconds' | 'frames'>;

/** The queue's order. */
const inOrder = [desc(jobs.priority), asc(jobs.position)] as const;

const reasonCode = sql`json_extract(${jobs.state}, '$.reason.code')`;

/** Waits for its connection: for billing or a key. Caps and prices are the person's own. */
const heldByBilling = and(
  eq(jobs.stateKind, 'waiting'),
  isNull(jobs.waitsUntil),
  sql`${reasonCode} not in ('costCapReached', 'costsMoreThanQuoted')`,
);

/** Written out, so that SQLite uses the partial index with the same condition. */
const isAtCap = sql`${jobs.stateKind} = 'waiting' and ${reasonCode} = 'costCapReached'`;

export function jobTable(orm: Orm) {
  const byId = preparedRows(orm, jobs, (all) => all.where(eq(jobs.id, sql.placeholder('id'))));
  const byIds = preparedRows(orm, jobs, (all) => all.where(isAmong(jobs.id, 'ids')).orderBy(...inOrder));
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

  const atCap = lazily(() =>
    orm
      .select({ batchId: jobs.batchId, connectionId: jobs.connectionId })
      .from(jobs)
      .where(and(isAtCap, isNull(jobs.removedAt)))
      .groupBy(jobs.batchId, jobs.connectionId)
      .orderBy(min(jobs.position))
      .prepare(),
  );

  function isOneOf(batches: JobFilter['onlyBatches']) {
    return batches === null ? undefined : inArray(jobs.batchId, [...batches]);
  }

  function isRunnable({ now, onlyBatches, incompleteBatches }: JobFilter) {
    return and(
      isOpen,
      isAdmitted,
      isOneOf(onlyBatches),
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
          ${recordings.countedSeconds} as "countedSeconds", ${recordings.frames} as "frames"
        from ${jobs} join ${recordings} on ${recordings.id} = ${jobs.recordingId}
        where ${isOpen} and ${jobs.admittedAt} is null and ${jobs.stateKind} = 'queued'
        order by ${jobs.priority} desc, ${jobs.position}`);
      return rows.map((row) => ({ ...row, own: row.own === null ? null : (JSON.parse(row.own) as OwnSettings) }));
    },
    /** Started jobs in any of these states, in the queue's order. @param limit -1 for all */
    startedIn(kinds: readonly JobState['kind'][], limit = -1): JobRow[] {
      return orm
        .select()
        .from(jobs)
        .where(and(isAdmitted, isNull(jobs.removedAt), inArray(jobs.stateKind, [...kinds])))
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
    /** Ids of the first jobs that billing holds on a connection, in the queue's order. */
    heldOn(connectionId: string, { onlyBatches }: JobFilter, limit: number): string[] {
      return orm
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(isOpen, isAdmitted, isOneOf(onlyBatches), heldByBilling, eq(jobs.connectionId, connectionId)))
        .orderBy(...inOrder)
        .limit(limit)
        .all()
        .map((row) => row.id);
    },
    /** Connections on which billing holds jobs. */
    connectionsThatHold(): string[] {
      return orm
        .selectDistinct({ id: jobs.connectionId })
        .from(jobs)
        .where(and(isOpen, isAdmitted, heldByBilling))
        .all()
        .map((row) => row.id);
    },
    /** The batches whose jobs wait for room under a cap, for each connection, in the queue's order. */
    groupsAtCap(): { readonly batchId: string; readonly connectionId: string }[] {
      return atCap().all();
    },
    /** The first jobs of a batch on a connection that wait for room under a cap, in the queue's order. */
    atCap(
      batchId: string,
      connectionId: string,
      { onlyBatches }: Pick<JobFilter, 'onlyBatches'>,
      limit: number,
    ): JobRow[] {
      return orm
        .select()
        .from(jobs)
        .where(
          and(
            isAtCap,
            isNull(jobs.removedAt),
            isOneOf(onlyBatches),
            eq(jobs.connectionId, connectionId),
            eq(jobs.batchId, batchId),
          ),
        )
        .orderBy(...inOrder)
        .limit(limit)
        .all();
    },
    /** How many jobs wait without an end: only the person can release them. */
    countHeld(): number {
      return (
        orm
          .select({ value: count() })
          .from(jobs)
          .where(and(isOpen, isAdmitted, eq(jobs.stateKind, 'waiting'), isNull(jobs.waitsUntil)))
          .get()?.value ?? 0
      );
    },
    /** Number and seconds of the jobs in each state, for the totals; 60 seconds where the length is unknown. */
    sums() {
      const started = sql<number>`${jobs.admittedAt} is not null`;
      return orm
        .select({
          kind: jobs.stateKind,
          started,
          count: count(),
          seconds: sql<number>`sum(max(1, coalesce(${recordings.durationSeconds}, 60)))`,
        })
        .from(jobs)
        .innerJoin(recordings, eq(recordings.id, jobs.recordingId))
        .where(isNull(jobs.removedAt))
        .groupBy(jobs.stateKind, started)
        .all();
    },
    /** Number of jobs on the queue in each state, and of their files. */
    filesByState() {
      const started = sql<number>`${jobs.admittedAt} is not null`;
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
    /** Projects that jobs of a connection have, or had when their generations were started. */
    projectsOf(connectionId: string): Set<string> {
      const own = orm.select({ id: jobs.projectId }).from(jobs).where(eq(jobs.connectionId, connectionId)).all();
      const started = orm
        .select({ id: generations.projectId })
        .from(generations)
        .innerJoin(jobs, eq(jobs.id, generations.jobId))
        .where(eq(jobs.connectionId, connectionId))
        .all();
      return new Set([...own, ...started].flatMap(({ id }) => id ?? []));
    },
    /** The latest job with this project, or with a generation that was started on it; also after it left the queue. */
    latestOfProject(projectId: string): string | undefined {
      const started = orm
        .select({ id: generations.jobId })
        .from(generations)
        .where(eq(generations.projectId, projectId));
      return orm
        .select({ id: jobs.id })
        .from(jobs)
        .where(or(eq(jobs.projectId, projectId), inArray(jobs.id, started)))
        .orderBy(desc(jobs.createdAt))
        .limit(1)
        .get()?.id;
    },
    /** Open jobs of a connection that were restored from an older store and have no project. */
    withoutProject(connectionId: string): JobRow[] {
      return orm
        .select()
        .from(jobs)
        .where(and(isOpen, eq(jobs.connectionId, connectionId), isNotNull(jobs.recoveredAt), isNull(jobs.projectId)))
        .all();
    },
    /** Marks all rows as restored from an older store: what was done since then is unknown. */
    markRecovered(at: number): void {
      orm.update(jobs).set({ recoveredAt: at }).run();
    },
    /** Removes the mark once the services were asked. @param connectionId only over this connection */
    forgetRecovery(connectionId?: string): void {
      const isRecovered = isNotNull(jobs.recoveredAt);
      const isMeant = connectionId === undefined ? isRecovered : and(isRecovered, eq(jobs.connectionId, connectionId));
      orm.update(jobs).set({ recoveredAt: null }).where(isMeant).run();
    },
    /** Jobs whose generations may have been started after the rows were written. */
    mayHaveStarted(): JobRow[] {
      return orm
        .select()
        .from(jobs)
        .where(and(isOpen, isAdmitted, isNotNull(jobs.projectId)))
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
          'batchId' | 'projectId' | 'uploadAddress' | 'recoveredAt' | 'tries' | 'removedAt' | 'own' | 'connectionId'
        >
      >,
    ): void {
      change(id, changes);
    },
  };
}
