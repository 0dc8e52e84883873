/** Which sources are gone, and what happens once a moved one is found: all recordings of that file go by its new path. */

import type { OriginalFile } from '../../../../shared/domain/tracks/made-from.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { Store } from '../../store/open-store.ts';
import type { RecordingRow } from '../../store/schema.ts';

/** Whether the file that was scanned, or one in its place, is at the recording's path. */
export async function isThere(files: Pick<Files, 'facts'>, { path }: { readonly path: string }): Promise<boolean> {
  return (await files.facts(path).catch(() => null))?.kind === 'file';
}

/** The first original of a recording that is gone; null where all are there, and for a recording that was made of none. */
export async function lostOriginal(
  files: Pick<Files, 'facts'>,
  { madeFrom }: Pick<RecordingRow, 'madeFrom'>,
): Promise<OriginalFile | null> {
  for (const file of madeFrom?.files ?? []) if (!(await isThere(files, file))) return file;
  return null;
}

/** Hexadecimal SHA-256 of the recording, from any time the same file was read; null while it never was. */
export function knownHash(store: Store, recording: RecordingRow): string | null {
  if (recording.contentHash !== null || recording.bytes === 0) return recording.contentHash;
  return store.recordings.sameAs(recording).find(({ contentHash }) => contentHash !== null)?.contentHash ?? null;
}

/**
 * A file may have been added several times: each recording with its content gets the new path, unless its own file is still there and unchanged.
 * What was made of the file follows it.
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
  const made = store.recordings.madeOf(recording.realPath);
  store.progress(() => {
    for (const id of moved) store.recordings.update(id, { path: found, realPath, bytes, modifiedAt, origin: 'path' });
    for (const one of made) follow(store, one, recording.realPath, { path: found, realPath, bytes, modifiedAt });
  });
  return [...moved];
}

/** What an original of a recording became: all recordings made of it follow it. @param lost its real path before @returns their ids */
export async function relinkOriginal(
  files: Pick<Files, 'facts' | 'realPath'>,
  store: Store,
  lost: string,
  found: string,
): Promise<readonly string[]> {
  const realPath = await files.realPath(found);
  const { bytes, modifiedAt } = await files.facts(found);
  const made = store.recordings.madeOf(lost);
  store.progress(() => {
    for (const one of made) follow(store, one, lost, { path: found, realPath, bytes, modifiedAt });
  });
  return made.map(({ id }) => id);
}

function follow(store: Store, { id, madeFrom }: RecordingRow, lost: string, now: OriginalFile): void {
  if (madeFrom === null) return;
  const files = madeFrom.files.map((file) => (file.realPath === lost ? now : file));
  store.recordings.update(id, { madeFrom: { ...madeFrom, files } });
}

async function isUnchanged(files: Pick<Files, 'facts'>, { path, bytes, modifiedAt }: RecordingRow): Promise<boolean> {
  const facts = await files.facts(path).catch(() => null);
  return facts !== null && facts.bytes === bytes && facts.modifiedAt === modifiedAt;
}
