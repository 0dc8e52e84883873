/** Statements that are prepared once for each database. */

import type { ServiceDatabase } from './sqlite-store.ts';

/** @returns what `prepare` gave for the database when it was asked for first */
export function preparedOnce<Statements>(
  prepare: (database: ServiceDatabase) => Statements,
): (database: ServiceDatabase) => Statements {
  const known = new WeakMap<ServiceDatabase, { readonly statements: Statements }>();
  return (database) => {
    const found = known.get(database) ?? { statements: prepare(database) };
    known.set(database, found);
    return found.statements;
  };
}
