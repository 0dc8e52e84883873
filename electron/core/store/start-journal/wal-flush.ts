/** Flushes the store's log with the loop free meanwhile: one flush for every commit that waits for one. */

import type { Files } from '../../../platform/files/files.ts';
import type { RawDatabase } from '../../../platform/sqlite.ts';
import { together } from '../../../platform/time/coalesce.ts';

export interface WalFlush {
  /** Resolves when every commit from before the call is on the disk. @throws Error when that is not known */
  flush(): Promise<void>;
  close(): void;
}

/**
 * The log is held open all the time: a failure that SQLite is told of, or passes over at a checkpoint, is told to the next flush here too.
 * After one that failed the system may hold what it lost for written. All of the log is then put into the database itself, which writes it
 * once more, before anything counts as durable again.
 * @param path of the database
 */
export function createWalFlush(raw: RawDatabase, files: Pick<Files, 'openToFlush'>, path: string): WalFlush {
  const log = files.openToFlush(`${path}-wal`);
  let isDoubtful = false;

  function mend(): void {
    if (!isDoubtful) return;
    const [outcome] = raw.pragma('wal_checkpoint(TRUNCATE)') as readonly { readonly busy: number }[];
    if (outcome?.busy !== 0) throw new Error('The log could not be flushed, and is being read');
    isDoubtful = false;
  }

  return {
    flush: together(async () => {
      mend();
      try {
        await log.flush();
      } catch (failure) {
        isDoubtful = true;
        throw failure;
      }
    }),
    close: () => log.close(),
  };
}
