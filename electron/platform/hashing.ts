/** SHA-256 of files and of values. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Hexadecimal SHA-256 of a file's content, streamed. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, {
    highWaterMark: 1 << 20,
    ...(signal === undefined ? {} : { signal }),
  })) {
    hash.update(chunk);
  }
  return hash.digest('hex');
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
