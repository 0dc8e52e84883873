/** The database behind the store: opened and migrated, with a cache of hot rows and statements that are prepared once. */

import { openDatabase } from '../../../platform/sqlite.ts';
import { createRowCache } from './row-cache.ts';
import * as schema from './schema/all.ts';

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
