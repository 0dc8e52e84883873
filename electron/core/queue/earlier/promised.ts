/** What a start will use instead of paying, as far as known before the files are read: what a quote counts as paid. */

import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { ResultPlaces } from '../../store/statements/earlier.ts';
import type { Books } from '../parts/queue-context.ts';

/** Jobs whose earlier results are looked up together. */
const JOBS_AT_ONCE = 1000;

/** By job, then by model: the paid generation whose result will be used. */
export type Promises = ReadonlyMap<string, ReadonlyMap<ModelId, string>>;

/** What jobs that wait for Start need not pay: the earlier result or its output exists, by path and size, or can still be downloaded. */
export async function promisedResults(
  { ports, store }: Books,
  jobs: readonly { readonly id: string; readonly preset: BatchPreset }[],
): Promise<Promises> {
  const promises = new Map<string, Map<ModelId, string>>();
  const reusing = jobs.filter(({ preset }) => preset.reuse !== false);
  // Results are looked up by what the service was asked for.
  const alike = Map.groupBy(reusing, ({ preset }) => JSON.stringify([preset.downloadType, preset.samplingPreset]));
  for (const group of alike.values()) {
    for (let start = 0; start < group.length; start += JOBS_AT_ONCE) {
      const part = group.slice(start, start + JOBS_AT_ONCE);
      const preset = part[0]?.preset;
      if (preset === undefined) break;
      const jobIds = part.map(({ id }) => id);
      const found = store.earlier.promised(jobIds, preset);
      const there = await Promise.all(found.map(async (one) => one.path === null || (await isThere(ports.files, one))));
      for (const [index, { jobId, model, generationId }] of found.entries()) {
        const models = promises.get(jobId) ?? new Map<ModelId, string>();
        if (there[index] === true && !models.has(model)) promises.set(jobId, models.set(model, generationId));
      }
      await new Promise(setImmediate);
    }
  }
  return promises;
}

/** Whether a file of a result exists, by path and size. */
export async function isThere(files: Pick<Files, 'facts'>, { bytes, output, path }: ResultPlaces): Promise<boolean> {
  for (const file of [path, output]) {
    const facts = file === null ? null : await files.facts(file).catch(() => null);
    if (facts !== null && facts.bytes === bytes) return true;
  }
  return false;
}
