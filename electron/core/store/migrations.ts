/** The migrations that were applied to a store. Each is identified by its time, in milliseconds since the epoch. */

import type { RawDatabase } from '../../platform/sqlite.ts';

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
