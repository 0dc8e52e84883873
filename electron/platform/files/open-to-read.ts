/** Opens files to read them, and never what can't be read to an end. */

import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { CleartakeError } from '../../../shared/domain/errors.ts';

/** Non-blocking, because opening a named pipe would wait for its writer. Windows has neither. */
export const OPEN_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** @throws CleartakeError sourceNotAFile for a pipe, a socket or a device; the system's error */
export async function openReadable(path: string): Promise<FileHandle> {
  const file = await open(path, OPEN_AT_ONCE);
  try {
    const facts = await file.stat();
    if (!facts.isFile() && !facts.isDirectory()) throw new CleartakeError('sourceNotAFile', { detail: path });
    return file;
  } catch (failure) {
    await file.close();
    throw failure;
  }
}
