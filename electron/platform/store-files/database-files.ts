/** The files of a SQLite store as they lie on the disk, looked at before anything opens them. */

import { closeSync, existsSync, lstatSync, openSync, readSync } from 'node:fs';

const DATABASE_HEADER = 100;
const ENDINGS = ['', '-wal', '-shm'];

/** Files of a store: the database, its write-ahead log and the log's index. */
export function filesOf(database: string): string[] {
  return ENDINGS.map((ending) => `${database}${ending}`);
}

export function existsAny(database: string): boolean {
  return filesOf(database).some((file) => existsSync(file));
}

/** Null when there is no file. */
export function sizeOf(path: string): number | 'no file' | null {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts === undefined) return null;
  return facts.isFile() ? facts.size : 'no file';
}

/**
 * By sqlite.org/fileformat, "The Database Header". Outside WAL mode (2) SQLite would ignore the log.
 * @returns what is wrong with it, or null
 */
export function headerFault(database: string, mode: 1 | 2): string | null {
  const bytes = readHeader(database);
  if (bytes.length < DATABASE_HEADER || bytes.toString('latin1', 0, 16) !== 'SQLite format 3\0')
    return 'it is no database';
  if (bytes[18] !== mode || bytes[19] !== mode) return 'its header is damaged';
  return null;
}

function readHeader(path: string): Buffer {
  const bytes = Buffer.alloc(DATABASE_HEADER);
  const file = openSync(path, 'r');
  try {
    return bytes.subarray(0, readSync(file, bytes, 0, DATABASE_HEADER, 0));
  } finally {
    closeSync(file);
  }
}
