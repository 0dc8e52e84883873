/** What a person does with recordings in review: accepts results, or has them restored again. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { priceOf } from '../../../../shared/domain/models.ts';
import { quoteGeneration, sumQuotes } from '../../../../shared/domain/money.ts';
import { inChunks } from '../../store/open-store.ts';
import { insertGenerations } from '../admission.ts';
import { secondsToBill } from '../money/meter.ts';
import type { Books } from '../parts/queue-context.ts';

/**
 * The results go to the output folder by the usual way. That they were accepted is on record: no later check stops them.
 * @returns how many jobs were in review
 */
export async function acceptReviewed({ ports, store, transitions }: Books, jobIds: readonly string[]): Promise<number> {
  let accepted = 0;
  await inChunks(store, jobIds, (part) => {
    for (const { id: jobId, removedAt, state } of store.jobs.many(part)) {
      if (removedAt !== null || state.kind !== 'in-review') continue;
      const at = ports.clock.now();
      for (const { generationId } of state.held)
        store.events.append({ at, jobId, generationId, event: 'accept', from: 'stored', to: 'stored' });
      if (transitions.job(jobId, { kind: 'accept' }) !== null) accepted += 1;
    }
  });
  return accepted;
}

/**
 * Restores the recording of a job in review anew, in a job of its own that takes its place. The result in review stays in the history.
 * @param maxCost micro-USD, as it was shown: nothing is started that costs more. Null where no price was known
 * @returns the new job
 * @throws CleartakeError notPossibleNow, costsMoreThanQuoted
 */
export function redoReviewed(
  { ports, store, transitions }: Books,
  jobId: string,
  maxCost: number | null,
  removed: (jobId: string) => void,
): string {
  const job = store.jobs.find(jobId);
  const connection = job === undefined ? undefined : store.connections.get(job.connectionId);
  const isInReview = job !== undefined && job.removedAt === null && job.state.kind === 'in-review';
  if (!isInReview || connection === undefined || connection.removedAt !== null)
    throw new CleartakeError('notPossibleNow');
  const seconds = secondsToBill(store.recordings.get(job.recordingId));
  const preset = { ...job.preset, reuse: false };
  const quotes = preset.models.map((model) => quoteGeneration(seconds ?? 0, priceOf(connection.prices, model)));
  const { amount } = sumQuotes(quotes);
  if (maxCost !== null && amount !== null && amount > maxCost) throw new CleartakeError('costsMoreThanQuoted');
  const id = ports.newId();
  const at = ports.clock.now();
  store.transaction(() => {
    const batchId = ports.newId();
    store.batches.insert({ id: batchId, createdAt: at, maxCost });
    const { connectionId, own, position, priority, recordingId } = job;
    const queued = { stateKind: 'queued', state: { kind: 'queued' } } as const;
    const known = { batchId, recordingId, connectionId, position, priority, preset, own };
    store.jobs.insert({ id, ...known, ...queued, admittedAt: at, createdAt: at });
    insertGenerations({ ports, store }, { job: store.jobs.get(id), preset, seconds, prices: connection.prices });
    store.jobs.update(jobId, { removedAt: at });
  });
  removed(jobId);
  transitions.touch(id);
  return id;
}
