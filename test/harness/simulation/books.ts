/** What the desk's store holds, read over a connection of its own. */

import { openDatabase } from '../../../electron/platform/sqlite.ts';
import type { ErrorRecord } from '../../../shared/domain/errors.ts';
import type { GenerationState } from '../../../shared/domain/generation-state.ts';
import type { JobState } from '../../../shared/domain/job-state.ts';
import type { ModelId } from '../../../shared/domain/models.ts';

export interface BookedJob {
  readonly id: string;
  readonly batchId: string;
  readonly state: JobState;
  readonly admitted: boolean;
  readonly removed: boolean;
  readonly cap: number | null;
  readonly source: string;
}

export interface BookedGeneration {
  readonly id: string;
  readonly jobId: string;
  readonly model: ModelId;
  readonly kind: GenerationState['kind'];
  readonly attemptId: string | null;
  readonly remoteId: string | null;
  readonly reusedFrom: string | null;
  readonly error: ErrorRecord | null;
  readonly chargedAt: number | null;
}

export interface BookedEntry {
  readonly generationId: string;
  readonly attemptId: string;
  readonly kind: 'hold' | 'charge' | 'release' | 'refund';
  readonly amount: number | null;
}

export interface BookedResult {
  readonly generationId: string;
  readonly path: string;
  readonly contentHash: string;
  readonly exportedPath: string | null;
}

export interface BookedEvent {
  readonly id: number;
  readonly at: number;
  readonly jobId: string;
  readonly generationId: string | null;
  readonly event: string;
  readonly from: string;
  readonly to: string;
  readonly detail: string | null;
}

export interface Books {
  jobs(): BookedJob[];
  /** Null for a job that there isn't. */
  stateOf(jobId: string): JobState['kind'] | null;
  generations(): BookedGeneration[];
  ledger(): BookedEntry[];
  results(): BookedResult[];
  eventsAfter(id: number): BookedEvent[];
  /** Whether the intent of an attempt is committed with its hold. */
  hasIntent(attemptId: string): boolean;
  close(): void;
}

export function openBooks(file: string): Books {
  const { raw, close } = openDatabase({ path: file, schema: {}, readonly: true });
  const jobs =
    raw.prepare(`select job.id, batch_id batchId, state, admitted_at is not null admitted, removed_at is not null removed,
    max_cost cap, path source from job join batch on batch.id = batch_id join recording on recording.id = recording_id order by job.rowid`);
  const state = raw.prepare('select state_kind kind from job where id = ?');
  const generations =
    raw.prepare(`select id, job_id jobId, model, state_kind kind, state, remote_id remoteId, reused_from reusedFrom,
    charged_at chargedAt from generation order by rowid`);
  const ledger = raw.prepare(
    'select generation_id generationId, attempt_id attemptId, kind, amount from ledger_entry order by id',
  );
  const results = raw.prepare(
    'select generation_id generationId, path, content_hash contentHash, exported_path exportedPath from result order by rowid',
  );
  const events = raw.prepare(
    'select id, at, job_id jobId, generation_id generationId, event, from_state "from", to_state "to", detail from event where id > ? order by id',
  );
  const intent = raw.prepare(`select 1 from start_attempt join generation on generation.id = start_attempt.generation_id
    join ledger_entry on ledger_entry.attempt_id = start_attempt.id and ledger_entry.kind = 'hold'
    where start_attempt.id = ? and outcome is null and state_kind = 'intent' and json_extract(state, '$.attemptId') = start_attempt.id`);
  return {
    jobs: () =>
      (jobs.all() as (BookedJob & { state: unknown })[]).map((row) => ({
        ...row,
        state: JSON.parse(String(row.state)),
        admitted: Boolean(row.admitted),
        removed: Boolean(row.removed),
      })),
    stateOf: (jobId) => (state.get(jobId) as { kind: JobState['kind'] } | undefined)?.kind ?? null,
    generations: () =>
      (generations.all() as (BookedGeneration & { state: unknown })[]).map(({ state, ...row }) => {
        const { attemptId = null, error = null } = JSON.parse(String(state));
        return { ...row, attemptId, error };
      }),
    ledger: () => ledger.all() as BookedEntry[],
    results: () => results.all() as BookedResult[],
    eventsAfter: (id) => events.all(id) as BookedEvent[],
    hasIntent: (attemptId) => intent.get(attemptId) !== undefined,
    close,
  };
}
