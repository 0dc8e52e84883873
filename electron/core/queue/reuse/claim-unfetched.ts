/**
 * Work that the service was paid for, or will be, and that nobody fetches, because its job failed, was cancelled or removed: the job of
 * the same recording that comes after it follows and fetches it.
 */

import { CleartakeError, toErrorRecord } from '../../../../shared/domain/errors.ts';
import { remoteIdOf } from '../../../../shared/domain/generation-state.ts';
import type { GenerationRow } from '../../store/schema.ts';
import type { QueueContext } from '../queue-context.ts';
import { releaseHold } from '../start/holds.ts';

/**
 * Makes it the generation's own. What is booked already stays where it is; what is only held is held here from now on. The other job
 * keeps the evidence of the start, and a retry of it looks for the result first. Runs inside the caller's transaction.
 * @returns false when there is nothing to follow it by
 */
export function claimUnfetchedWork(
  context: Pick<QueueContext, 'ports' | 'store' | 'transitions'>,
  generation: GenerationRow,
  earlier: GenerationRow,
): boolean {
  const { ports, store, transitions } = context;
  const { contentHash, projectId, remoteStatus } = earlier;
  const remoteId = remoteIdOf(earlier.state);
  if (remoteId === null || projectId === null) return false;
  const at = ports.clock.now();
  const attemptId = ports.newId();
  const held = store.ledger.openHold(earlier.id);

  // One row has the id at a time.
  const error = toErrorRecord(new CleartakeError('paidWorkTakenUp'));
  if (transitions.generation(earlier.id, { kind: 'hand-over', error }) === null) return false;
  releaseHold(context, earlier.id);
  store.generations.update(earlier.id, { remoteId: null });
  transitions.job(earlier.jobId, { kind: 'hand-over', error });

  const cost =
    held === undefined
      ? { reusedFrom: earlier.reusedFrom ?? earlier.id, billableSeconds: 0, amount: 0 }
      : { reusedFrom: null, billableSeconds: held.seconds, amount: held.amount };
  store.generations.update(generation.id, { contentHash, projectId, remoteStatus, ...cost });
  const attempt = { parameterHash: '', baseline: [], intentAt: at, resolvedAt: at, outcome: 'adopted' } as const;
  store.generations.insertAttempt({ id: attemptId, generationId: generation.id, ...attempt });
  if (held !== undefined) {
    const { seconds, amount } = held;
    store.ledger.append({ at, generationId: generation.id, attemptId, kind: 'hold', seconds, amount });
  }
  transitions.generation(generation.id, { kind: 'intend', attemptId });
  transitions.generation(generation.id, { kind: 'started', remoteId });
  ports.log.info('Work of an earlier job was taken up', { generation: generation.id, from: earlier.id });
  return true;
}
