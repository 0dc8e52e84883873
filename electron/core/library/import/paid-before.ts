/** What was paid before for the content of recordings, and what is left of those results. */

import type { PaidRepeatView } from '../../../../shared/contract/queue/paid-repeats.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import {
  type EarlierPaid,
  type PaidRepeat,
  paidRepeatOf,
  type WantedWork,
} from '../../../../shared/domain/costs/paid-repeats.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import type { DeskPorts } from '../../ports.ts';
import type { PaidBefore } from '../../store/costs/paid-before.ts';
import type { Store } from '../../store/open-store.ts';
import type { ConnectionRow } from '../../store/schema.ts';
import { mayReuse } from '../../store/statements/earlier-results.ts';

interface Ports {
  readonly ports: Pick<DeskPorts, 'files'>;
  readonly store: Pick<Store, 'paidBefore'>;
}

/** One of a file's models, for which would be paid again. */
type PaidFile = Pick<PaidRepeatView, 'model' | 'earlier' | 'reason'>;

/** What was paid, by content and model. */
export type Paid = ReadonlyMap<string, readonly EarlierPaid[]>;

export async function readPaid({ ports, store }: Ports, contentHashes: readonly string[]): Promise<Paid> {
  const rows = store.paidBefore.ofContents(contentHashes);
  const results = await Promise.all(rows.map((row) => resultOf(ports, row)));
  const earlier = rows.map((row, index) => ({ ...row, result: results[index] ?? 'gone' }));
  return Map.groupBy(earlier, keyOf);
}

/** @returns null where nothing would be paid for again */
export function repeatOf(
  paid: Paid,
  contentHash: string,
  model: ModelId,
  { id: connectionId, prices }: Pick<ConnectionRow, 'id' | 'prices'>,
  preset: BatchPreset,
): PaidRepeat | null {
  const price = prices[model] ?? null;
  if (price === 0) return null;
  const { downloadType, samplingPreset = null } = preset;
  const wanted: WantedWork = { connectionId, downloadType, samplingPreset, reuses: mayReuse(preset, price) };
  return paidRepeatOf(wanted, paid.get(keyOf({ contentHash, model })) ?? []);
}

/**
 * Files that would be paid for again, by real path.
 * @param hashes of the files whose content may be known, by real path
 */
export async function findPaidFiles(
  { files, store }: Ports['ports'] & Pick<Ports, 'store'>,
  hashes: ReadonlyMap<string, string>,
  connection: Pick<ConnectionRow, 'id' | 'prices'>,
  { preset }: { readonly preset: BatchPreset },
): Promise<ReadonlyMap<string, readonly PaidFile[]>> {
  const paid = await readPaid({ ports: { files }, store }, [...new Set(hashes.values())]);
  const found = new Map<string, readonly PaidFile[]>();
  for (const [realPath, contentHash] of hashes) {
    const repeats = preset.models.flatMap((model): PaidFile[] => {
      const repeat = repeatOf(paid, contentHash, model, connection, preset);
      return repeat === null ? [] : [{ model, ...toldRepeat(repeat) }];
    });
    if (repeats.length > 0) found.set(realPath, repeats);
  }
  return found;
}

/** As calls answer it. */
export function toldRepeat({ earlier, reason }: PaidRepeat): Pick<PaidRepeatView, 'earlier' | 'reason'> {
  const { amount, at, connection, generationId, isHidden, isRejected, jobId, result } = earlier;
  return { reason, earlier: { generationId, jobId, at, amount, connection, result, isRejected, isHidden } };
}

function keyOf({ contentHash, model }: Pick<PaidBefore, 'contentHash' | 'model'>): string {
  return `${contentHash} ${model}`;
}

async function resultOf(
  { files }: Pick<DeskPorts, 'files'>,
  { bytes, isStored, output, path }: PaidBefore,
): Promise<EarlierPaid['result']> {
  if (!isStored) return 'waiting';
  for (const file of [path, output]) {
    const facts = file === null ? null : await files.facts(file).catch(() => null);
    if (facts !== null && facts.bytes === bytes) return 'there';
  }
  return 'gone';
}
