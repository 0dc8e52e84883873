/** SHA-256 of files and of values. */

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Read and hashed at once, in bytes. */
const PIECE_BYTES = 256 * 1024;

/** Hexadecimal SHA-256 of a file's content, piece by piece. @throws the system's error; the signal's reason when it is aborted */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  // One for all pieces: new memory for each would cost more than reading it.
  const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
  const file = await open(path);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES, null);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
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
