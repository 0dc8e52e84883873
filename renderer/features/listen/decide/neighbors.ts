/** The recordings that Listen steps through: those in review, those of the batch, or, for a recording that came alone, the whole queue. Pure. */

import type { JobView } from '../../../../shared/contract/views.ts';
import { hasResult } from '../../../components/jobs/results.ts';

export interface Neighbors {
  readonly of: 'review' | 'batch' | 'queue';
  /** In the order of the queue, the present one included. */
  readonly ids: readonly string[];
  /** Index of the present one; -1 where it isn't in the queue. */
  readonly at: number;
}

export function neighborsOf(
  order: readonly string[],
  jobs: ReadonlyMap<string, JobView>,
  { id, batchId, state }: Pick<JobView, 'id' | 'batchId' | 'state'>,
): Neighbors {
  const among = (of: Neighbors['of'], fits: (job: JobView) => boolean): Neighbors => {
    const ids = order.filter((one) => {
      const job = jobs.get(one);
      return job !== undefined && (one === id || fits(job));
    });
    return { of, ids, at: ids.indexOf(id) };
  };
  if (state.kind === 'in-review') return among('review', (job) => job.state.kind === 'in-review');
  const batch = among('batch', (job) => job.batchId === batchId && hasResult(job));
  return batch.ids.length > 1 ? batch : among('queue', hasResult);
}
