/**
 * Recordings with the same content that are started together: the first is restored and paid for, and the others wait for its result. If it
 * has none in the end, they fail: the quote counted them as free, so nothing of theirs is paid for unasked.
 */

import path from 'node:path';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { mayReuse } from '../../../../shared/domain/costs/paid-repeats.ts';
import { type ModelId, priceOf } from '../../../../shared/domain/models.ts';
import type { JobRow, Twin } from '../../store/schema.ts';
import type { Calls } from '../parts/queue-context.ts';
import type { Promises } from './charged.ts';

interface Waiting {
  readonly id: string;
  readonly connectionId: string;
  readonly preset: BatchPreset;
  /** Of the file. */
  readonly path: string;
}

/** By job. */
export type Twins = ReadonlyMap<string, readonly Twin[]>;

/**
 * @param jobs in the order in which they begin
 * @param earlier what they take from history instead
 */
export function findTwins(
  { connections, store }: Pick<Calls, 'connections' | 'store'>,
  jobs: readonly Waiting[],
  earlier: Promises,
): Twins {
  const prices = new Map(connections.list().map((one) => [one.id, one.prices]));
  const hashes = store.earlier.hashesOf(jobs.map(({ id }) => id));
  const firsts = new Map<string, Pick<Twin, 'jobId' | 'name'>>();
  const twins = new Map<string, Twin[]>();
  for (const job of jobs) {
    const hash = hashes.get(job.id);
    if (hash === undefined) continue;
    for (const model of new Set(job.preset.models)) {
      const price = priceOf(prices.get(job.connectionId), model);
      // What costs nothing is simply done again.
      if (price === 0 || !mayReuse(job.preset, price) || earlier.get(job.id)?.has(model) === true) continue;
      const { downloadType, samplingPreset = null } = job.preset;
      const work = JSON.stringify([hash, job.connectionId, model, downloadType, samplingPreset]);
      const first = firsts.get(work);
      if (first === undefined) firsts.set(work, { jobId: job.id, name: path.basename(job.path) });
      else twins.set(job.id, [...(twins.get(job.id) ?? []), { ...first, model }]);
    }
  }
  return twins;
}

/** The one that a job follows for a model. */
export function twinOf({ preset }: Pick<JobRow, 'preset'>, model: ModelId): Twin | undefined {
  return preset.startedAs?.follows?.find((twin) => twin.model === model);
}
