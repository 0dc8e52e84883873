/** Files and folders that only their owner can read. */

import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { makeFolderSync } from './make-folder.ts';

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
