/** Inserts that are prepared once: imports write tens of thousands of rows. */

import { getTableColumns, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { lazily } from './lazily.ts';
import type { Orm } from './open-store.ts';

/** @returns a function that inserts one row; columns that are not given have their defaults, or null */
export function preparedInsert<Table extends SQLiteTable>(
  orm: Orm,
  table: Table,
): (row: Table['$inferInsert']) => void {
  const columns = Object.entries(getTableColumns(table));
  const defaults = Object.fromEntries(columns.map(([name, column]) => [name, column.default ?? null]));
  const statement = lazily(() => {
    const values = Object.fromEntries(columns.map(([name]) => [name, sql.placeholder(name)]));
    return orm
      .insert(table)
      .values(values as Table['$inferInsert'])
      .prepare();
  });
  return (row) => {
    statement().run({ ...defaults, ...row });
  };
}
