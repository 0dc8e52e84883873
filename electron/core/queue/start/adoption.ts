/** Taking over a generation that the listing shows, instead of paying for another. */

import type { ListedGeneration } from '../../../../shared/service-api/answers.ts';
import type { GenerationRow, JobRow, StartAttemptRow } from '../../store/schema.ts';
import type { QueueContext } from '../queue-context.ts';
import { describeIds, observe } from './evidence.ts';
import { hold } from './holds.ts';
import { type Expectation, proofOf } from './listing.ts';

/** What tells a start of this generation from everything else that a listing may show. */
export function expectationOf(
  { store }: QueueContext,
  job: JobRow,
  generation: GenerationRow,
  baseline: readonly string[],
): Expectation {
  const present = store.generations.ofJob(job.id).flatMap(({ remoteId }) => remoteId ?? []);
  return {
    model: generation.model,
    baseline,
    own: new Set([...present, ...store.events.startedIds(job.id)]),
    isTaken: (remoteId) => store.generations.hasRemoteId(job.connectionId, remoteId, job.id),
  };
}

/** Makes what was found the generation's own: the oldest, and what else is there is told. */
export function adopt(
  context: QueueContext,
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
 * Before anything is sent again: an earlier start whose absence had counted, or of which the store lost the record, may be listed by
 * now. It is taken over with a hold of its own, and nothing is sent.
 * @returns whether there was one
 */
export function adoptLate(
  context: QueueContext,
  job: JobRow,
  generation: GenerationRow,
  listed: readonly ListedGeneration[],
): boolean {
  const { ports, quarantine, store, transitions } = context;
  const earlier = store.generations
    .attempts(generation.id)
    .filter(({ outcome }) => outcome === 'absent' || outcome === null);
  const isOnThisProject = earlier.length > 0 && generation.projectId === job.projectId;
  if (!isOnThisProject && job.recoveredAt === null) return false;
  const baseline = [...new Set(earlier.flatMap((attempt) => attempt.baseline))];
  const proof = proofOf(listed, expectationOf(context, job, generation, baseline));
  const found = 'found' in proof ? proof.found : [];
  if (found.length === 0) return false;
  const attemptId = ports.newId();
  store.transaction(() => {
    const at = ports.clock.now();
    const lost = { parameterHash: earlier.at(-1)?.parameterHash ?? '', baseline, intentAt: at, resolvedAt: at };
    store.generations.insertAttempt({ id: attemptId, generationId: generation.id, outcome: 'adopted', ...lost });
    hold(context, generation, attemptId);
    const { contentHash } = store.recordings.get(job.recordingId);
    store.generations.update(generation.id, { projectId: job.projectId, contentHash });
    transitions.generation(generation.id, { kind: 'intend', attemptId });
    takeOver(context, generation, found, 'adopted-late');
    for (const attempt of earlier) quarantine.appeared(job.connectionId, attempt.id);
  });
  return true;
}

/** Runs inside the caller's transaction. */
function takeOver(
  context: QueueContext,
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
