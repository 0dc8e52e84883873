/** A cache of rows that polling reads again and again, valid until something is written. Only the service writes its database. */

import type { RawDatabase } from '../../../platform/sqlite.ts';

/** The cache is cleared at this size. */
const MOST_ROWS = 10_000;

export interface RowCache {
  /** The row that `read` returned under this name since the last write, else what it returns now. The row must not be changed. */
  read<Row>(name: string, read: () => Row): Row;
  /** After a rollback: rows that were read inside the transaction never existed. */
  clear(): void;
}

/**
 * A read locks and unlocks the file, which costs many times the look-up itself. SQLite's count of changed rows tells whether
 * anything in this process wrote since.
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
