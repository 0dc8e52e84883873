/** Which migrations there are, and which of them a store has seen. Each is named by when it was made, milliseconds since the epoch. */

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

/** Oldest first; empty for a database with nothing in it, null for one of something else. */
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
