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
import type { ModelId } from '../../../../shared/domain/models.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { PaidFile } from '../../library/import/importer.ts';
import type { Store } from '../../store/open-store.ts';
import type { ConnectionRow } from '../../store/schema.ts';
import type { ChargedWork } from '../../store/statements/earlier.ts';
import { isThere } from './promised.ts';

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
  const price = prices[model] ?? null;
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
