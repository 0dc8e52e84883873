/** Flushes the write-ahead log without blocking the event loop: one flush serves every commit that waits. */

import type { Files } from '../../../platform/files/files.ts';
import type { RawDatabase } from '../../../platform/sqlite.ts';
import { coalesce } from '../../../platform/time/coalesce.ts';

export interface WalFlush {
  /** Resolves when every commit before the call is on the disk. @throws Error when the flush failed */
  flush(): Promise<void>;
  close(): void;
}

/**
 * The log stays open, so that the operating system reports here a write error that SQLite meets, or ignores in a checkpoint. After a failed
 * flush the system may consider the lost pages written. The whole log is then checkpointed into the database, which writes them again,
 * before anything counts as durable.
 * @param path path of the database
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
    flush: coalesce(async () => {
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
