/** SQLite as both stores use it: Drizzle over better-sqlite3, durable settings, migrations, synchronous transactions. */

import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { CleartakeError } from '../../shared/domain/errors.ts';
import { createOwnerOnlyFile, restrictToOwner } from './files/owner-only.ts';

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
  /**
   * The same for what can be done again: it survives the end of the program, but after a power cut the last of it may be gone, up to the
   * last `transaction` after it. Inside a transaction it is a part of that one.
   */
  progress<Result>(work: () => Result): Result;
  /** Copies the whole database to a new file, in steps between which the loop is free. What is written meanwhile is in the copy too. */
  backup(path: string): Promise<void>;
  /** Copies the whole database to a new file, at once. */
  snapshot(path: string): void;
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

/** Opens a database with write-ahead log and full synchronization: a commit that returned survives a power cut. Its owner alone reads it. */
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
    // Without it what a REPLACE removes passes the triggers that keep it.
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

/** The log and its index are made with the rights of the database; those that an earlier end left have rights of their own. */
function closeDatabaseToOthers(path: string): void {
  createOwnerOnlyFile(path);
  for (const file of [path, `${path}-wal`, `${path}-shm`]) restrictToOwner(file);
}

/** In write-ahead mode NORMAL leaves the flush to the next commit that is FULL, or to a checkpoint; commits stay whole and in order. */
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
 * Whether a failure says that the file itself is damaged, or no database at all. A full disk, a missing permission or another
 * program's lock say nothing of the kind.
 */
export function isDamage(failure: unknown): boolean {
  if (!(failure instanceof Database.SqliteError)) return false;
  const { code } = failure;
  const damage = ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_IOERR_SHORT_READ', 'SQLITE_TOOBIG', 'SQLITE_FORMAT'];
  // A schema that was damaged reads like a statement that is wrong.
  return code === 'SQLITE_ERROR' || damage.some((kind) => code.startsWith(kind));
}

/**
 * What a database that takes nothing says, in the words of this house; other failures as they are. SQLite tells a full disk from a
 * write that failed otherwise: a quota, a limit on the size of files, a disk that is going.
 */
export function explainUnwritten(failure: unknown): unknown {
  if (!(failure instanceof Database.SqliteError) || isDamage(failure)) return failure;
  const detail = `${failure.code}: ${failure.message}`;
  if (failure.code === 'SQLITE_FULL') return new CleartakeError('diskFull', { cause: failure, detail });
  if (failure.code.startsWith('SQLITE_IOERR')) return new CleartakeError('storeUnwritable', { cause: failure, detail });
  return failure;
}

/** Whether SQLite may not open a file, or may not write beside it. */
export function isAccessRefused(failure: unknown): boolean {
  if (!(failure instanceof Database.SqliteError)) return false;
  return ['SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_PERM'].some((code) => failure.code.startsWith(code));
}

/**
 * Reads a whole database and every reference in it, and lets `look` read on. The database and its log stay byte for byte as they are.
 * @returns what is wrong, or null
 * @throws SqliteError when it could not be read for a reason that is no damage
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

/** Puts a copy that nobody else has open into one file: what its log holds goes into it, and it is read without one. */
export function intoOneFile(path: string): void {
  const raw = new Database(path);
  try {
    raw.pragma('journal_mode = DELETE');
  } finally {
    raw.close();
  }
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
