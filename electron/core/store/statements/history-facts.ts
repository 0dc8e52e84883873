/** Reads from the store what History searches, filters and sorts by. */

import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { folderOf, type HistoryFacts } from '../../../../shared/domain/history/facts.ts';
import { VERDICT_WORDS } from '../../../../shared/domain/history/strings.ts';
import { modelOf } from '../../../../shared/domain/models.ts';
import { RESULT } from '../../strings.ts';
import {
  connections,
  generations,
  type JobRow,
  jobs,
  ledger,
  notes,
  type Orm,
  type RecordingRow,
  recordings,
  type VerdictRow,
  verdicts,
} from '../schema.ts';
import { isInList, lazily, preparedRows } from './prepared.ts';

type OfJob = Pick<typeof generations.$inferSelect, 'id' | 'jobId' | 'model' | 'stateKind' | 'reusedFrom'>;

export interface NumberedFacts {
  readonly facts: HistoryFacts;
  /** The job's row in the store. */
  readonly row: number;
}

/** Statements are prepared once: the index of a long history asks thousands of times. */
export function factsReader(orm: Orm) {
  const jobsOf = lazily(() =>
    orm
      .select({
        row: sql<number>`${jobs}.rowid`,
        job: {
          id: jobs.id,
          batchId: jobs.batchId,
          connectionId: jobs.connectionId,
          preset: jobs.preset,
          state: jobs.state,
          createdAt: jobs.createdAt,
          finishedAt: jobs.finishedAt,
        },
        recording: {
          name: recordings.name,
          origin: recordings.origin,
          path: recordings.path,
          durationSeconds: recordings.durationSeconds,
        },
        connectionName: connections.name,
        connectionLabel: connections.label,
      })
      .from(jobs)
      .innerJoin(recordings, sql`${recordings.id} = ${jobs.recordingId}`)
      .innerJoin(connections, sql`${connections.id} = ${jobs.connectionId}`)
      .where(and(isInList(jobs.id, 'ids'), isNotNull(jobs.admittedAt), isNull(jobs.forgottenAt)))
      .prepare(),
  );
  const generationsOf = lazily(() =>
    orm
      .select({
        id: generations.id,
        jobId: generations.jobId,
        model: generations.model,
        stateKind: generations.stateKind,
        reusedFrom: generations.reusedFrom,
      })
      .from(generations)
      .where(isInList(generations.jobId, 'ids'))
      .prepare(),
  );
  const standing = preparedRows(orm, verdicts, (all) =>
    all.where(and(isInList(verdicts.jobId, 'ids'), isNull(verdicts.withdrawnAt))),
  );
  const noted = preparedRows(orm, notes, (all) => all.where(isInList(notes.jobId, 'ids')));
  const charges = lazily(() => {
    const sign = sql`case ${ledger.kind} when 'charge' then 1 else -1 end`;
    return orm
      .select({
        jobId: generations.jobId,
        amount: sql<number>`coalesce(sum(${sign} * ${ledger.amount}), 0)`,
        unpriced: sql<number>`sum(${sign} * (${ledger.amount} is null))`,
      })
      .from(ledger)
      .innerJoin(generations, eq(generations.id, ledger.generationId))
      .where(and(isInList(generations.jobId, 'ids'), inArray(ledger.kind, ['charge', 'refund'])))
      .groupBy(generations.jobId)
      .prepare();
  });

  /** Micro-USD charged less what was refunded; null where a charge has no price. Jobs without a charge are left out. */
  function costsOf(jobIds: readonly string[]): ReadonlyMap<string, number | null> {
    const rows = charges().all({ ids: JSON.stringify(jobIds) });
    return new Map(rows.map(({ jobId, amount, unpriced }) => [jobId, unpriced > 0 ? null : amount]));
  }

  /** Of jobs that were started and not deleted from History, in no order. */
  function readFacts(jobIds: readonly string[]): NumberedFacts[] {
    const ids = JSON.stringify(jobIds);
    const costs = costsOf(jobIds);
    const ofJobs = Map.groupBy<string, OfJob>(generationsOf().all({ ids }), ({ jobId }) => jobId);
    const given = Map.groupBy(standing.all({ ids }), ({ jobId }) => jobId);
    const notesOf = new Map(noted.all({ ids }).map((note) => [note.jobId, note]));
    return jobsOf()
      .all({ ids })
      .map((found) => {
        const { id } = found.job;
        const of = { own: ofJobs.get(id) ?? [], given: given.get(id) ?? [], note: notesOf.get(id) };
        return factsOf(found, of, costs.get(id) ?? (costs.has(id) ? null : 0));
      });
  }

  return { readFacts, costsOf };
}

type FoundJob = Pick<NumberedFacts, 'row'> & {
  readonly job: Pick<JobRow, 'id' | 'batchId' | 'connectionId' | 'preset' | 'state' | 'createdAt' | 'finishedAt'>;
  readonly recording: Pick<RecordingRow, 'name' | 'origin' | 'path' | 'durationSeconds'>;
  readonly connectionName: string;
  readonly connectionLabel: string | null;
};

interface OfFoundJob {
  readonly own: readonly OfJob[];
  readonly given: readonly VerdictRow[];
  readonly note: typeof notes.$inferSelect | undefined;
}

function factsOf(
  { row, job, recording, connectionName, connectionLabel }: FoundJob,
  { own, given, note }: OfFoundJob,
  cost: number | null,
): NumberedFacts {
  const facts: HistoryFacts = {
    jobId: job.id,
    name: recording.name,
    show: recording.origin === 'path' ? folderOf(recording.path) : '',
    batch: job.batchId,
    connection: job.connectionId,
    connectionName,
    connectionLabel,
    preset: job.preset.startedAs?.presetName ?? '',
    state: job.state.kind,
    isReused: own.length > 0 && own.every(({ reusedFrom, stateKind }) => reusedFrom !== null && stateKind !== 'ready'),
    models: own.map(({ model }) => model),
    verdicts: [
      ...new Set(given.map(({ kind }) => (({ keep: 'kept', reject: 'rejected', better: 'better' }) as const)[kind])),
    ],
    verdictWords: given.map((verdict) => wordsOf(verdict, own)),
    note: note?.note ?? '',
    tags: [...(note?.tags ?? [])],
    error: job.state.kind === 'failed' ? job.state.error.userMessage : '',
    addedAt: job.createdAt,
    finishedAt: job.finishedAt,
    seconds: recording.durationSeconds,
    cost,
  };
  return { facts, row };
}

function wordsOf({ kind, take, over }: VerdictRow, own: readonly OfJob[]): string {
  const label = (id: string | null) => {
    const made = own.find((generation) => id === `result:${generation.id}`);
    return made === undefined ? RESULT.original : modelOf(made.model).label;
  };
  return kind === 'better' ? VERDICT_WORDS.better(label(take), label(over)) : VERDICT_WORDS[kind](label(take));
}
