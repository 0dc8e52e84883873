/** A cache of rows that polling reads over and over, valid until something is written. Only the service writes its database. */

import type { RawDatabase } from '../../../platform/sqlite.ts';

/** Beyond this many rows the cache is emptied. */
const MOST_ROWS = 10_000;

export interface RowCache {
  /** What `read` gave under this name since the last write, else what it gives now. The row must not be changed. */
  read<Row>(name: string, read: () => Row): Row;
  /** After a rollback: rows that were read inside the transaction never existed. */
  clear(): void;
}

/**
 * A read takes and frees the locks of the file, which costs many times the look-up itself. SQLite's own count of changed rows says
 * whether anything was written since, whoever in this process wrote it.
 */
export function createRowCache(raw: RawDatabase): RowCache {
  const changes = raw.prepare<[], number>('select total_changes()').pluck();
  const rows = new Map<string, unknown>();
  let seen = changes.get();

  return {
    read: <Row>(name: string, read: () => Row): Row => {
      const now = changes.get();
      if (now !== seen || rows.size >= MOST_ROWS) rows.clear();
      seen = now;
      if (rows.has(name)) return rows.get(name) as Row;
      const row = read();
      rows.set(name, row);
      return row;
    },
    clear: () => rows.clear(),
  };
}
