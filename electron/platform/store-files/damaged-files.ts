/** Keeps damaged files unchanged in `damaged/` in the data folder; the first ones forever. */

import { constants, copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeFolderSync } from '../files/make-folder.ts';
import { filesOf } from './database-files.ts';

/** Number of folders that are kept. Beyond it the oldest is deleted, but never the very first. */
const MOST_KEPT = 5;

/** `2026-11-20T16-05-03`: sorts by time and is a valid file name on every system. */
export function stampOf(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replaceAll(':', '-');
}

/**
 * Moves the store's files away, or copies them when the store stays in use.
 * @returns the folder that has them now
 */
export function keepDamagedFiles(database: string, at: number, how: 'move' | 'copy'): string {
  const room = path.join(path.dirname(database), 'damaged');
  const folder = freeFolder(room, stampOf(at));
  makeFolderSync(folder, 0o700);
  // The database last: if the program ends in between, the rest is found to be damaged again.
  for (const file of filesOf(database).reverse()) {
    if (!existsSync(file)) continue;
    const kept = path.join(folder, path.basename(file));
    if (how === 'move') renameSync(file, kept);
    else copyFileSync(file, kept, constants.COPYFILE_FICLONE);
  }
  const folders = readdirSync(room).sort();
  for (const old of folders.slice(1, Math.max(1, folders.length - MOST_KEPT + 1)))
    rmSync(path.join(room, old), { recursive: true });
  return folder;
}

function freeFolder(room: string, stamp: string): string {
  for (let number = 1; ; number++) {
    const folder = path.join(room, number === 1 ? stamp : `${stamp}-${number}`);
    if (!existsSync(folder)) return folder;
  }
}
