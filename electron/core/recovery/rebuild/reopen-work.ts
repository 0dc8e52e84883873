/**
 * Makes a store that is older than the last payment safe to use: puts the starts of the journal back into its rows, and marks what else
 * may have been started since as unknown until the service's listing was read.
 */

import { CleartakeError, toErrorRecord } from '../../../../shared/domain/errors.ts';
import { type GenerationState, isUnresolved } from '../../../../shared/domain/generation-state.ts';
import type { JobState } from '../../../../shared/domain/job-state.ts';
import type { Log } from '../../../platform/log.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { insertGenerations } from '../../queue/admission.ts';
import { secondsToBill } from '../../queue/money/meter.ts';
import { createTransitions, type Transitions } from '../../queue/parts/transitions.ts';
import type { Store } from '../../store/open-store.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import type { JournaledStart } from '../../store/start-journal/journal-file.ts';

export interface ReopenRequest {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
  /** All starts in the journal, oldest first. */
  readonly starts: readonly JournaledStart[];
  /** Whether the journal has every start that the store may lack. */
  readonly knowsAll: boolean;
}

/** Runs inside the caller's transaction. @returns the starts whose jobs are missing */
export function reopenWork(request: ReopenRequest): JournaledStart[] {
  const { clock, knowsAll, starts, store } = request;
  const transitions = createTransitions(store, clock);
  const now = clock.now();
  store.recoveredJobs.markRecovered(now);
  for (const kind of ['intent', 'unknown'] as const) {
    for (const { id } of store.generations.inState(kind)) transitions.generation(id, { kind: 'lost-sight', now });
  }
  const lost = starts.filter((start) => store.generations.attempt(start.attemptId) === undefined);
  const orphans = lost.filter((start) => store.jobs.find(start.jobId) === undefined);
  // A job's last start is the unresolved one: it was sent only after the others were settled.
  const lastOfJob = new Map(lost.map((start) => [start.jobId, start]));
  for (const start of lastOfJob.values()) {
    const job = store.jobs.find(start.jobId);
    if (job !== undefined) attempt(request, job, () => reopenJob(request, transitions, job, start));
  }
  if (!knowsAll) {
    for (const job of store.recoveredJobs.mayHaveStarted())
      attempt(request, job, () => markPossiblyStarted(request, transitions, job));
  }
  return orphans;
}

/** A job that cannot be reopened stays as it was and does not stop the others: its listing is read before a start anyway. */
function attempt({ log, store }: ReopenRequest, job: JobRow, reopen: () => void): void {
  try {
    store.transaction(reopen);
  } catch (failure) {
    log.error('A job could not be brought into order', { job: job.id, reason: String(failure) });
  }
}

function reopenJob(request: ReopenRequest, transitions: Transitions, job: JobRow, start: JournaledStart): void {
  const { clock, store } = request;
  const generation = store.generations.find(start.generationId) ?? insertLost(request, job, start);
  if (generation === undefined) return;
  // Other unresolved generations were settled before this start: the listing shows how.
  for (const other of store.generations.ofJob(job.id)) {
    if (other.id !== generation.id && isUnresolved(other.state)) startOver(request, transitions, other);
  }
  if (!mayBeStartedSince(generation.state)) return;
  startOver(request, transitions, generation);
  store.jobs.update(job.id, { projectId: start.projectId });
  if (job.admittedAt === null) store.jobs.admit(job, clock.now());
  loseSight(request, transitions, generation, start);
  moveToListing(request, job);
}

/** Resets a generation: its earlier start is over, and the service's listing still shows it. */
function startOver({ clock, store }: ReopenRequest, transitions: Transitions, { id }: GenerationRow): void {
  const open = store.ledger.openHold(id);
  if (open !== undefined) {
    const { amount, attemptId, seconds } = open;
    store.ledger.append({ at: clock.now(), generationId: id, attemptId, kind: 'release', seconds, amount });
  }
  const error = toErrorRecord(new CleartakeError('generationFailed'));
  for (const event of [{ kind: 'start-again' }, { kind: 'fail', error }, { kind: 'retry' }] as const) {
    if (store.generations.get(id).stateKind !== 'ready') transitions.generation(id, event);
  }
}

/** Restores the row of a generation that was added after the store was written. */
function insertLost(
  { clock, newId, store }: ReopenRequest,
  job: JobRow,
  start: JournaledStart,
): GenerationRow | undefined {
  const same = store.generations.ofJob(job.id).find((one) => one.model === start.model);
  if (same !== undefined) return same;
  const seconds = secondsToBill(store.recordings.get(job.recordingId));
  const prices = store.connections.get(job.connectionId)?.prices;
  insertGenerations(
    { ports: { clock, newId }, store },
    { job, preset: { ...job.preset, models: [start.model] }, seconds, prices },
  );
  return store.generations.ofJob(job.id).find((one) => one.model === start.model);
}

/** Marks a job's first generation as possibly started: the listing tells whether it was. */
function markPossiblyStarted(request: ReopenRequest, transitions: Transitions, job: JobRow): void {
  const generations = request.store.generations.ofJob(job.id);
  const ready = generations.find((one) => one.stateKind === 'ready');
  if (ready === undefined || job.projectId === null || generations.some((one) => isUnresolved(one.state))) return;
  const { clock, newId } = request;
  const { connectionId, id: jobId, projectId } = job;
  const { id: generationId, model } = ready;
  const start = { attemptId: newId(), generationId, jobId, connectionId, projectId, model, at: clock.now() };
  loseSight(request, transitions, ready, start);
  moveToListing(request, job);
}

function loseSight(
  { clock, store }: ReopenRequest,
  transitions: Transitions,
  row: GenerationRow,
  start: JournaledStart,
) {
  const { amount, billableSeconds, id } = store.generations.get(row.id);
  const { attemptId, at: intentAt, projectId } = start;
  const at = clock.now();
  const baseline = store.generations.ofJob(row.jobId).flatMap(({ remoteId }) => remoteId ?? []);
  store.generations.insertAttempt({ id: attemptId, generationId: id, parameterHash: '', baseline, intentAt });
  store.ledger.append({ at, generationId: id, attemptId, kind: 'hold', seconds: billableSeconds ?? 0, amount });
  store.generations.update(id, { projectId });
  transitions.generation(id, { kind: 'intend', attemptId });
  transitions.generation(id, { kind: 'lost-sight', now: at });
}

function moveToListing({ clock, store }: ReopenRequest, { id, state }: JobRow): void {
  const after = stateAtListing(state);
  if (after === state) return;
  const at = clock.now();
  store.jobs.setState(id, after, after.kind === 'cancelled' ? at : null);
  store.events.append({ at, jobId: id, event: 'recover', from: state.kind, to: after.kind });
}

/** Whether a start that is missing from the row may have followed its state: a generation with a result is not started again. */
export function mayBeStartedSince(state: GenerationState): boolean {
  return state.kind !== 'complete' && state.kind !== 'downloading' && state.kind !== 'stored';
}

/** The job's state when one of its generations may have been started: at the stage that reads the listing, still paused or cancelled. */
export function stateAtListing(state: JobState): JobState {
  switch (state.kind) {
    case 'paused':
      return { kind: 'paused', from: 'generating' };
    case 'cancelling':
    case 'cancelled':
      return { kind: 'cancelled', from: 'generating' };
    case 'needs-you':
      return state;
    default:
      return { kind: 'generating' };
  }
}
