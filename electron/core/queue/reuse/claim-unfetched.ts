/**
 * Work that was or will be billed and that nobody downloads, because its job failed, was cancelled or was removed. The next job for the
 * same recording claims it: follows it and downloads the result.
 */

import { CleartakeError, toErrorRecord } from '../../../../shared/domain/errors.ts';
import { remoteIdOf } from '../../../../shared/domain/generation-state.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import { releaseHold } from '../money/holds.ts';
import type { QueueContext } from '../parts/queue-context.ts';
import { saving } from './saving.ts';

/**
 * Claims the earlier generation's work. A charge stays with the earlier generation; a mere hold moves to this one. The earlier job keeps
 * the record of the start, and its retry looks for the result first. Runs inside the caller's transaction.
 * @returns false when the service's id or project is unknown, or the earlier generation cannot hand it over
 */
export function claimUnfetchedWork(
  context: Pick<QueueContext, 'ports' | 'store' | 'transitions'>,
  job: JobRow,
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

  // Only one row may have the remote id.
  const error = toErrorRecord(new CleartakeError('paidWorkTakenUp'));
  if (transitions.generation(earlier.id, { kind: 'hand-over', error }) === null) return false;
  releaseHold(context, earlier.id);
  store.generations.update(earlier.id, { remoteId: null });
  transitions.job(earlier.jobId, { kind: 'hand-over', error });

  const cost =
    held === undefined
      ? {
          reusedFrom: earlier.reusedFrom ?? earlier.id,
          billableSeconds: 0,
          amount: 0,
          ...saving(context, job, generation),
        }
      : { reusedFrom: null, billableSeconds: held.seconds, amount: held.amount };
  store.generations.update(generation.id, { contentHash, projectId, remoteStatus, ...cost });
  const attempt = { parameterHash: '', baseline: [], intentAt: at, resolvedAt: at, outcome: 'adopted' } as const;
  store.generations.insertAttempt({ id: attemptId, generationId: generation.id, ...attempt });
  if (held !== undefined) {
    const { seconds, amount } = held;
    store.ledger.append({ at, generationId: generation.id, attemptId, kind: 'hold', seconds, amount });
  }
  // Not by an intent: another model of this job may be unresolved, and a job has one such start at a time.
  transitions.generation(generation.id, { kind: 'take-up', remoteId });
  ports.log.info('Unfetched work of an earlier job was claimed', { generation: generation.id, from: earlier.id });
  return true;
}
