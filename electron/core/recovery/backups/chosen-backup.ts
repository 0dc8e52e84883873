/**
 * The backup that the person chose to go back to, at the next start. A copy of it waits in a folder of its own: backups are pruned by the
 * hour, and a whole copy is there or none.
 */

import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { flushFile, flushFolder } from '../../../platform/files/flush.ts';
import { type BackupFile, backupOf } from './backup-files.ts';

/** Beside a history that was imported: it is no backup of this desk. */
const IMPORTED = 'imported';

export function chosenFolder(database: string): string {
  return path.join(path.dirname(database), 'restore');
}

/** Null when none was chosen. */
export function chosenBackup(database: string): BackupFile | null {
  const folder = chosenFolder(database);
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    return null;
  }
  return names.flatMap((name) => backupOf(path.join(folder, name)) ?? [])[0] ?? null;
}

/** Replaces an earlier choice. @throws Error when the copy can't be made: then nothing is chosen */
export function chooseBackup(database: string, { path: file }: BackupFile): void {
  const folder = chosenFolder(database);
  forgetChoice(database);
  mkdirSync(folder, { mode: 0o700 });
  try {
    const chosen = path.join(folder, path.basename(file));
    copyFileSync(file, `${chosen}.part`);
    flushFile(`${chosen}.part`);
    renameSync(`${chosen}.part`, chosen);
    flushFolder(folder);
  } catch (failure) {
    forgetChoice(database);
    throw failure;
  }
}

/** @param folder in the making, that is to be the chosen one */
export function markImported(folder: string): void {
  writeFileSync(path.join(folder, IMPORTED), '', { mode: 0o600 });
}

/** When the export was made that takes the place of the history at the next start; null when none does. */
export function importedAt(database: string): number | null {
  return existsSync(path.join(chosenFolder(database), IMPORTED)) ? (chosenBackup(database)?.at ?? null) : null;
}

export function forgetChoice(database: string): void {
  rmSync(chosenFolder(database), { recursive: true, force: true });
}
