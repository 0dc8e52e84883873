/** Atomic file operations: a file appears complete or not at all, and never replaces another by accident. */

import { constants, renameSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, link, open, rename, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { aboutPlace } from '../../../shared/domain/error-messages/places.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { systemClock } from '../time/clock.ts';
import { isErrno } from './file-errors.ts';

/** Error codes where the file system has no hard links. Windows reports EISDIR on exFAT and FAT32 (nodejs/node#65817). */
const NO_HARD_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS', 'EISDIR'] as const;

/**
 * Writes a file that can be recreated: atomically, but without a flush. After a power cut it may be missing or empty.
 * Synchronous, for helper processes that do one thing at a time. Two of them can write the same file.
 */
export function writeDerivedFile(target: string, bytes: Uint8Array): void {
  const temporary = temporaryPath(target);
  try {
    writeFileSync(temporary, bytes);
    renameSync(temporary, target);
  } catch (failure) {
    rmSync(temporary, { force: true });
    throw failure;
  }
}

/** Where a file is written until it is complete. Each process has a name of its own, so that two can write the same file: the last one wins. */
export function temporaryPath(target: string): string {
  return `${target}.${process.pid}.part`;
}

/** Whether a file name is a temporary one of the target, by any process. */
export function isTemporaryOf(name: string, target: string): boolean {
  const base = path.basename(target);
  return name.startsWith(`${base}.`) && /^\d+\.part$/.test(name.slice(base.length + 1));
}

/** Flushes a finished temporary file and renames it to its final name, replacing any existing file. */
export async function commitFile(temporary: string, target: string): Promise<void> {
  await syncFile(temporary);
  await renamePatiently(temporary, target);
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

/** Removes a file; a missing file is not an error. */
export async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (failure) {
    if (!isErrno(failure, 'ENOENT')) throw failure;
  }
}

/** Copies a file and flushes the copy. An existing file under the target's name is a leftover and is removed first. */
export async function copyAnew(source: string, target: string): Promise<void> {
  await removeFile(target);
  // Exclusive, so that a symbolic link planted at the target is never written through.
  await copyFile(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  const file = await open(target, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Gives a flushed temporary file a free name in the same folder. The caller removes the temporary file: a crash can leave one behind, so
 * only the caller knows when it can go.
 * @returns false, with the target unchanged, when the name is taken
 */
export async function takeFreeName(temporary: string, target: string, makeLink: typeof link = link): Promise<boolean> {
  // A hard link fails when the name exists; rename would silently replace the file.
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

/** Flushes a folder's entries where the system supports it. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot flush a folder.
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
 * Gives a flushed temporary file a free name on file systems without hard links. The name is reserved first, so a crash leaves an empty
 * file at worst, never half of one.
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
    await renamePatiently(temporary, target);
  } catch (failure) {
    await rm(target, { force: true });
    throw failure;
  }
  await syncFolder(path.dirname(target));
  return true;
}

const FIRST_MS = 20;
const LONGEST_MS = 5000;
const PATIENCE_MS = 60_000;

/** @throws CleartakeError fileInUse after a minute; other errors of the system at once */
export async function renamePatiently(
  from: string,
  to: string,
  move: typeof rename = rename,
  clock: Pick<typeof systemClock, 'monotonic' | 'sleep'> = systemClock,
): Promise<void> {
  const until = clock.monotonic() + PATIENCE_MS;
  for (let wait = FIRST_MS; ; wait = Math.min(LONGEST_MS, wait * 2)) {
    try {
      await move(from, to);
      return;
    } catch (failure) {
      if (!isErrno(failure, 'EPERM', 'EBUSY', 'EACCES')) throw failure;
      if (clock.monotonic() + wait > until) {
        throw new CleartakeError('fileInUse', { cause: failure, parts: aboutPlace('fileInUse', to) });
      }
      await clock.sleep(wait);
    }
  }
}
