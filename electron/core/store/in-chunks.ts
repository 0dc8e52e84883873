/** Work on many rows without blocking the loop: so many at a time, one transaction each. */

import type { Store } from './open-store.ts';

/** Rows in one transaction. */
export const CHUNK_ROWS = 100;

/** Runs `work` on one part after the other, in a transaction each; other work may happen in between. */
export async function inChunks<Item>(
  store: Store,
  items: readonly Item[],
  work: (part: readonly Item[]) => void,
  rows = CHUNK_ROWS,
): Promise<void> {
  for (let start = 0; start < items.length; start += rows) {
    store.transaction(() => work(items.slice(start, start + rows)));
    if (start + rows < items.length) await new Promise(setImmediate);
  }
}
