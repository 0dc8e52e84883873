/**
 * Starting a generation is the one act that costs money. This file is the protocol, step by step: one writer, baseline, hold, durable
 * intent, one request, classification, record. What it cannot classify is `unknown` and left to reconciliation (reconcile.ts), which
 * may send it once more (resend.ts).
 */

import { CleartakeError, fromErrorRecord, toCleartakeError } from '../../../../shared/domain/errors.ts';
import { isOwnModel } from '../../../../shared/domain/models.ts';
import { hashValue } from '../../../platform/files/hashing.ts';
import type { ServiceClient, StartRequest } from '../../api/service-client.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import { requireFirst } from '../earlier/reuse.ts';
import { refuseBeyondAgreed } from '../money/agreement.ts';
import { refuseBeyondCap } from '../money/caps.ts';
import { hold, releaseHold } from '../money/holds.ts';
import { presentQuote } from '../money/meter.ts';
import type { QueueContext } from '../parts/queue-context.ts';
import { adoptLate, expectationOf } from './adoption.ts';
import { classifyAnswer, classifyFault, describeOutcome, type Outcome } from './classify.ts';
import { observe } from './evidence.ts';
import { baselineOf } from './listing.ts';

/** What a start works with. */
export type StartPorts = Pick<QueueContext, 'ports' | 'quarantine' | 'settings' | 'store' | 'transitions' | 'writer'>;

/** One start that is about to be sent. */
interface Attempt {
  readonly id: string;
  readonly projectId: string;
  readonly baseline: readonly string[];
  readonly request: StartRequest;
}

/**
 * Starts a generation that is `ready`. Afterward it is `started`, `ready` again (with an error thrown), or `unknown`.
 * @param gone equal generations of other jobs that have no result anymore: no others may be there
 * @param signal has an effect only until the request is sent
 * @throws CleartakeError when nothing was started: sameWorkUnderWay, costCapReached, costsMoreThanQuoted, dataFolderBusy, the service's refusal, or a fault
 *   before anything was sent; startUncertain when the outcome could not be stored
 */
export async function startGeneration(
  context: StartPorts,
  client: ServiceClient,
  job: JobRow,
  generation: GenerationRow,
  gone: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  const { ports, store } = context;
  const { projectId } = job;
  if (projectId === null) throw new CleartakeError('projectUnknown', { detail: 'no project yet' });
  requireUnparked(context, job);
  if (isOwnModel(generation.model) && !client.hasOwnModels) throw new CleartakeError('ownModelElsewhere');

  // Baseline: the ids listed before, to tell a new one from them.
  ports.pass('start:before-baseline');
  const listed = await client.listGenerations(projectId);
  const baseline = baselineOf(listed);
  ports.pass('start:after-baseline');
  if (adoptLate(context, job, generation, projectId, listed)) return;

  // Intent and hold in one durable commit. Nothing is sent unless they are on disk and the start is still wanted.
  const id = ports.newId();
  const attempt: Attempt = { id, projectId, baseline, request: startRequest(job, projectId, id) };
  try {
    await store.durably(() => intend(context, job, generation, gone, attempt));
    signal.throwIfAborted();
    requireWanted(context, job, attempt);
    requireIntent(context, generation, attempt);
  } catch (failure) {
    takeBackIntent(context, generation, attempt, failure);
    throw failure;
  }
  ports.pass('start:intent-durable');

  // One request. It is never repeated from here.
  const outcome = await sendOnce(context, client, job, generation, attempt);
  ports.pass('start:answered');

  await record(context, generation, attempt, outcome);
  ports.pass('start:recorded');
  if (outcome.kind === 'refused' || outcome.kind === 'not-sent') throw outcome.error;
}

/** Billing blocks the whole connection: nothing is sent until it is tried again. */
function requireUnparked({ store }: Pick<QueueContext, 'store'>, job: JobRow): void {
  const parked = store.connections.get(job.connectionId)?.parked ?? null;
  if (parked !== null) throw fromErrorRecord(parked);
}

/** Contains the attempt's id, so that a person can match starts on the service's side. */
function startRequest(job: JobRow, projectId: string, attemptId: string): StartRequest {
  const preset = job.preset.samplingPreset;
  return {
    apiProjectId: projectId,
    ...(preset === undefined ? {} : { sampling: { preset } }),
    params: { attempt: attemptId },
  };
}

/** Checks again what was true when the stage began: the listing took time, and so did the disk. */
function requireWanted(context: Pick<QueueContext, 'store' | 'writer'>, job: JobRow, attempt: Attempt): void {
  const { store, writer } = context;
  writer.require();
  requireUnparked(context, job);
  const { stateKind, projectId } = store.jobs.get(job.id);
  if (stateKind === 'generating' && projectId === attempt.projectId) return;
  throw new CleartakeError('notPossibleNow', { detail: `start of a job that is ${stateKind}` });
}

function requireIntent({ store }: Pick<QueueContext, 'store'>, { id }: GenerationRow, attempt: Attempt): void {
  if (isIntentOf(store.generations.get(id), attempt)) return;
  throw new CleartakeError('notPossibleNow', { detail: 'its intent was settled before it was sent' });
}

function isIntentOf({ state }: GenerationRow, { id }: Attempt): boolean {
  return state.kind === 'intent' && state.attemptId === id;
}

/** Part of the transaction that commits the intent. */
function intend(
  context: Pick<QueueContext, 'ports' | 'store' | 'transitions' | 'writer'>,
  job: JobRow,
  { id }: GenerationRow,
  gone: ReadonlySet<string>,
  attempt: Attempt,
): void {
  const { ports, store, transitions } = context;
  requireWanted(context, job, attempt);
  const written = store.generations.get(id);
  const quote = presentQuote(context, job, written);
  const generation = { ...written, ...quote };
  requireFirst(context, job, generation, gone);
  refuseBeyondAgreed(generation);
  refuseBeyondCap(context, job, generation);
  store.generations.insertAttempt({
    id: attempt.id,
    generationId: id,
    parameterHash: hashValue({ ...attempt.request, params: null, model: generation.model }),
    baseline: attempt.baseline,
    intentAt: ports.clock.now(),
  });
  hold(context, generation, attempt.id);
  const { contentHash } = store.recordings.get(job.recordingId);
  store.generations.update(id, { projectId: attempt.projectId, ...quote, contentHash });
  if (transitions.generation(id, { kind: 'intend', attemptId: attempt.id }) === null) {
    throw new CleartakeError('notPossibleNow', { detail: `start from ${generation.stateKind}` });
  }
  ports.pass('start:in-intent');
}

/** The intent was committed, but not flushed or not wanted anymore: nothing was sent. */
function takeBackIntent(
  context: Pick<QueueContext, 'ports' | 'store' | 'transitions'>,
  { id }: GenerationRow,
  attempt: Attempt,
  failure: unknown,
): void {
  const { store } = context;
  if (!isIntentOf(store.generations.get(id), attempt)) return;
  const outcome = { kind: 'not-sent', error: toCleartakeError(failure) } as const;
  writeDown(outcome, () => store.transaction(() => settle(context, id, attempt.id, outcome)));
}

async function sendOnce(
  context: Pick<QueueContext, 'ports' | 'quarantine' | 'settings' | 'store'>,
  client: ServiceClient,
  job: JobRow,
  generation: GenerationRow,
  { id, projectId, baseline, request }: Attempt,
): Promise<Outcome> {
  const { ports, quarantine, settings, store } = context;
  const { own } = expectationOf(context, job, generation, projectId, baseline);
  // If the id belongs to any other job, the listing has to tell whose it is.
  const isTaken = (remoteId: string) =>
    baseline.includes(remoteId) ||
    own.has(remoteId) ||
    store.generations.hasRemoteId(job.connectionId, remoteId, job.id);
  quarantine.sent(id);
  const reply = await client.startOnce(generation.model, request, settings.startDeadlineMs).then(
    (answer) => ({ answer }),
    (failure: unknown) => ({ failure }),
  );
  const outcome = 'answer' in reply ? classifyAnswer(reply.answer, isTaken) : classifyFault(reply.failure);
  if (outcome.kind === 'unknown') {
    const { detail } = outcome;
    ports.log.warn('A start ended without a clear answer', { generation: generation.id, detail });
    quarantine.lostSight(id);
  } else quarantine.forget(id);
  return outcome;
}

/** Stores the outcome. If a power cut loses it, the service's listing tells. */
async function record(
  context: Pick<QueueContext, 'ports' | 'store' | 'transitions'>,
  generation: GenerationRow,
  attempt: Attempt,
  outcome: Outcome,
): Promise<void> {
  const { ports, store } = context;
  writeDown(outcome, () => store.progress(() => settle(context, generation.id, attempt.id, outcome)));
  await store.flush().catch((failure: unknown) => {
    const reason = toCleartakeError(failure).message;
    ports.log.warn('The outcome of a start is recorded, but may not be on disk', { reason });
  });
}

/** If this fails, the intent stays and counts as unknown from then on. @throws CleartakeError startUncertain */
function writeDown(outcome: Outcome, write: () => void): void {
  try {
    write();
  } catch (cause) {
    throw new CleartakeError('startUncertain', { cause, detail: `not written down: ${describeOutcome(outcome)}` });
  }
}

function settle(
  context: Pick<QueueContext, 'ports' | 'store' | 'transitions'>,
  generationId: string,
  attemptId: string,
  outcome: Outcome,
): void {
  const { ports, store, transitions } = context;
  const at = ports.clock.now();
  const { state } = store.generations.get(generationId);
  if (!('attemptId' in state) || state.attemptId !== attemptId) {
    ports.log.error('An answer arrived for a start that was already settled', { generation: generationId });
    observe(context, generationId, 'answered-late', `${attemptId} ${describeOutcome(outcome)}`);
    return;
  }
  observe(context, generationId, 'answered', describeOutcome(outcome));
  switch (outcome.kind) {
    case 'started':
      store.generations.resolveAttempt(attemptId, 'started', at);
      store.generations.update(generationId, { remoteStatus: outcome.status });
      transitions.generation(generationId, { kind: 'started', remoteId: outcome.remoteId });
      break;
    case 'not-sent':
    case 'refused':
      store.generations.resolveAttempt(attemptId, outcome.kind, at);
      releaseHold(context, generationId);
      transitions.generation(generationId, { kind: 'not-started' });
      break;
    case 'unknown':
      transitions.generation(generationId, { kind: 'lost-sight', now: at });
      break;
  }
  ports.pass('start:in-record');
}
