/** SQLite as both stores use it: Drizzle over better-sqlite3, durable settings, migrations, synchronous transactions. */

import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';

export type RawDatabase = Database.Database;

export interface OpenDatabase<Schema extends Record<string, unknown>> {
  readonly orm: ReturnType<typeof drizzle<Schema>>;
  /** For hot statements that are prepared once. */
  readonly raw: RawDatabase;
  /**
   * Runs `work` in one immediate transaction and commits when it returns.
   * @throws TypeError, rolled back, when `work` returns a promise: an await inside would interleave with other work
   */
  transaction<Result>(work: () => Result): Result;
  close(): void;
}

export interface DatabaseOptions<Schema extends Record<string, unknown>> {
  readonly path: string;
  readonly schema: Schema;
  /** How columns without a name of their own are named; the migrations' configuration says the same. */
  readonly casing?: 'snake_case' | 'camelCase';
  /** Folder of generated migrations; without it the database is opened as it is. */
  readonly migrations?: string;
  readonly readonly?: boolean;
}

/** Opens a database with write-ahead log and full synchronization: a commit that returned survives a power cut. */
export function openDatabase<Schema extends Record<string, unknown>>(
  options: DatabaseOptions<Schema>,
): OpenDatabase<Schema> {
  const raw = new Database(options.path, { readonly: options.readonly ?? false, timeout: 5000 });
  try {
    if (!options.readonly) {
      raw.pragma('journal_mode = WAL');
      raw.pragma('synchronous = FULL');
      raw.pragma('fullfsync = 1');
      raw.pragma('checkpoint_fullfsync = 1');
    }
    raw.pragma('foreign_keys = ON');
    raw.pragma('trusted_schema = OFF');
    // Without it what a REPLACE removes passes the triggers that keep it.
    raw.pragma('recursive_triggers = ON');
    const orm = drizzle(raw, {
      schema: options.schema,
      ...(options.casing === undefined ? {} : { casing: options.casing }),
    });
    if (options.migrations !== undefined) migrate(orm, { migrationsFolder: options.migrations });
    return { orm, raw, transaction: (work) => immediately(raw, work), close: () => raw.close() };
  } catch (failure) {
    raw.close();
    throw failure;
  }
}

function immediately<Result>(raw: RawDatabase, work: () => Result): Result {
  return raw
    .transaction(() => {
      const result = work();
      if (result instanceof Promise) {
        result.catch(() => undefined);
        throw new TypeError('A transaction is synchronous: its work may not return a promise');
      }
      return result;
    })
    .immediate();
}

/** An exclusive hold on a file, free at once when the process dies. */
export interface FileLock {
  release(): void;
}

/** @returns null when another process holds it */
export function tryLockFile(path: string): FileLock | null {
  const raw = new Database(path, { timeout: 0 });
  try {
    raw.exec('BEGIN EXCLUSIVE');
    return { release: () => raw.close() };
  } catch (failure) {
    raw.close();
    if (failure instanceof Database.SqliteError && failure.code.startsWith('SQLITE_BUSY')) return null;
    throw failure;
  }
}
