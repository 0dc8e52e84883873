/** Outputs that were removed from their folder after they were written: a retry writes them again. */

import { isFinal } from '../../../shared/domain/job-state.ts';
import type { QueueContext } from './parts/queue-context.ts';

/** @returns the finished jobs among these that have lost an output */
export async function forgetLostOutputs(
  { ports, store }: Pick<QueueContext, 'ports' | 'store'>,
  jobIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const losers = new Set<string>();
  for (const job of store.jobs.many(jobIds)) {
    if (job.removedAt !== null || !isFinal(job.state)) continue;
    for (const { id } of store.generations.ofJob(job.id)) {
      const output = store.results.get(id)?.exportedPath ?? null;
      if (output === null || (await ports.files.facts(output).catch(() => null)) !== null) continue;
      store.progress(() => store.results.setExportedPath(id, null));
      losers.add(job.id);
    }
  }
  return losers;
}
