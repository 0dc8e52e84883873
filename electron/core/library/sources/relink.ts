/** Which sources are gone, and what happens once a moved one is found: all recordings of that file go by its new path. */

import type { Files } from '../../../platform/files/files.ts';
import type { Store } from '../../store/open-store.ts';
import type { RecordingRow } from '../../store/schema.ts';

/** Whether the file that was scanned, or one in its place, is at the recording's path. */
export async function isThere(files: Pick<Files, 'facts'>, { path }: Pick<RecordingRow, 'path'>): Promise<boolean> {
  return (await files.facts(path).catch(() => null))?.kind === 'file';
}

/** Hexadecimal SHA-256 of the recording, from any time the same file was read; null while it never was. */
export function knownHash(store: Store, recording: RecordingRow): string | null {
  if (recording.contentHash !== null || recording.bytes === 0) return recording.contentHash;
  return store.recordings.sameAs(recording).find(({ contentHash }) => contentHash !== null)?.contentHash ?? null;
}

/**
 * A file may have been added several times: each recording with its content gets the new path, unless its own file is still there and unchanged.
 * @param recording the one that was looked for
 * @param found absolute path of a file with its content
 * @returns the recordings that go by it now
 */
export async function relink(
  files: Pick<Files, 'facts' | 'realPath'>,
  store: Store,
  recording: RecordingRow,
  found: string,
): Promise<readonly string[]> {
  const realPath = await files.realPath(found);
  const { bytes, modifiedAt } = await files.facts(found);
  const moved = new Set([recording.id]);
  for (const other of store.recordings.sameAs({ ...recording, contentHash: knownHash(store, recording) }))
    if (!(await isUnchanged(files, other))) moved.add(other.id);
  store.progress(() => {
    for (const id of moved) store.recordings.update(id, { path: found, realPath, bytes, modifiedAt, origin: 'path' });
  });
  return [...moved];
}

async function isUnchanged(files: Pick<Files, 'facts'>, { path, bytes, modifiedAt }: RecordingRow): Promise<boolean> {
  const facts = await files.facts(path).catch(() => null);
  return facts !== null && facts.bytes === bytes && facts.modifiedAt === modifiedAt;
}
