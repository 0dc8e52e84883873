/** Flushes the store's log with the loop free meanwhile: one flush for every commit that waits for one. */

import type { Files } from '../../platform/files.ts';
import type { RawDatabase } from '../../platform/sqlite.ts';
import { together } from '../../platform/together.ts';

/**
 * After a flush that failed the system may hold what it lost for written, and the next flush would succeed over a gap. All of the log is
 * then put into the database itself, which writes it once more, before anything counts as durable again.
 * @param path of the database
 * @returns a function that resolves when every commit from before the call is on the disk, and rejects when that is not known
 */
export function createLogFlush(raw: RawDatabase, files: Pick<Files, 'flush'>, path: string): () => Promise<void> {
  let isDoubtful = false;

  function mend(): void {
    if (!isDoubtful) return;
    const [outcome] = raw.pragma('wal_checkpoint(TRUNCATE)') as readonly { readonly busy: number }[];
    if (outcome?.busy !== 0) throw new Error('The log could not be flushed, and is being read');
    isDoubtful = false;
  }

  return together(async () => {
    mend();
    try {
      await files.flush(`${path}-wal`);
    } catch (failure) {
      isDoubtful = true;
      throw failure;
    }
  });
}
