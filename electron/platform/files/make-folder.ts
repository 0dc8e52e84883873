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

/** An existing folder is not an error. @throws Error of the file system */
export async function makeFolder(folder: string, mode = USUAL): Promise<void> {
  try {
    await mkdir(folder, mode);
  } catch (failure) {
    if (isErrno(failure, 'EEXIST', 'EROFS', 'EACCES', 'EPERM', 'EISDIR') && (await isFolder(folder))) return;
    if (!isErrno(failure, 'ENOENT') || path.dirname(folder) === folder || (await isFolder(path.dirname(folder))))
      throw failure;
    await makeFolder(path.dirname(folder), mode);
    await makeFolder(folder, mode);
  }
}

/** The same, synchronously. */
export function makeFolderSync(folder: string, mode = USUAL): void {
  try {
    mkdirSync(folder, mode);
  } catch (failure) {
    if (isErrno(failure, 'EEXIST', 'EROFS', 'EACCES', 'EPERM', 'EISDIR') && isFolderSync(folder)) return;
    if (!isErrno(failure, 'ENOENT') || path.dirname(folder) === folder || isFolderSync(path.dirname(folder)))
      throw failure;
    makeFolderSync(path.dirname(folder), mode);
    makeFolderSync(folder, mode);
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
