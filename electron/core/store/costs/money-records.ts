/** What is on record about the money of jobs: uploads, starts with their outcomes, holds, charges. Messages promise only what this says. */

import { sql } from 'drizzle-orm';
import type { GenerationMoney, MoneyRecord } from '../../../../shared/domain/error-messages/reassurance.ts';
import type { GenerationState } from '../../../../shared/domain/generation-state.ts';
import { compareModels, type ModelId } from '../../../../shared/domain/models.ts';
import type { MicroUsd } from '../../../../shared/domain/money.ts';
import type { ConnectionRow, Orm, StartAttemptRow } from '../schema.ts';

interface JobFacts {
  readonly jobId: string;
  readonly connection: ConnectionRow['kind'];
  readonly hasProject: 0 | 1;
  readonly hasUploaded: 0 | 1;
}

interface GenerationFacts {
  readonly jobId: string;
  readonly id: string;
  readonly model: ModelId;
  readonly kind: GenerationState['kind'];
  readonly code: string | null;
  readonly remoteId: string | null;
  readonly reusedFrom: string | null;
  readonly quoted: MicroUsd | null;
}

interface Entry {
  readonly generationId: string;
  readonly attemptId: string;
  readonly kind: 'hold' | 'charge' | 'release' | 'refund';
  readonly amount: MicroUsd | null;
}

type Attempt = Pick<StartAttemptRow, 'generationId' | 'outcome'>;

/** By the job's id, and what concerns one generation alone by the generation's. */
export interface MoneyRecords {
  readonly ofJob: ReadonlyMap<string, MoneyRecord>;
  readonly ofGeneration: ReadonlyMap<string, MoneyRecord>;
}

export function moneyRecordTable(orm: Orm) {
  return {
    ofJobs(jobIds: readonly string[]): MoneyRecords {
      const ofJob = new Map<string, MoneyRecord>();
      const ofGeneration = new Map<string, MoneyRecord>();
      if (jobIds.length === 0) return { ofJob, ofGeneration };
      const asked = sql`json_each(${JSON.stringify(jobIds)}) as asked`;
      const jobs = orm.all<JobFacts>(sql`
        select job.id as "jobId", c.kind as "connection",
          job.project_id is not null
            or exists (select 1 from event where job_id = job.id and event = 'project') as "hasProject",
          exists (select 1 from event where job_id = job.id and to_state = 'uploading') as "hasUploaded"
        from ${asked} join job on job.id = asked.value join connection c on c.id = job.connection_id`);
      const ofTheirs = sql`${asked} join generation g on g.job_id = asked.value`;
      const generations = orm.all<GenerationFacts>(sql`
        select g.job_id as "jobId", g.id as "id", g.model as "model", g.state_kind as "kind",
          json_extract(g.state, '$.error.code') as "code", g.remote_id as "remoteId", g.reused_from as "reusedFrom",
          g.amount as "quoted"
        from ${ofTheirs}`);
      const attempts = orm.all<Attempt>(sql`
        select a.generation_id as "generationId", a.outcome as "outcome"
        from ${ofTheirs} join start_attempt a on a.generation_id = g.id order by a.rowid`);
      const entries = orm.all<Entry>(sql`
        select l.generation_id as "generationId", l.attempt_id as "attemptId", l.kind as "kind", l.amount as "amount"
        from ${ofTheirs} join ledger_entry l on l.generation_id = g.id order by l.id`);
      const attemptsOf = Map.groupBy(attempts, ({ generationId }) => generationId);
      const entriesOf = Map.groupBy(entries, ({ generationId }) => generationId);
      const generationsOf = Map.groupBy(generations, ({ jobId }) => jobId);
      for (const { jobId, connection, hasProject, hasUploaded } of jobs) {
        const job = {
          isLocal: connection === 'built-in',
          sent: hasProject === 1 ? 'recording' : hasUploaded === 1 ? 'name' : 'nothing',
        } as const;
        const sorted = (generationsOf.get(jobId) ?? []).sort((one, other) => compareModels(one.model, other.model));
        const known = sorted.map((one) => moneyOf(one, attemptsOf.get(one.id) ?? [], entriesOf.get(one.id) ?? []));
        ofJob.set(jobId, { ...job, generations: known });
        for (const [index, { id }] of sorted.entries()) {
          ofGeneration.set(id, { ...job, generations: known.slice(index, index + 1) });
        }
      }
      return { ofJob, ofGeneration };
    },
  };
}

function moneyOf(
  generation: GenerationFacts,
  attempts: readonly Attempt[],
  entries: readonly Entry[],
): GenerationMoney {
  const has = (kind: Entry['kind'], { attemptId }: Entry) =>
    entries.some((entry) => entry.kind === kind && entry.attemptId === attemptId);
  const holds = entries.filter(({ kind }) => kind === 'hold');
  const charges = entries.filter((entry) => entry.kind === 'charge' && !has('refund', entry));
  const held = holds.findLast((entry) => !has('release', entry));
  const last = holds.at(-1);
  return {
    model: generation.model,
    isDone: generation.kind === 'stored',
    start: startOf(generation, attempts, holds.length > 0),
    held: held === undefined ? null : { amount: held.amount },
    charged: charges.length === 0 ? null : { amount: sumOf(charges) },
    quoted: last === undefined ? generation.quoted : last.amount,
  };
}

function startOf(
  { code, kind, remoteId, reusedFrom }: GenerationFacts,
  attempts: readonly Attempt[],
  isHeld: boolean,
): GenerationMoney['start'] {
  if (kind === 'intent' || kind === 'unknown' || kind === 'needs-you') return 'unsure';
  if (code === 'paidWorkTakenUp' || (reusedFrom !== null && !isHeld && kind !== 'ready' && kind !== 'failed'))
    return 'elsewhere';
  if (attempts.some(({ outcome }) => outcome === 'started' || outcome === 'adopted')) return 'started';
  // An absence was seen in a listing, or the person decided: the service may still have made it.
  if (attempts.some(({ outcome }) => outcome === 'absent' || outcome === null)) return 'unsure';
  return remoteId === null ? 'none' : 'elsewhere';
}

function sumOf(charges: readonly Entry[]): MicroUsd | null {
  return charges.reduce<MicroUsd | null>(
    (sum, { amount }) => (sum === null || amount === null ? null : sum + amount),
    0,
  );
}
