/** Adoption: a generation that the listing shows is taken over instead of paying for another. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { isFinalStatus, type ListedGeneration } from '../../../../shared/service-api/answers.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import type { GenerationRow, JobRow, StartAttemptRow } from '../../store/schema.ts';
import { hold } from '../money/holds.ts';
import type { Books, QueueContext } from '../parts/queue-context.ts';
import { describeIds, observe } from './evidence.ts';
import { baselineOf, type Expectation, proofOf } from './listing.ts';

/**
 * Tells a start of this generation apart from everything else in a project's listing. Some services number generations within each project,
 * so an id belongs to another generation only within the same project.
 */
export function expectationOf(
  { store }: Pick<QueueContext, 'store'>,
  job: JobRow,
  { id, model }: Pick<GenerationRow, 'id' | 'model'>,
  projectId: string,
  baseline: readonly string[],
): Expectation {
  const others = store.generations.ofJob(job.id).filter((one) => one.id !== id && one.projectId === projectId);
  return {
    model,
    baseline,
    own: new Set([...others.flatMap(({ remoteId }) => remoteId ?? []), ...store.events.failedIds(job.id)]),
    isTaken: (remoteId) => store.generations.hasRemoteId(job.connectionId, remoteId, job.id, projectId),
  };
}

/** Gives the generation the oldest of the listed ids; more than one is reported. */
export function adopt(
  context: Books & Pick<QueueContext, 'quarantine'>,
  job: JobRow,
  generation: GenerationRow,
  attempt: StartAttemptRow,
  found: readonly ListedGeneration[],
): void {
  const { ports, quarantine, store } = context;
  store.transaction(() => {
    store.generations.resolveAttempt(attempt.id, 'adopted', ports.clock.now());
    takeOver(context, generation, found, 'adopted');
    quarantine.appeared(job.connectionId, attempt.id);
    ports.pass('reconcile:in-adoption');
  });
  quarantine.forget(attempt.id);
  ports.pass('reconcile:adopted');
}

/**
 * Before anything is sent: whatever the job's own project lists for the wanted model, that has not failed and belongs to no row, was paid
 * for. Its record is lost: it was a start that counted as absent, or this data folder is a copy or a restored backup. It is adopted with a
 * hold of its own, and nothing is sent.
 * @param generation one that is ready
 * @returns whether there was one
 */
export function adoptLate(
  context: Books & Pick<QueueContext, 'quarantine'>,
  job: JobRow,
  generation: GenerationRow,
  projectId: string,
  listed: readonly ListedGeneration[],
): boolean {
  const { ports, quarantine, store, transitions } = context;
  const alive = listed.filter(({ status }) => status === 'complete' || !isFinalStatus(status));
  const proof = proofOf(alive, expectationOf(context, job, generation, projectId, []));
  const found = 'found' in proof ? proof.found : [];
  if (found.length === 0) return false;
  const attempts = store.generations.attempts(generation.id);
  const attemptId = ports.newId();
  const parameterHash = attempts.at(-1)?.parameterHash ?? '';
  const baseline = baselineOf(listed.filter((one) => !found.includes(one)));
  store.transaction(() => {
    const at = ports.clock.now();
    const lost = { parameterHash, baseline, intentAt: at, resolvedAt: at };
    store.generations.insertAttempt({ id: attemptId, generationId: generation.id, outcome: 'adopted', ...lost });
    hold(context, generation, attemptId);
    const { contentHash } = store.recordings.get(job.recordingId);
    store.generations.update(generation.id, { projectId, contentHash });
    if (transitions.generation(generation.id, { kind: 'intend', attemptId }) === null) {
      throw new CleartakeError('notPossibleNow', { detail: `taken over while ${generation.stateKind}` });
    }
    takeOver(context, generation, found, 'adopted-late');
    for (const { id, outcome } of attempts) {
      if (outcome === 'absent' || outcome === null) quarantine.appeared(job.connectionId, id);
    }
  });
  ports.log.warn('A generation found in the listing was adopted instead of started', { generation: generation.id });
  return true;
}

/**
 * Looks for starts on the project that a job is about to leave, since nobody looks there afterward.
 * @returns whether there were any: then the job stays
 * @throws CleartakeError when the listing fails: then the job does not leave yet. A project that the service does not know is left
 */
export async function adoptBeforeLeaving(
  context: Books & Pick<QueueContext, 'quarantine'>,
  client: ServiceClient,
  job: JobRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { projectId } = job;
  const generations = context.store.generations.ofJob(job.id);
  if (projectId === null || !generations.some(({ id }) => mayHaveBeenStarted(context, id))) return false;
  const listed = (await listKnown(client, projectId, signal)) ?? [];
  signal.throwIfAborted();
  const ready = generations.filter(({ stateKind }) => stateKind === 'ready');
  return ready.filter((generation) => adoptLate(context, job, generation, projectId, listed)).length > 0;
}

/** Whether an attempt at it isn't proven to have had no effect. */
export function mayHaveBeenStarted({ store }: Pick<QueueContext, 'store'>, generationId: string): boolean {
  return store.generations
    .attempts(generationId)
    .some(({ outcome }) => outcome !== 'refused' && outcome !== 'not-sent');
}

/** The listing of a project, or null when the service answers with the contract's error that it does not know the project. */
export async function listKnown(
  client: ServiceClient,
  projectId: string,
  signal?: AbortSignal,
): Promise<readonly ListedGeneration[] | null> {
  try {
    return await client.listGenerations(projectId, signal);
  } catch (failure) {
    if (failure instanceof CleartakeError && failure.code === 'projectUnknown') return null;
    throw failure;
  }
}

/** Runs inside the caller's transaction. */
function takeOver(
  context: Books,
  generation: GenerationRow,
  found: readonly ListedGeneration[],
  as: 'adopted' | 'adopted-late',
): void {
  const { ports, store, transitions } = context;
  const [first] = found;
  if (first === undefined) return;
  if (found.length > 1) {
    const ids = describeIds(found);
    ports.log.error('The service lists more than one generation for one start', { generation: generation.id, ids });
    observe(context, generation.id, 'duplicates', ids);
  }
  observe(context, generation.id, as, first.generationId);
  store.generations.update(generation.id, { remoteStatus: first.status });
  transitions.generation(generation.id, { kind: 'started', remoteId: first.generationId });
}
