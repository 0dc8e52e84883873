/** Opens the store for reading beside a writer. Where the folder does not allow that, it reads a copy. */

import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { RawDatabase } from '../../platform/sqlite.ts';
import { isAccessRefused, isDamage, openDatabase } from '../../platform/sqlite.ts';
import { knownMigrations } from '../../platform/store-files/missing-parts.ts';
import { HISTORY } from '../strings.ts';
import { openStoreForReading, openStoreWithoutJournal, type Store } from './open-store.ts';

/**
 * Needs no lock and changes nothing. The store of an earlier version is migrated in a copy.
 * @returns null when there is no store yet
 * @throws CleartakeError databaseFailed for a store that is damaged or was written by a newer version
 */
export function openToRead(database: string, migrations: string): Store | null {
  if (!existsSync(database)) return null;
  try {
    return open(database, migrations);
  } catch (cause) {
    if (!isDamage(cause)) throw cause;
    throw new CleartakeError('databaseFailed', {
      cause,
      parts: HISTORY.damaged,
    });
  }
}

function open(database: string, migrations: string): Store | null {
  const known = knownMigrations(migrations).length;
  const applied = readMigrations(database);
  if (applied === 'elsewhere') return openCopy(migrations, (copy) => copyFiles(database, copy));
  if (applied.length === 0) return null;
  if (applied.length > known) throw writtenByNewer();
  if (applied.length === known) return openStoreForReading(database);
  return openCopy(migrations, (copy) => {
    const source = openDatabase({ path: database, schema: {}, readonly: true });
    try {
      source.snapshot(copy);
    } finally {
      source.close();
    }
  });
}

export function writtenByNewer(): CleartakeError {
  return new CleartakeError('databaseFailed', {
    detail: 'written by a newer version',
    parts: HISTORY.newerVersion,
  });
}

/** `elsewhere`: a write-ahead log was left in a folder that is read-only, where SQLite cannot read it. */
function readMigrations(database: string): readonly number[] | 'elsewhere' {
  try {
    const source = openDatabase({ path: database, schema: {}, readonly: true });
    try {
      return appliedMigrations(source.raw) ?? [];
    } finally {
      source.close();
    }
  } catch (failure) {
    if (isAccessRefused(failure)) return 'elsewhere';
    throw failure;
  }
}

function copyFiles(database: string, copy: string): void {
  for (const ending of ['', '-wal']) {
    if (existsSync(`${database}${ending}`)) copyFileSync(`${database}${ending}`, `${copy}${ending}`);
  }
}

/** A copy for this reader, deleted when the store is closed. */
function openCopy(migrations: string, make: (copy: string) => void): Store {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-reading-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = path.join(folder, 'cleartake.sqlite');
    make(copy);
    const store = openStoreWithoutJournal(copy, migrations);
    return {
      ...store,
      close() {
        store.close();
        remove();
      },
    };
  } catch (failure) {
    remove();
    throw failure;
  }
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
