/** Finds recordings whose content was restored before, or comes twice in one import, by hashing only files whose size is known. */

import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { FoundRecording } from '../../library/import/find-recordings.ts';
import type { Duplicates } from '../../library/import/importer.ts';
import type { Store } from '../../store/open-store.ts';

/** An import waits for these hashes. Later ones come with the scan, which prevents a second payment as well. */
const MOST_HASHED_BYTES = 256 * 1024 * 1024;

/**
 * A file that was seen before with this path, size and time needs no hash. Unreadable files are left to the scan, which says what is wrong.
 * @param preset what the recordings would be restored with: results of other settings don't count
 */
export async function findDuplicates(
  { files, store }: { readonly files: Pick<Files, 'hash'>; readonly store: Pick<Store, 'earlier' | 'recordings'> },
  found: readonly FoundRecording[],
  { connectionId, preset }: { readonly connectionId: string; readonly preset: BatchPreset },
  signal: AbortSignal,
): Promise<Duplicates> {
  const seen = store.recordings.hashedWithSizes([...new Set(found.map(({ bytes }) => bytes))]);
  const knownSizes = new Set(seen.map(({ bytes }) => bytes));
  const knownFiles = new Map(seen.map((file) => [keyOf(file), file.contentHash]));
  const ofSize = Map.groupBy(found, ({ bytes }) => bytes);
  const hashes = new Map<string, string>();
  let left = MOST_HASHED_BYTES;
  for (const recording of found) {
    const { bytes, path, realPath } = recording;
    if (signal.aborted) break;
    const isAlone = !knownSizes.has(bytes) && ofSize.get(bytes)?.length === 1;
    if (bytes === 0 || isAlone) continue;
    const known = knownFiles.get(keyOf(recording));
    if (known === undefined && bytes > left) continue;
    if (known === undefined) left -= bytes;
    const hash = known ?? (await files.hash(path, signal).catch(() => null));
    if (hash !== null) hashes.set(realPath, hash);
  }

  const models = store.earlier.modelsOf([...new Set(hashes.values())], connectionId, preset);
  const isRestored = (hash: string) => preset.models.every((model) => models.get(hash)?.has(model) === true);
  const first = new Map<string, string>();
  const twice: { path: string; realPath: string; sameAs: string }[] = [];
  for (const { path, realPath } of found) {
    const hash = hashes.get(realPath);
    if (hash === undefined) continue;
    const sameAs = first.get(hash);
    if (sameAs === undefined) first.set(hash, path);
    else twice.push({ path, realPath, sameAs });
  }
  const restoredBefore = new Set([...hashes].filter(([, hash]) => isRestored(hash)).map(([realPath]) => realPath));
  return { hashes, restoredBefore, twice };
}

function keyOf({ realPath, bytes, modifiedAt }: Pick<FoundRecording, 'realPath' | 'bytes' | 'modifiedAt'>): string {
  return `${bytes} ${modifiedAt} ${realPath}`;
}
