/** A small file that only its owner can read, in a folder that only its owner can read. Anything less private is refused. */

import type { Stats } from 'node:fs';
import { constants } from 'node:fs';
import { lstat, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { syncFolder } from '../../../platform/files/atomic-files.ts';
import { isErrno } from '../../../platform/files/file-errors.ts';
import { makeFolder } from '../../../platform/files/make-folder.ts';
import { KEY_FILE } from '../strings.ts';

const { reasons } = KEY_FILE;

const OTHERS = 0o077;
/** Missing on Windows, where profile folders are private and modes mean nothing. */
const { O_NOFOLLOW = 0 } = constants;

/**
 * @returns null when there is no such file
 * @throws CleartakeError keyFileUnsafe when it is a link, belongs to another user, or can be read by others; nothing is read then
 */
export async function readPrivateFile(file: string): Promise<string | null> {
  try {
    refuseUnlessPrivate(path.dirname(file), await lstat(path.dirname(file)), 'folder');
    const handle = await open(file, constants.O_RDONLY | O_NOFOLLOW);
    try {
      // Checks the opened file, not its name, which may refer to another file by now.
      refuseUnlessPrivate(file, await handle.stat(), 'file');
      return await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  } catch (failure) {
    if (isErrno(failure, 'ENOENT')) return null;
    if (isErrno(failure, 'ELOOP', 'EMLINK')) throw unsafe(file, reasons.link);
    throw failure;
  }
}

/**
 * Replaces the whole file. Creates the folder if it is missing.
 * @throws CleartakeError keyFileUnsafe when the folder is a link, belongs to another user, or can be read by others; nothing is written then
 */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  const folder = path.dirname(file);
  await makeFolder(folder, 0o700);
  refuseUnlessPrivate(folder, await lstat(folder), 'folder');
  await replaceFile(file, text);
}

/** Replaces a whole file, in any folder, by one that only its owner can read. A link of that name is replaced, not followed. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.part`;
  await rm(temporary, { force: true });
  const handle = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | O_NOFOLLOW, 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncFolder(path.dirname(file));
}

function refuseUnlessPrivate(place: string, stats: Stats, kind: 'file' | 'folder'): void {
  if (kind === 'file' && !stats.isFile()) throw unsafe(place, reasons.notAFile);
  if (kind === 'folder' && !stats.isDirectory()) throw unsafe(place, reasons.notAFolder);
  if (process.getuid === undefined) return;
  if (stats.uid !== process.getuid()) throw unsafe(place, reasons.otherOwner);
  if ((stats.mode & OTHERS) !== 0) throw unsafe(place, reasons.othersCanRead);
}

function unsafe(place: string, why: string): CleartakeError {
  return new CleartakeError('keyFileUnsafe', {
    detail: `${place}: ${why}`,
    parts: KEY_FILE.unsafe(place, why),
  });
}
