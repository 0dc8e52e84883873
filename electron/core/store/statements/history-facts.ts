/** Reads from the store what History searches, filters and sorts by. */

import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { folderOf, type HistoryFacts } from '../../../../shared/domain/history/facts.ts';
import { VERDICT_WORDS } from '../../../../shared/domain/history/strings.ts';
import { MODELS } from '../../../../shared/domain/models.ts';
import { RESULT } from '../../strings.ts';
import {
  connections,
  generations,
  jobs,
  ledger,
  notes,
  type Orm,
  recordings,
  type VerdictRow,
  verdicts,
} from '../schema.ts';

type OfJob = Pick<typeof generations.$inferSelect, 'id' | 'jobId' | 'model' | 'stateKind' | 'reusedFrom'>;

export interface NumberedFacts {
  readonly facts: HistoryFacts;
  /** The job's row in the store. */
  readonly row: number;
}

/** Of jobs that were started and not deleted from History, in no order. */
export function readFacts(orm: Orm, jobIds: readonly string[]): NumberedFacts[] {
  const ids = [...jobIds];
  const rows = orm
    .select({ row: sql<number>`${jobs}.rowid`, job: jobs, recording: recordings, connectionName: connections.name })
    .from(jobs)
    .innerJoin(recordings, sql`${recordings.id} = ${jobs.recordingId}`)
    .innerJoin(connections, sql`${connections.id} = ${jobs.connectionId}`)
    .where(and(inArray(jobs.id, ids), isNotNull(jobs.admittedAt), isNull(jobs.forgottenAt)))
    .all();
  const ofJobs = Map.groupBy<string, OfJob>(
    orm
      .select({
        id: generations.id,
        jobId: generations.jobId,
        model: generations.model,
        stateKind: generations.stateKind,
        reusedFrom: generations.reusedFrom,
      })
      .from(generations)
      .where(inArray(generations.jobId, ids))
      .all(),
    ({ jobId }) => jobId,
  );
  const costs = costsOf(orm, ids);
  const standing = Map.groupBy(
    orm
      .select()
      .from(verdicts)
      .where(and(inArray(verdicts.jobId, ids), isNull(verdicts.withdrawnAt)))
      .all(),
    ({ jobId }) => jobId,
  );
  const noted = new Map(
    orm
      .select()
      .from(notes)
      .where(inArray(notes.jobId, ids))
      .all()
      .map((note) => [note.jobId, note]),
  );
  return rows.map(({ row, job, recording, connectionName }) => {
    const own = ofJobs.get(job.id) ?? [];
    const given = standing.get(job.id) ?? [];
    const note = noted.get(job.id);
    const facts: HistoryFacts = {
      jobId: job.id,
      name: recording.name,
      show: recording.origin === 'path' ? folderOf(recording.path) : '',
      batch: job.batchId,
      connection: job.connectionId,
      connectionName,
      preset: job.preset.startedAs?.presetName ?? '',
      state: job.state.kind,
      isReused:
        own.length > 0 && own.every(({ reusedFrom, stateKind }) => reusedFrom !== null && stateKind !== 'ready'),
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
      cost: costs.get(job.id) ?? (costs.has(job.id) ? null : 0),
    };
    return { facts, row };
  });
}

/** Micro-USD charged less what was refunded; null where a charge has no price. Jobs without a charge are left out. */
export function costsOf(orm: Orm, jobIds: readonly string[]): ReadonlyMap<string, number | null> {
  const sign = sql`case ${ledger.kind} when 'charge' then 1 else -1 end`;
  const rows = orm
    .select({
      jobId: generations.jobId,
      amount: sql<number>`coalesce(sum(${sign} * ${ledger.amount}), 0)`,
      unpriced: sql<number>`sum(${sign} * (${ledger.amount} is null))`,
    })
    .from(ledger)
    .innerJoin(generations, sql`${generations.id} = ${ledger.generationId}`)
    .where(and(inArray(generations.jobId, [...jobIds]), inArray(ledger.kind, ['charge', 'refund'])))
    .groupBy(generations.jobId)
    .all();
  return new Map(rows.map(({ jobId, amount, unpriced }) => [jobId, unpriced > 0 ? null : amount]));
}

function wordsOf({ kind, take, over }: VerdictRow, own: readonly OfJob[]): string {
  const label = (id: string | null) => {
    const made = own.find((generation) => id === `result:${generation.id}`);
    return made === undefined ? RESULT.original : MODELS[made.model].label;
  };
  return kind === 'better' ? VERDICT_WORDS.better(label(take), label(over)) : VERDICT_WORDS[kind](label(take));
}
