/** SQLite for both stores: Drizzle over better-sqlite3, durable settings, migrations, synchronous transactions. */

import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { CleartakeError } from '../../shared/domain/errors.ts';
import { createOwnerOnlyFile, restrictToOwner } from './files/make-folder.ts';

export type RawDatabase = Database.Database;

export interface OpenDatabase<Schema extends Record<string, unknown>> {
  readonly orm: ReturnType<typeof drizzle<Schema>>;
  /** For hot statements, prepared once. */
  readonly raw: RawDatabase;
  /**
   * Runs `work` in one immediate transaction and commits when it returns.
   * @throws TypeError, after rolling back, when `work` returns a promise: an await inside would interleave with other work
   */
  transaction<Result>(work: () => Result): Result;
  /**
   * The same for work that can be repeated: it survives a crash of the program, but a power cut may undo it until the next `transaction`
   * commits. Inside a transaction it belongs to that one.
   */
  progress<Result>(work: () => Result): Result;
  /** Copies the database to a new file in steps, so that the event loop stays free. Writes made meanwhile are included. */
  backup(path: string): Promise<void>;
  /** Copies the database to a new file synchronously. */
  snapshot(path: string): void;
  close(): void;
}

export interface DatabaseOptions<Schema extends Record<string, unknown>> {
  readonly path: string;
  readonly schema: Schema;
  /** Naming of columns without an explicit name; must match the migrations' configuration. */
  readonly casing?: 'snake_case' | 'camelCase';
  /** Folder with generated migrations; without it, none are run. */
  readonly migrations?: string;
  readonly readonly?: boolean;
}

/** Opens a database with write-ahead log and full synchronization: a commit survives a power cut. Only its owner can read it. */
export function openDatabase<Schema extends Record<string, unknown>>(
  options: DatabaseOptions<Schema>,
): OpenDatabase<Schema> {
  if (!options.readonly && options.path !== ':memory:') closeDatabaseToOthers(options.path);
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
    // Without it, rows removed by REPLACE would bypass the delete triggers.
    raw.pragma('recursive_triggers = ON');
    const orm = drizzle(raw, {
      schema: options.schema,
      ...(options.casing === undefined ? {} : { casing: options.casing }),
    });
    if (options.migrations !== undefined) migrate(orm, { migrationsFolder: options.migrations });
    return {
      orm,
      raw,
      transaction: (work) => immediately(raw, work),
      progress: (work) => (raw.inTransaction ? work() : withoutFlush(raw, work)),
      backup: async (path) => void (await raw.backup(path)),
      snapshot: (path) => void raw.prepare('vacuum into ?').run(path),
      close: () => raw.close(),
    };
  } catch (failure) {
    raw.close();
    throw failure;
  }
}

/** SQLite creates the log and its index with the database's permissions, but leftovers of a crash keep their own. */
function closeDatabaseToOthers(path: string): void {
  createOwnerOnlyFile(path);
  for (const file of [path, `${path}-wal`, `${path}-shm`]) restrictToOwner(file);
}

/** In WAL mode NORMAL leaves the flush to the next FULL commit or checkpoint; commits stay atomic and in order. */
function withoutFlush<Result>(raw: RawDatabase, work: () => Result): Result {
  raw.pragma('synchronous = NORMAL');
  try {
    return immediately(raw, work);
  } finally {
    raw.pragma('synchronous = FULL');
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

/**
 * Whether a failure means that the file is damaged or not a database. A full disk, a missing permission or another program's lock do not
 * count.
 */
export function isDamage(failure: unknown): boolean {
  if (!(failure instanceof Database.SqliteError)) return false;
  const { code } = failure;
  const damage = ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_IOERR_SHORT_READ', 'SQLITE_TOOBIG', 'SQLITE_FORMAT'];
  // A damaged schema is reported like a faulty statement.
  return code === 'SQLITE_ERROR' || damage.some((kind) => code.startsWith(kind));
}

/**
 * Maps a failed write to an error code; other failures are returned unchanged. SQLite distinguishes a full disk from other failed writes:
 * a quota, a file size limit, a failing disk.
 */
export function explainUnwritten(failure: unknown): unknown {
  if (!(failure instanceof Database.SqliteError) || isDamage(failure)) return failure;
  const detail = `${failure.code}: ${failure.message}`;
  if (failure.code === 'SQLITE_FULL') return new CleartakeError('diskFull', { cause: failure, detail });
  if (failure.code.startsWith('SQLITE_IOERR') || isAccessRefused(failure))
    return new CleartakeError('storeUnwritable', { cause: failure, detail });
  return failure;
}

/** Whether SQLite lacks permission to open a file or to write next to it. */
export function isAccessRefused(failure: unknown): boolean {
  if (!(failure instanceof Database.SqliteError)) return false;
  return ['SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_PERM'].some((code) => failure.code.startsWith(code));
}

/**
 * Checks a whole database and all its references, and lets `look` read more. The database and its log stay unchanged, byte for byte.
 * @returns what is damaged, or null
 * @throws SqliteError when it could not be read for another reason than damage
 */
export function findDamage(path: string, look: (raw: RawDatabase) => string | null = () => null): string | null {
  let raw: RawDatabase | null = null;
  try {
    raw = new Database(path, { readonly: true, fileMustExist: true, timeout: 5000 });
    raw.pragma('trusted_schema = OFF');
    const found = raw.pragma('integrity_check(1)', { simple: true });
    if (found !== 'ok') return String(found);
    const strays = raw.pragma('foreign_key_check') as readonly unknown[];
    if (strays.length > 0) return `${strays.length} rows refer to rows that are missing`;
    return look(raw);
  } catch (failure) {
    if (isDamage(failure)) return failure instanceof Error ? failure.message : 'unreadable';
    throw failure;
  } finally {
    raw?.close();
  }
}

/** Reads a database that nobody writes. @throws SqliteError when it can't be read */
export function readDatabase<Result>(path: string, read: (raw: RawDatabase) => Result): Result {
  const raw = new Database(path, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    raw.pragma('trusted_schema = OFF');
    return read(raw);
  } finally {
    raw.close();
  }
}

/** Changes a database of one file that nobody else has open. */
export function writeDatabase(path: string, write: (raw: RawDatabase) => void): void {
  const raw = new Database(path, { fileMustExist: true });
  try {
    write(raw);
  } finally {
    raw.close();
  }
}

/** Merges the write-ahead log into a copy that nobody else has open, so that it is a single file. */
export function intoOneFile(path: string): void {
  const raw = new Database(path);
  try {
    raw.pragma('journal_mode = DELETE');
  } finally {
    raw.close();
  }
}

/** An exclusive lock on a file, released as soon as the process dies. */
export interface FileLock {
  release(): void;
}

/** @returns null when another process holds it */
export function tryLockFile(path: string): FileLock | null {
  createOwnerOnlyFile(path);
  restrictToOwner(path);
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
