/** Files that appear whole or not at all, and never in place of another. */

import { constants, renameSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, link, open, rename, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { isErrno } from './file-errors.ts';

/** What systems answer where there are no hard links. EISDIR is what Windows says of exFAT and FAT32 (nodejs/node#65817). */
const NO_HARD_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS', 'EISDIR'] as const;

/**
 * Writes what can be made again: whole or not at all under its name, but not flushed. After a power cut it may be missing or empty.
 * Synchronous, for helper processes that do one thing at a time.
 */
export function writeDerivedFile(target: string, bytes: Uint8Array): void {
  const temporary = `${target}.part`;
  try {
    writeFileSync(temporary, bytes);
    renameSync(temporary, target);
  } catch (failure) {
    rmSync(temporary, { force: true });
    throw failure;
  }
}

/** Flushes a finished temporary file and gives it its final name, replacing what was there. */
export async function commitFile(temporary: string, target: string): Promise<void> {
  await syncFile(temporary);
  await rename(temporary, target);
  await syncFolder(path.dirname(target));
}

/** Flushes a file's bytes. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Removes a file; one that is not there is no error. */
export async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (failure) {
    if (!isErrno(failure, 'ENOENT')) throw failure;
  }
}

/** Copies a file and flushes the copy. It is made anew: what is there under its name is a leftover, and goes. */
export async function copyAnew(source: string, target: string): Promise<void> {
  await removeFile(target);
  // Never into what is there: a link that somebody puts in its place is not written through.
  await copyFile(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  const file = await open(target, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Gives a flushed temporary file a name in the same folder that must be free. The temporary file is left to the caller: a crash may
 * leave one too, so only the caller knows when it can go.
 * @returns false, with the target unchanged, when the name is taken
 */
export async function takeFreeName(temporary: string, target: string, makeLink: typeof link = link): Promise<boolean> {
  // A hard link fails when the name exists, which rename would silently replace.
  try {
    await makeLink(temporary, target);
  } catch (failure) {
    if (isErrno(failure, 'EEXIST')) return false;
    if (!isErrno(failure, ...NO_HARD_LINKS)) throw failure;
    return await moveToFreeName(temporary, target);
  }
  await syncFolder(path.dirname(target));
  return true;
}

/** Flushes a folder's entries, where the system can. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no way to flush a folder.
  const handle = await open(folder, 'r').catch(() => null);
  if (handle === null) return;
  try {
    await handle.sync();
  } catch (failure) {
    if (!isErrno(failure, 'EINVAL', 'EPERM', 'EISDIR', 'ENOTSUP')) throw failure;
  } finally {
    await handle.close();
  }
}

/**
 * Gives a flushed temporary file a name that must be free, where the file system has no hard links. The name is reserved first: a crash
 * leaves an empty file at worst, never half of one.
 * @returns false, with both files unchanged, when the name is taken
 */
export async function moveToFreeName(temporary: string, target: string): Promise<boolean> {
  try {
    await (await open(target, 'wx')).close();
  } catch (failure) {
    if (isErrno(failure, 'EEXIST')) return false;
    throw failure;
  }
  try {
    await rename(temporary, target);
  } catch (failure) {
    await rm(target, { force: true });
    throw failure;
  }
  await syncFolder(path.dirname(target));
  return true;
}
