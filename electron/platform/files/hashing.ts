/** SHA-256 of files and of values. */

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Read and hashed at once, in bytes. */
const PIECE_BYTES = 1024 * 1024;
/** Memory for pieces is used again: making it anew for each file would cost more than reading it. */
const MOST_SPARE = 2;
const spare: Buffer[] = [];

/** Hexadecimal SHA-256 of a file's content, piece by piece. @throws the system's error; the signal's reason when it is aborted */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path);
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES, null);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
    if (spare.length < MOST_SPARE) spare.push(buffer);
  }
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
