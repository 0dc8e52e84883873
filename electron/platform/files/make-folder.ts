/**
 * Creates folders with their parents, also for their owner alone. As `mkdir` with `recursive`, which in Node never ends inside a folder that takes no entries, such as
 * /proc.
 */

import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
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

/** Removes all permissions of group and others. Missing files, other users' files and disks without permissions are left alone. */
export function restrictToOwner(path: string): void {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
  } catch {
    // Not fatal: the permissions of the parent folder still apply.
  }
}

/** Creates a folder and its missing parents for their owner alone, and restricts one that exists. Throws as `mkdirSync` does. */
export function makeOwnerOnlyFolder(path: string): void {
  makeFolderSync(path, 0o700);
  restrictToOwner(path);
}

/** Creates an empty file that only its owner can read. An existing file is not opened: closing it again would release its locks. */
export function createOwnerOnlyFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // It exists already, or the next open reports why it cannot be created.
  }
}
