/** The known migrations and those that were applied to a store. Each is identified by its time, in milliseconds since the epoch. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RawDatabase } from '../../platform/sqlite.ts';

/** Oldest first. */
export function knownMigrations(folder: string): number[] {
  const journal: { readonly entries: readonly { readonly when: number }[] } = JSON.parse(
    readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8'),
  );
  return journal.entries.map((entry) => entry.when);
}

/** Oldest first. Empty for an empty database, null for a database of another application. */
export function appliedMigrations(raw: RawDatabase): number[] | null {
  const names = raw.prepare("select name from sqlite_schema where type = 'table'").pluck().all();
  if (names.length === 0) return [];
  if (!names.includes('__drizzle_migrations')) return null;
  const applied = raw
    .prepare('select created_at from __drizzle_migrations order by created_at')
    .pluck()
    .all()
    .map(Number);
  return applied.length > 0 && !names.includes('start_attempt') ? null : applied;
}
