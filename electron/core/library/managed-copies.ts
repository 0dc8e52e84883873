/** Managed copies: recordings that arrive without a path are streamed into the library. */

import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { safeFileName } from '../../../shared/domain/naming.ts';
import { commitFile, isErrno } from '../../platform/atomic-files.ts';

/** Folders deeper than this are left out: they are for display alone. */
const MOST_FOLDERS = 8;

/**
 * Streams a recording into a folder of its own, so that its name can stay as it was.
 * @param name what the recording is called, with the folders below the one that was dropped: `Season 1/take.wav`
 * @returns absolute path of the copy
 * @throws CleartakeError diskFull; nothing is left behind then
 */
export async function receiveRecording(
  managed: string,
  id: string,
  name: string,
  body: ReadableStream<Uint8Array>,
): Promise<string> {
  const own = path.join(managed, id);
  const segments = name.split('/').map((segment) => safeFileName(segment));
  const target = path.join(own, ...segments.slice(0, -1).slice(-MOST_FOLDERS), segments.at(-1) ?? 'recording');
  const temporary = path.join(own, '.upload.part');
  await mkdir(path.dirname(target), { recursive: true });
  try {
    await pipeline(Readable.fromWeb(body as unknown as NodeReadableStream), createWriteStream(temporary));
    await commitFile(temporary, target);
    return target;
  } catch (failure) {
    await rm(own, { recursive: true, force: true });
    if (isErrno(failure, 'ENOSPC', 'EDQUOT')) throw new CleartakeError('diskFull', { cause: failure });
    throw failure;
  }
}

/** The folders that a managed copy was dropped with, with `/`; empty when it came alone. */
export function folderOfManaged(managed: string, file: string): string {
  return path.relative(managed, path.dirname(file)).split(path.sep).slice(1).join('/');
}

/** Whether a path is a managed copy: handlers take no other path below the data folder. */
export function isManaged(managed: string, file: string): boolean {
  const relative = path.relative(managed, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}
