/** Inserts that are prepared once: imports write tens of thousands of rows. */

import { type Column, getTableColumns, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Orm } from '../open-store.ts';
import { lazily } from './lazily.ts';

/** @returns a function that inserts one row; columns that are not given have their defaults, or null */
export function preparedInsert<Table extends SQLiteTable>(
  orm: Orm,
  table: Table,
): (row: Table['$inferInsert']) => void {
  const columns = Object.entries(getTableColumns(table));
  const statement = lazily(() => {
    const values = Object.fromEntries(columns.map(([name]) => [name, sql.placeholder(name)]));
    return orm.$client.prepare(
      orm
        .insert(table)
        .values(values as Table['$inferInsert'])
        .toSQL().sql,
    );
  });
  return (row) => {
    const given: Readonly<Record<string, unknown>> = row;
    statement().run(columns.map(([name, column]) => encode(column, given[name])));
  };
}

/** As the column keeps it. */
function encode(column: Column, given: unknown): unknown {
  const value = given ?? column.default ?? null;
  return value === null ? null : column.mapToDriverValue(value);
}
