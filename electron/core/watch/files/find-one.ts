/** Finds one recording below a watch folder, as a search of the whole folder would find it. */

import path from 'node:path';
import type { Files } from '../../../platform/files/files.ts';
import type { FoundRecording } from '../../library/import/find-recordings.ts';
import { isRecordingInFolder, lookAt, realPathOf } from '../../library/import/look-at-entry.ts';

/** @returns null when there is no recording at this path */
export async function findOne(files: Files, root: string, file: string): Promise<FoundRecording | null> {
  const name = path.basename(file);
  const folder = path.dirname(file);
  const below = path.relative(root, folder);
  const look = await lookAt(files, folder, await realPathOf(files, folder), { name, isFolder: false, isLink: true });
  const { facts, isStream, realPath } = look;
  if (facts?.kind !== 'file' || !isRecordingInFolder(name, isStream)) return null;
  const { bytes, modifiedAt } = facts;
  return {
    path: file,
    realPath,
    name,
    folder: below.split(path.sep).join('/'),
    foundInFolder: true,
    bytes,
    modifiedAt,
  };
}
