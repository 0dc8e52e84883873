/** Compares a store's schema with what its migrations make: SQLite's own check does not notice a table that is gone. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openDatabase, type RawDatabase } from '../sqlite.ts';

interface Journal {
  readonly entries: readonly { readonly when: number; readonly tag: string }[];
}

/** Times of the migrations in a folder, in milliseconds since the epoch, oldest first. */
export function knownMigrations(folder: string): number[] {
  return readMigrations(folder).map((entry) => entry.when);
}

/**
 * Looks for the tables, columns, indexes, triggers and views that the first migrations make. What is there besides is left alone.
 * @param applied how many migrations were applied to the store
 * @returns what is missing, or null
 */
export function findMissingPart(raw: RawDatabase, folder: string, applied: number): string | null {
  const model = openDatabase({ path: ':memory:', schema: {} });
  try {
    for (const { tag } of readMigrations(folder).slice(0, applied)) {
      model.raw.exec(readFileSync(path.join(folder, `${tag}.sql`), 'utf8'));
    }
    const there = new Set(partsOf(raw));
    const missing = partsOf(model.raw).find((part) => !there.has(part));
    return missing === undefined ? null : `the ${missing} is missing`;
  } finally {
    model.close();
  }
}

function readMigrations(folder: string): Journal['entries'] {
  const journal: Journal = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8'));
  return journal.entries;
}

function partsOf(raw: RawDatabase): string[] {
  return raw
    .prepare(
      `select type || ' ' || name from sqlite_schema where name not like 'sqlite\\_%' escape '\\'
       union all
       select 'column ' || one.name || '.' || part.name
       from sqlite_schema one, pragma_table_info(one.name) part where one.type = 'table'`,
    )
    .pluck()
    .all() as string[];
}
