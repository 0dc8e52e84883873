/** Generations and their start attempts. Only queue/transitions and the start protocol change states. */

import { and, asc, eq, gte, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { type GenerationState, remoteIdOf } from '../../../../shared/domain/generation-state.ts';
import {
  connections,
  type GenerationRow,
  generations,
  jobs,
  type Orm,
  type StartAttemptRow,
  startAttempts,
} from '../schema.ts';
import { isAdmitted, isOpen } from '../statements/job-filter.ts';
import { isInList, lazily, preparedInsert, preparedRows, preparedUpdate } from '../statements/prepared.ts';

/** The column's default is for rows of earlier versions only. */
type NewGeneration = typeof generations.$inferInsert & Pick<GenerationRow, 'connectionId'>;

/** @param onAttempt called for each attempt as it is inserted */
export function generationTable(orm: Orm, onAttempt: (attemptId: string) => void = () => undefined) {
  const byId = preparedRows(orm, generations, (all) => all.where(eq(generations.id, sql.placeholder('id'))));
  const byJob = preparedRows(orm, generations, (all) => all.where(eq(generations.jobId, sql.placeholder('jobId'))));
  const byJobs = preparedRows(orm, generations, (all) =>
    all.where(isInList(generations.jobId, 'jobIds')).orderBy(asc(generations.model)),
  );
  const insert: (row: NewGeneration) => void = preparedInsert(orm, generations);
  const change = preparedUpdate(orm, generations, generations.id);
  const insertAttempt = preparedInsert(orm, startAttempts);
  const changeAttempt = preparedUpdate(orm, startAttempts, startAttempts.id);
  const owner = lazily(() =>
    orm
      .select({ id: generations.id })
      .from(generations)
      .where(
        and(
          eq(generations.remoteId, sql.placeholder('remoteId')),
          eq(generations.connectionId, sql.placeholder('connectionId')),
          ne(generations.jobId, sql.placeholder('exceptJobId')),
          sql`coalesce(${sql.placeholder('projectId')}, ${generations.projectId}) is ${generations.projectId}`,
        ),
      )
      .prepare(),
  );

  /** Asked every few seconds, as long as the desk runs. @param which jobs' connections */
  function underWay(which: SQL) {
    const rows = (isPaused: SQL | undefined) =>
      preparedRows(orm, generations, (all) => {
        const paused = orm
          .select({ id: jobs.id })
          .from(jobs)
          .where(and(isOpen, isAdmitted, which, ne(jobs.stateKind, 'cancelling'), isPaused));
        return all.where(
          and(inArray(generations.jobId, paused), inArray(generations.stateKind, ['started', 'queued', 'processing'])),
        );
      });
    return { ofPaused: rows(eq(jobs.stateKind, 'paused')), ofAll: rows(undefined) };
  }

  const there = underWay(eq(jobs.connectionId, sql.placeholder('connectionId')));
  const elsewhere = underWay(ne(jobs.connectionId, sql.placeholder('connectionId')));

  return {
    insert,
    find(id: string): GenerationRow | undefined {
      return byId.get({ id });
    },
    get(id: string): GenerationRow {
      const row = this.find(id);
      if (row === undefined) throw new Error(`No generation ${id}`);
      return row;
    },
    /** By model. */
    ofJob(jobId: string): GenerationRow[] {
      // SQLite takes three times as long to sort one or two rows.
      return byJob.all({ jobId }).sort((one, other) => (one.model < other.model ? -1 : 1));
    },
    ofJobs(jobIds: readonly string[]): GenerationRow[] {
      return byJobs.all({ jobIds: JSON.stringify(jobIds) });
    },
    inState(kind: GenerationState['kind']): GenerationRow[] {
      return orm.select().from(generations).where(eq(generations.stateKind, kind)).all();
    },
    /** Generations of cancelled and failed jobs whose end is unknown and whose service can still be asked. */
    abandoned(): GenerationRow[] {
      const ofEnded = orm
        .select({ id: jobs.id })
        .from(jobs)
        .innerJoin(connections, eq(connections.id, jobs.connectionId))
        .where(and(inArray(jobs.stateKind, ['cancelled', 'failed']), isNull(connections.removedAt)));
      return orm
        .select()
        .from(generations)
        .where(
          and(
            inArray(generations.jobId, ofEnded),
            inArray(generations.stateKind, ['intent', 'unknown', 'needs-you', 'started', 'queued', 'processing']),
          ),
        )
        .all();
    },
    /** Generations under way at a service whose jobs are paused. @param all of every open job, because the queue is paused */
    standing(connectionId: string, all: boolean): GenerationRow[] {
      return (all ? there.ofAll : there.ofPaused).all({ connectionId });
    },
    /** The same at all other services. */
    standingElsewhere(exceptConnectionId: string, all: boolean): GenerationRow[] {
      return (all ? elsewhere.ofAll : elsewhere.ofPaused).all({ connectionId: exceptConnectionId });
    },
    /** Whether a generation of another job over the connection has this id on the service. @param projectId only on this project */
    hasRemoteId(connectionId: string, remoteId: string, exceptJobId: string, projectId?: string): boolean {
      const row = owner().get({ connectionId, remoteId, exceptJobId, projectId: projectId ?? null });
      return row !== undefined;
    },
    setState(id: string, state: GenerationState): void {
      const remoteId = remoteIdOf(state);
      change(id, { state, stateKind: state.kind, ...(remoteId === null ? {} : { remoteId }) });
    },
    update(
      id: string,
      changes: Partial<
        Pick<
          GenerationRow,
          | 'projectId'
          | 'remoteId'
          | 'remoteStatus'
          | 'billableSeconds'
          | 'amount'
          | 'agreed'
          | 'chargedAt'
          | 'resends'
          | 'reusedFrom'
          | 'reusedAt'
          | 'saved'
          | 'contentHash'
        >
      >,
    ): void {
      change(id, changes);
    },
    /** Only one that was never tried: everything else stays on record. */
    removeReady(id: string): void {
      orm
        .delete(generations)
        .where(and(eq(generations.id, id), eq(generations.stateKind, 'ready')))
        .run();
    },
    insertAttempt(attempt: typeof startAttempts.$inferInsert): void {
      insertAttempt(attempt);
      onAttempt(attempt.id);
    },
    attempt(id: string): StartAttemptRow | undefined {
      return orm.select().from(startAttempts).where(eq(startAttempts.id, id)).get();
    },
    /** Ids of all attempts since a time, in milliseconds since the epoch. */
    attemptsSince(at: number): string[] {
      const rows = orm
        .select({ id: startAttempts.id })
        .from(startAttempts)
        .where(gte(startAttempts.intentAt, at))
        .all();
      return rows.map((row) => row.id);
    },
    /** Oldest first. */
    attempts(generationId: string): StartAttemptRow[] {
      return orm
        .select()
        .from(startAttempts)
        .where(eq(startAttempts.generationId, generationId))
        .orderBy(sql`rowid`)
        .all();
    },
    resolveAttempt(id: string, outcome: NonNullable<StartAttemptRow['outcome']>, at: number): void {
      changeAttempt(id, { outcome, resolvedAt: at });
    },
  };
}
