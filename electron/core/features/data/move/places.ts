/**
 * Where a data folder is by now. A move ends with one file, written at once, in the folder that was moved: `moved-to.json`. Everything else
 * here only says what is unfinished.
 */

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isErrno } from '../../../../platform/files/file-errors.ts';
import { flushFile, flushFolder } from '../../../../platform/files/flush.ts';

/** Files of a move, by what they say. */
export const MOVE_FILES = {
  /** In the old folder: where it is now, and how many moves led there. */
  pointer: 'moved-to.json',
  /** In the old folder: a complete copy waits for the next start. */
  pending: 'moving.json',
  /** In the old folder: why the next start could not finish. */
  failed: 'move-failed.json',
  /** In the new folder: it is a copy that isn't in use yet. */
  copyOf: 'copy-of.json',
  /** In the new folder: the files that were copied so far. */
  copied: 'copied-files.json',
  /** In the new folder: which one it replaced, and how many moves led here. */
  movedFrom: 'moved-from.json',
} as const;

const DATA_NAMES =
  /^(cleartake\.(sqlite|starts).*|backups|damaged|keys|keys\.json|library|logs|models|restore|service|webhooks|window)$/;

/** Whether Cleartake makes something of this name in a data folder. Anything else in one is the person's, and stays. */
export function isDataName(name: string): boolean {
  return DATA_NAMES.test(name);
}

interface Facts {
  readonly folder: string;
  /** Of the folder that a pointer leads to, or that has this number itself. */
  readonly moves: number;
}

/** @returns null where there is none, or it is no such file @throws the system's error for one that can't be read */
export function readPlace(folder: string, name: string): Facts | null {
  const value = readJson(path.join(folder, name)) as Partial<Facts> | null;
  if (typeof value?.folder !== 'string' || !path.isAbsolute(value.folder)) return null;
  return { folder: value.folder, moves: typeof value.moves === 'number' ? value.moves : 0 };
}

/** Null for a missing or damaged file. */
export function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (failure) {
    if (isErrno(failure, 'ENOENT', 'ENOTDIR')) return null;
    throw failure;
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** It is there as a whole, on the disk, or not at all. */
export function writePlace(folder: string, name: string, value: object): void {
  const target = path.join(folder, name);
  writeFileSync(`${target}.part`, `${JSON.stringify(value)}\n`, { mode: 0o600 });
  flushFile(`${target}.part`);
  renameSync(`${target}.part`, target);
  flushFolder(folder);
}

export function removePlace(folder: string, name: string): void {
  rmSync(path.join(folder, name), { force: true });
}

/**
 * Follows moves. A pointer counts only when it is younger than the one that led here: a folder that was moved and later moved back has one
 * of each. A copy that isn't in use yet leads back to what it is a copy of.
 */
export function resolveDataFolder(folder: string): string {
  let current = folder;
  let moves = -1;
  for (;;) {
    const pointer = readPlace(current, MOVE_FILES.pointer);
    const isYounger = pointer !== null && pointer.moves > moves;
    const copyOf = moves === -1 && !isYounger ? readPlace(current, MOVE_FILES.copyOf) : null;
    if (isYounger) {
      current = pointer.folder;
      moves = pointer.moves;
    } else if (copyOf !== null && copyOf.folder !== current) {
      current = copyOf.folder;
      moves = 0;
    } else return current;
  }
}
