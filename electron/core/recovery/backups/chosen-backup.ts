/**
 * The backup that the person chose to go back to, at the next start. A copy of it waits in a folder of its own: backups are pruned by the
 * hour, and a whole copy is there or none.
 */

import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { flushFile, flushFolder } from '../../../platform/files/flush.ts';
import { type BackupFile, backupOf } from './backup-files.ts';

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

export function forgetChoice(database: string): void {
  rmSync(chosenFolder(database), { recursive: true, force: true });
}
