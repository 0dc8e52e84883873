/** What was paid before for the content of recordings, and for which of them would be paid again. */

import type { PaidRepeatView } from '../../../../shared/contract/queue/paid-repeats.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import {
  type EarlierPaid,
  mayReuse,
  type PaidRepeat,
  paidRepeatOf,
  type WantedWork,
} from '../../../../shared/domain/costs/paid-repeats.ts';
import { type ModelId, priceOf } from '../../../../shared/domain/models.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { PaidFile } from '../../library/import/importer.ts';
import type { Store } from '../../store/open-store.ts';
import type { ConnectionRow } from '../../store/schema.ts';
import type { ChargedWork, ResultPlaces } from '../../store/statements/earlier.ts';
import type { Books } from '../parts/queue-context.ts';

/** Jobs whose earlier results are looked up together. */
const JOBS_AT_ONCE = 1000;

/** By content and model. */
export type Charges = ReadonlyMap<string, readonly EarlierPaid[]>;

export async function readCharges(
  files: Pick<Files, 'facts'>,
  store: Pick<Store, 'earlier'>,
  contentHashes: readonly string[],
): Promise<Charges> {
  const charged = store.earlier.charged(contentHashes);
  const results = await Promise.all(charged.map((work) => resultOf(files, work)));
  const earlier = charged.map((work, index) => ({ ...work, result: results[index] ?? 'gone' }));
  return Map.groupBy(earlier, keyOf);
}

/** @returns null where nothing would be paid for again */
export function repeatOf(
  charges: Charges,
  {
    contentHash,
    model,
    preset,
  }: { readonly contentHash: string; readonly model: ModelId; readonly preset: BatchPreset },
  { id: connectionId, prices }: Pick<ConnectionRow, 'id' | 'prices'>,
): PaidRepeat | null {
  const price = priceOf(prices, model);
  if (price === 0) return null;
  const { downloadType, samplingPreset = null } = preset;
  const wanted: WantedWork = { connectionId, downloadType, samplingPreset, reuses: mayReuse(preset, price) };
  return paidRepeatOf(wanted, charges.get(keyOf({ contentHash, model })) ?? []);
}

/** Files that would be paid for again, by real path. @param hashes of the files whose content may be known, by real path */
export async function findPaidFiles(
  { files, store }: { readonly files: Pick<Files, 'facts'>; readonly store: Pick<Store, 'earlier'> },
  hashes: ReadonlyMap<string, string>,
  connection: Pick<ConnectionRow, 'id' | 'prices'>,
  preset: BatchPreset,
): Promise<ReadonlyMap<string, readonly PaidFile[]>> {
  const charges = await readCharges(files, store, [...new Set(hashes.values())]);
  const paid = new Map<string, readonly PaidFile[]>();
  for (const [realPath, contentHash] of hashes) {
    const repeats = preset.models.flatMap((model): PaidFile[] => {
      const repeat = repeatOf(charges, { contentHash, model, preset }, connection);
      return repeat === null ? [] : [{ model, ...repeatView(repeat) }];
    });
    if (repeats.length > 0) paid.set(realPath, repeats);
  }
  return paid;
}

/** As calls answer it. */
export function repeatView({ earlier, reason }: PaidRepeat): Pick<PaidRepeatView, 'earlier' | 'reason'> {
  const { amount, at, connection, generationId, isHidden, isRejected, jobId, result } = earlier;
  return { reason, earlier: { generationId, jobId, at, amount, connection, result, isRejected, isHidden } };
}

function keyOf({ contentHash, model }: Pick<ChargedWork, 'contentHash' | 'model'>): string {
  return `${contentHash} ${model}`;
}

async function resultOf(files: Pick<Files, 'facts'>, work: ChargedWork): Promise<EarlierPaid['result']> {
  if (!work.isStored) return 'waiting';
  return (await isThere(files, work)) ? 'there' : 'gone';
}

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
async function isThere(files: Pick<Files, 'facts'>, { bytes, output, path }: ResultPlaces): Promise<boolean> {
  for (const file of [path, output]) {
    const facts = file === null ? null : await files.facts(file).catch(() => null);
    if (facts !== null && facts.bytes === bytes) return true;
  }
  return false;
}
