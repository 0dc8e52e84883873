/** Files on their way to a bucket: a small one at once, a large one in parts, so that a lost connection costs one part. */

import { type FileHandle, open } from 'node:fs/promises';
import type { Bucket } from './bucket.ts';

const PART_BYTES = 8 * 1024 * 1024;
/** Storages take ten thousand parts. */
const MOST_PARTS = 9000;

/** @throws `storageAway`, with nothing left of it as far as the storage can be told; Error of the file system */
export async function putFile(bucket: Bucket, key: string, path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size <= PART_BYTES) await bucket.put(key, await readPart(file, 0, size));
    else await putParts(bucket, key, file, size);
  } finally {
    await file.close();
  }
}

async function putParts(bucket: Bucket, key: string, file: FileHandle, size: number): Promise<void> {
  const partBytes = Math.max(PART_BYTES, Math.ceil(size / MOST_PARTS));
  const uploadId = await bucket.beginParts(key);
  try {
    const tags: string[] = [];
    for (let at = 0; at < size; at += partBytes) {
      const part = await readPart(file, at, Math.min(partBytes, size - at));
      tags.push(await bucket.putPart(key, uploadId, tags.length + 1, part));
    }
    await bucket.completeParts(key, uploadId, tags);
  } catch (failure) {
    await bucket.abortParts(key, uploadId).catch(() => undefined);
    throw failure;
  }
}

async function readPart(file: FileHandle, from: number, bytes: number): Promise<Uint8Array> {
  const part = Buffer.allocUnsafe(bytes);
  let filled = 0;
  while (filled < bytes) {
    const { bytesRead } = await file.read(part, filled, bytes - filled, from + filled);
    if (bytesRead === 0) throw new Error('The file became shorter while it was read');
    filled += bytesRead;
  }
  return part;
}
