/**
 * Creates folders with their parents. As `mkdir` with `recursive`, which in Node never ends inside a folder that takes no entries, such as
 * /proc.
 */

import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isErrno } from './file-errors.ts';

/** Anybody's, as the system allows. */
const USUAL = 0o777;

const THERE = ['EEXIST', 'EROFS', 'EACCES', 'EPERM', 'EISDIR'] as const;

/** An existing folder is not an error. @throws Error of the file system */
export async function makeFolder(folder: string, mode = USUAL): Promise<void> {
  const above = path.dirname(folder);
  try {
    await makeOne(folder, mode);
  } catch (failure) {
    if (!isErrno(failure, 'ENOENT') || above === folder) throw failure;
    // Somebody else may have made the one above meanwhile.
    if (!(await isFolder(above))) await makeFolder(above, mode);
    await makeOne(folder, mode);
  }
}

async function makeOne(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, mode);
  } catch (failure) {
    if (!isErrno(failure, ...THERE) || !(await isFolder(folder))) throw failure;
  }
}

/** The same, synchronously. */
export function makeFolderSync(folder: string, mode = USUAL): void {
  const above = path.dirname(folder);
  try {
    makeOneSync(folder, mode);
  } catch (failure) {
    if (!isErrno(failure, 'ENOENT') || above === folder) throw failure;
    if (!isFolderSync(above)) makeFolderSync(above, mode);
    makeOneSync(folder, mode);
  }
}

function makeOneSync(folder: string, mode: number): void {
  try {
    mkdirSync(folder, mode);
  } catch (failure) {
    if (!isErrno(failure, ...THERE) || !isFolderSync(folder)) throw failure;
  }
}

function isFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
}

function isFolderSync(folder: string): boolean {
  try {
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
