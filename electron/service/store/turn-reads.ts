/** Reads of calls that arrive together: what they share is read once, and they need one read transaction for all. */

import type { RawDatabase } from '../../platform/sqlite.ts';

export interface TurnReads {
  /** What `read` gave under this name in this turn of the event loop, else what it gives now. */
  once<Value>(name: string, read: () => Value): Value;
  /** Runs a read of the reading connection. The locks of SQLite cost more than the read itself: a turn takes them once. */
  together<Value>(read: () => Value): Value;
  /** Before anything is written: what is read after it sees it. */
  forget(): void;
}

/**
 * What is seen lasts for one turn, so that no call sees a row older than its own arrival.
 * @param reader a connection for these reads alone
 */
export function createTurnReads(reader: RawDatabase): TurnReads {
  const kept = new Map<string, unknown>();
  const begin = reader.prepare('begin');
  const commit = reader.prepare('commit');
  let inTransaction = false;
  let scheduled = false;

  function forget(): void {
    kept.clear();
    if (!inTransaction) return;
    inTransaction = false;
    commit.run();
  }
  function lastsForThisTurn(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      if (reader.open) forget();
    });
  }

  return {
    once: <Value>(name: string, read: () => Value): Value => {
      if (kept.has(name)) return kept.get(name) as Value;
      const value = read();
      lastsForThisTurn();
      kept.set(name, value);
      return value;
    },
    together: (read) => {
      if (!inTransaction) {
        begin.run();
        inTransaction = true;
        lastsForThisTurn();
      }
      return read();
    },
    forget,
  };
}
