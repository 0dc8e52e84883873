/** The files of an import that wait beside its history: they come to the library before the history does. */

import { existsSync, lstatSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { flushFolder } from '../../../platform/files/flush.ts';
import { makeFolderSync } from '../../../platform/files/make-folder.ts';
import { chosenFolder } from './chosen-backup.ts';

/**
 * Moves them, as often as it is interrupted. A file that is there already has the same id and size, so it is the same and stays: a history
 * that the import replaces may need it.
 */
export function mergeLibrary(database: string): void {
  const waiting = path.join(chosenFolder(database), 'library');
  if (existsSync(waiting)) merge(waiting, path.join(path.dirname(database), 'library'));
}

function merge(from: string, to: string): void {
  makeFolderSync(to, 0o700);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) merge(source, target);
    else if (lstatSync(target, { throwIfNoEntry: false })?.size !== lstatSync(source).size) renameSync(source, target);
  }
  flushFolder(to);
}
