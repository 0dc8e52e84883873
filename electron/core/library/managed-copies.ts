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

/**
 * Streams a recording into a folder of its own, so that its name can stay as it was.
 * @returns absolute path of the copy
 * @throws CleartakeError diskFull; nothing is left behind then
 */
export async function receiveRecording(
  managed: string,
  id: string,
  fileName: string,
  body: ReadableStream<Uint8Array>,
): Promise<string> {
  const folder = path.join(managed, id);
  await mkdir(folder, { recursive: true });
  const target = path.join(folder, safeFileName(path.basename(fileName)));
  const temporary = path.join(folder, '.upload.part');
  try {
    await pipeline(Readable.fromWeb(body as unknown as NodeReadableStream), createWriteStream(temporary));
    await commitFile(temporary, target);
    return target;
  } catch (failure) {
    await rm(folder, { recursive: true, force: true });
    if (isErrno(failure, 'ENOSPC', 'EDQUOT')) throw new CleartakeError('diskFull', { cause: failure });
    throw failure;
  }
}

/** Whether a path is a managed copy: handlers take no other path below the data folder. */
export function isManaged(managed: string, file: string): boolean {
  const relative = path.relative(managed, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}
