/**
 * Starting a generation is the one act that costs money. This file is the protocol, step by step: hold, baseline, durable intent,
 * one request, classification, record. What it cannot classify is `unknown` and left to reconciliation.
 */

import { CleartakeError, fromErrorRecord } from '../../../../shared/domain/errors.ts';
import { readStartedGeneration } from '../../../../shared/service-api/answers.ts';
import { hashValue } from '../../../platform/hashing.ts';
import { type Answer, answerError, isWellFormedRefusal, wasNeverSent } from '../../api/failures.ts';
import type { ServiceClient, StartRequest } from '../../api/service-client.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import type { QueueContext } from '../queue-context.ts';
import { refuseBeyondCap, releaseHold } from './holds.ts';

/** What came of one request. */
type Outcome =
  | { readonly kind: 'started'; readonly remoteId: string; readonly status: string }
  | { readonly kind: 'not-sent'; readonly error: CleartakeError }
  | { readonly kind: 'refused'; readonly error: CleartakeError }
  | { readonly kind: 'unknown'; readonly detail: string };

/**
 * Starts a generation that is `ready`. Afterwards it is `started`, `ready` again (with an error thrown), or `unknown`.
 * @throws CleartakeError when nothing was started: costCapReached, the service's refusal, or a fault before anything was sent
 */
export async function startGeneration(
  context: QueueContext,
  client: ServiceClient,
  job: JobRow,
  generation: GenerationRow,
): Promise<void> {
  const { ports, store, transitions } = context;
  const projectId = job.projectId;
  if (projectId === null) throw new CleartakeError('projectUnknown', { detail: 'no project yet' });

  // Billing holds the whole connection: nothing is asked of it until it is tried again.
  const parked = store.connections.get(job.connectionId)?.parked ?? null;
  if (parked !== null) throw fromErrorRecord(parked);

  // Baseline: the ids that are there before, so that a new one can be told from them.
  ports.pass('start:before-baseline');
  const baseline = (await client.listGenerations(projectId)).map((listed) => listed.generationId);
  ports.pass('start:after-baseline');

  // Intent, with the hold, in one durable commit. Nothing is sent unless it returned.
  const attemptId = ports.newId();
  const request = startRequest(job, projectId, attemptId);
  store.transaction(() => {
    refuseBeyondCap(context, job, generation);
    const intentAt = ports.clock.now();
    const parameterHash = hashValue({ ...request, params: null, model: generation.model });
    store.generations.insertAttempt({ id: attemptId, generationId: generation.id, parameterHash, baseline, intentAt });
    store.ledger.append({
      at: intentAt,
      generationId: generation.id,
      attemptId,
      kind: 'hold',
      seconds: generation.billableSeconds ?? 0,
      amount: generation.amount,
    });
    store.generations.update(generation.id, { projectId });
    if (transitions.generation(generation.id, { kind: 'intend', attemptId }) === null) {
      throw new CleartakeError('notPossibleNow', { detail: `start from ${generation.stateKind}` });
    }
    ports.pass('start:in-intent');
  });

  // One request, never repeated from here.
  ports.pass('start:intent-durable');
  const outcome = await sendOnce(context, client, generation, request);
  ports.pass('start:answered');
  record(context, generation.id, attemptId, outcome);
  ports.pass('start:recorded');
  if (outcome.kind === 'refused' || outcome.kind === 'not-sent') throw outcome.error;
}

function startRequest(job: JobRow, projectId: string, attemptId: string): StartRequest {
  const preset = job.preset.samplingPreset;
  return {
    apiProjectId: projectId,
    ...(preset === undefined ? {} : { sampling: { preset } }),
    params: { attempt: attemptId },
  };
}

async function sendOnce(
  context: QueueContext,
  client: ServiceClient,
  generation: GenerationRow,
  request: StartRequest,
): Promise<Outcome> {
  try {
    return classify(await client.startOnce(generation.model, request));
  } catch (failure) {
    if (wasNeverSent(failure)) {
      return {
        kind: 'not-sent',
        error: new CleartakeError('serviceUnreachable', { cause: failure, detail: 'not sent' }),
      };
    }
    const detail = failure instanceof Error ? `${failure.name}: ${failure.message}` : 'unknown fault';
    context.ports.log.warn('A start ended without a clear answer', { generation: generation.id, detail });
    return { kind: 'unknown', detail };
  }
}

function classify(answer: Answer): Outcome {
  if (answer.status >= 200 && answer.status <= 299) {
    const started = readStartedGeneration(answer.body);
    return started === null
      ? { kind: 'unknown', detail: `${answer.status} without an id` }
      : { kind: 'started', remoteId: started.generationId, status: started.status };
  }
  if (isWellFormedRefusal(answer)) return { kind: 'refused', error: startRefusal(answer) };
  return { kind: 'unknown', detail: `answered ${answer.status}` };
}

function startRefusal(answer: Answer): CleartakeError {
  const error = answerError(answer);
  if (error.code !== 'notCompleteYet') return error;
  // What is not ready at a start is a medium that the service does not have, or not yet: the same project is tried again first.
  return new CleartakeError('notReadyToStart', {
    detail: error.detail ?? '409',
    ...(answer.retryAfterMs === null ? {} : { retryAfterMs: answer.retryAfterMs }),
  });
}

function record(context: QueueContext, generationId: string, attemptId: string, outcome: Outcome): void {
  const { ports, store, transitions } = context;
  const at = ports.clock.now();
  store.transaction(() => {
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
  });
}
