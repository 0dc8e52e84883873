/** The SHA-256 of a recording, read right behind the decoder, while the system still holds what that has read. */

import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface ContentHash {
  /** Tells how far the decoder is, in bytes. */
  follow(byte: number): void;
  /** Reads the rest. @returns hexadecimal */
  finish(): Promise<string>;
  close(): void;
}

/** Read at once; a stream with its threads costs more than the hash of ten seconds. */
const BLOCK_BYTES = 256 * 1024;

/** The caller closes it. */
export function openContentHash(path: string): ContentHash {
  const file = openSync(path, 'r');
  const block = Buffer.allocUnsafe(BLOCK_BYTES);
  const hash = createHash('sha256');
  let position = 0;

  /** @returns whether there was anything to take */
  function takeBlock(): boolean {
    const bytes = readSync(file, block, 0, BLOCK_BYTES, position);
    hash.update(block.subarray(0, bytes));
    position += bytes;
    return bytes > 0;
  }

  return {
    follow: (byte) => {
      if (position + BLOCK_BYTES <= byte) takeBlock();
    },
    finish: async () => {
      while (takeBlock()) await nextTurn();
      return hash.digest('hex');
    },
    close: () => closeSync(file),
  };
}
