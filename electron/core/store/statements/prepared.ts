/** Prepared statements for queries that run hundreds of times for each file, with rows decoded by Drizzle's columns. */

import { type Column, eq, fillPlaceholders, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { type SQLiteColumn, SQLiteSyncDialect, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Orm } from '../schema.ts';

/**
 * Prepares a statement when it is first needed: a store that is only read may be older than some statements.
 * @returns what `make` returned on the first call
 */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Values of the placeholders, by name. */
type Values = Readonly<Record<string, unknown>>;

export interface PreparedRows<Row> {
  all(values: Values): Row[];
  get(values: Values): Row | undefined;
}

/** Selects whole rows of a table. @param narrow adds conditions with placeholders, order and limit */
export function preparedRows<Table extends SQLiteTable>(
  orm: Orm,
  table: Table,
  narrow: (all: ReturnType<typeof selectAll<Table>>) => { toSQL(): { sql: string; params: unknown[] } },
): PreparedRows<Table['$inferSelect']> {
  const columns = Object.entries(getTableColumns(table));
  const prepared = lazily(() => {
    const { sql: text, params } = narrow(selectAll(orm, table)).toSQL();
    return { statement: orm.$client.prepare(text).raw(), params };
  });

  function rowOf(cells: readonly unknown[]): Table['$inferSelect'] {
    const row: Record<string, unknown> = {};
    for (const [index, [name, column]] of columns.entries()) {
      const cell = cells[index];
      row[name] = cell === null ? null : column.mapFromDriverValue(cell);
    }
    return row as Table['$inferSelect'];
  }

  return {
    all(values) {
      const { statement, params } = prepared();
      return statement.all(fillPlaceholders(params, values)).map((cells) => rowOf(cells as unknown[]));
    },
    get(values) {
      const { statement, params } = prepared();
      const cells = statement.get(fillPlaceholders(params, values));
      return cells === undefined ? undefined : rowOf(cells as unknown[]);
    },
  };
}

/** Whether a column is in a list, which the placeholder takes as JSON: one statement serves lists of any length. */
export function isInList(column: SQLiteColumn, placeholder: string): SQL {
  return sql`${column} in (select value from json_each(${sql.placeholder(placeholder)}))`;
}

/** Rows as SQLite returns them. Every column must have a name and need no decoding. */
export function preparedSql<Row>(orm: Orm, selection: SQL): { all(values: Values): Row[] } {
  const { sql: text, params } = new SQLiteSyncDialect({ casing: 'snake_case' }).sqlToQuery(selection);
  const statement = orm.$client.prepare(text);
  return { all: (values) => statement.all(fillPlaceholders(params, values)) as Row[] };
}

function selectAll<Table extends SQLiteTable>(orm: Orm, table: Table) {
  return orm.select().from(table as SQLiteTable);
}

/**
 * Updates of one row by its key, with one prepared statement for each combination of columns.
 * @returns a function that changes columns; missing and undefined ones stay as they are
 */
export function preparedUpdate<Table extends SQLiteTable>(
  orm: Orm,
  table: Table,
  key: SQLiteColumn,
): (id: string, change: Partial<Table['$inferInsert']>) => void {
  const columns = getTableColumns(table);
  const statements = new Map<string, { run(...values: unknown[]): unknown }>();

  function statementFor(names: readonly string[]) {
    const known = statements.get(names.join());
    if (known !== undefined) return known;
    const set = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
    const { sql: text } = orm
      .update(table)
      .set(set as never)
      .where(eq(key, ''))
      .toSQL();
    const statement = orm.$client.prepare(text);
    statements.set(names.join(), statement);
    return statement;
  }

  return (id, change) => {
    const given = change as Values;
    // In the order of the columns, like the statement.
    const names = Object.keys(columns).filter((name) => given[name] !== undefined);
    if (names.length === 0) return;
    const values = names.map((name) => (given[name] === null ? null : columns[name]?.mapToDriverValue(given[name])));
    statementFor(names).run(...values, id);
  };
}

/** @returns a function that inserts one row; missing columns get their defaults, or null */
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

/** The value as the column stores it. */
function encode(column: Column, given: unknown): unknown {
  const value = given ?? column.default ?? null;
  return value === null ? null : column.mapToDriverValue(value);
}
