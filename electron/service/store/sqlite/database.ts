/** The database behind the store: opened and migrated, with a cache of hot rows and statements that are prepared once. */

import type { RawDatabase } from '../../../platform/sqlite.ts';
import { openDatabase } from '../../../platform/sqlite.ts';
import * as schema from './schema/all.ts';

/** The cache is cleared at this size. */
const MOST_ROWS = 10_000;

export type ServiceDatabase = ReturnType<typeof openServiceDatabase>;

/**
 * @param path the database file; created when missing
 * @param migrations folder of generated migrations
 */
export function openServiceDatabase(path: string, migrations: string) {
  const database = openDatabase({ path, schema, migrations, casing: 'snake_case' });
  const cache = createRowCache(database.raw);
  return {
    ...database,
    /** For rows that every call reads. */
    cache,
    transaction: <Result>(work: () => Result): Result => {
      try {
        return database.transaction(work);
      } catch (failure) {
        cache.clear();
        throw failure;
      }
    },
  };
}

/** @returns a function that prepares statements once for each database */
export function preparedOnce<Statements>(
  prepare: (database: ServiceDatabase) => Statements,
): (database: ServiceDatabase) => Statements {
  const prepared = new WeakMap<ServiceDatabase, { readonly statements: Statements }>();
  return (database) => {
    const found = prepared.get(database) ?? { statements: prepare(database) };
    prepared.set(database, found);
    return found.statements;
  };
}

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
function createRowCache(raw: RawDatabase): RowCache {
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
