/** SHA-256 of files and of values. */

import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { toSourceError } from './file-errors.ts';
import { openReadable } from './open-to-read.ts';

const CHUNK_BYTES = 1024 * 1024;
/** Buffers are kept for the next file: allocating one costs more than reading a small file. */
const MOST_SPARE = 2;
const spare: Buffer[] = [];

export interface FileDigest {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Hashes and counts a file in one pass. @throws the system's error; the signal's reason when it is aborted */
export async function digestFile(path: string, signal?: AbortSignal): Promise<FileDigest> {
  const hash = createHash('sha256');
  const file = await openReadable(path);
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let bytes = 0;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, null);
      if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') };
      hash.update(buffer.subarray(0, bytesRead));
      bytes += bytesRead;
    }
  } finally {
    await file.close();
    if (spare.length < MOST_SPARE) spare.push(buffer);
  }
}

/** Hexadecimal SHA-256 of a file's content. @throws the system's error; the signal's reason when it is aborted */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  return (await digestFile(path, signal)).sha256;
}

export interface IncrementalHash {
  /** Hashes one block when another reader of the file is at least that far. @param byte position of the other reader */
  follow(byte: number): void;
  /** Hashes the rest. @returns hexadecimal */
  finish(): Promise<string>;
  close(): void;
}

/** A synchronous block: hashing ten seconds of audio costs less than a stream and its threads. */
const BLOCK_BYTES = 256 * 1024;

/**
 * Hashes a file right behind another reader of it, while its bytes are still in the system's cache.
 * The caller closes it.
 */
export function openIncrementalHash(path: string): IncrementalHash {
  const file = openSync(path, 'r');
  const block = Buffer.allocUnsafe(BLOCK_BYTES);
  const hash = createHash('sha256');
  let position = 0;

  function readBlock(): number {
    try {
      return readSync(file, block, 0, BLOCK_BYTES, position);
    } catch (failure) {
      throw toSourceError(failure, path);
    }
  }

  /** @returns whether any bytes were left */
  function hashBlock(): boolean {
    const bytes = readBlock();
    hash.update(block.subarray(0, bytes));
    position += bytes;
    return bytes > 0;
  }

  return {
    follow: (byte) => {
      if (position + BLOCK_BYTES <= byte) hashBlock();
    },
    finish: async () => {
      while (hashBlock()) await nextTurn();
      return hash.digest('hex');
    },
    close: () => closeSync(file),
  };
}

/** Hexadecimal SHA-256 of a value's canonical JSON: the order of keys does not matter. */
export function hashValue(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
