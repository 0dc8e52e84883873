/** Rows that polling reads over and over, remembered until something is written. The service alone writes its database. */

import type { RawDatabase } from '../../../platform/sqlite.ts';

/** Names that are remembered; past them all are forgotten. */
const MOST_ROWS = 10_000;

export interface RememberedRows {
  /** What `read` gave under this name since the last write, else what it gives now. The row must not be changed. */
  read<Row>(name: string, read: () => Row): Row;
  /** After a rollback: what was read inside it never was. */
  forget(): void;
}

/**
 * A read takes and frees the locks of the file, which costs many times the look-up itself. SQLite's own count of changed rows says
 * whether anything was written since, whoever in this process wrote it.
 */
export function createRememberedRows(raw: RawDatabase): RememberedRows {
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
    forget: () => rows.clear(),
  };
}
