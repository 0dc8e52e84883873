/** A small file that its owner alone can read, in a folder that is its owner's alone. Where others can look in, it is refused. */

import type { Stats } from 'node:fs';
import { constants } from 'node:fs';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { isErrno, syncFolder } from '../../../platform/files/atomic-files.ts';

const OTHERS = 0o077;
/** Absent on Windows, where a profile's folders are its owner's alone and modes mean nothing. */
const { O_NOFOLLOW = 0 } = constants;

/**
 * @returns null when there is no such file
 * @throws CleartakeError keyFileUnsafe when it is a link, someone else's, or open to others; nothing of it is read then
 */
export async function readPrivateFile(file: string): Promise<string | null> {
  try {
    refuseUnlessPrivate(path.dirname(file), await lstat(path.dirname(file)), 'folder');
    const handle = await open(file, constants.O_RDONLY | O_NOFOLLOW);
    try {
      // The opened file is asked, not its name, which may stand for another one by now.
      refuseUnlessPrivate(file, await handle.stat(), 'file');
      return await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  } catch (failure) {
    if (isErrno(failure, 'ENOENT')) return null;
    if (isErrno(failure, 'ELOOP', 'EMLINK')) throw unsafe(file, 'it is a link');
    throw failure;
  }
}

/**
 * Replaces the file as a whole. Makes the folder when it is missing.
 * @throws CleartakeError keyFileUnsafe when the folder is a link, someone else's, or open to others; nothing is written then
 */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  refuseUnlessPrivate(folder, await lstat(folder), 'folder');
  await replaceFile(file, text);
}

/** Replaces a file of its owner's as a whole, wherever it lies. What stands under its name, a link too, gives way. */
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
  if (kind === 'file' ? !stats.isFile() : !stats.isDirectory()) throw unsafe(place, `it is no ${kind}`);
  if (process.getuid === undefined) return;
  if (stats.uid !== process.getuid()) throw unsafe(place, "it is someone else's");
  if ((stats.mode & OTHERS) !== 0) throw unsafe(place, 'others may look into it');
}

function unsafe(place: string, why: string): CleartakeError {
  return new CleartakeError('keyFileUnsafe', {
    detail: `${place}: ${why}`,
    userMessage: `Keys are not kept in ${place}, because ${why}. No key was read from it or written to it. Make it yours alone (chmod go= on it), or remove it and enter the key again.`,
  });
}
