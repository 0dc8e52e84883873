/**
 * The file of History's search index. It holds only what the store has too: one that is missing, damaged or of another version is made
 * again. FTS5 has no counterpart in Drizzle, so this is SQL.
 */

import { existsSync, rmSync } from 'node:fs';
import { openDatabase, type RawDatabase } from '../../../platform/sqlite.ts';

/** Grows with every change of the tables, or of what they are filled with. */
const VERSION = 1;

const TABLES = `
  create table meta (name text primary key, value integer not null) without rowid;
  -- Texts that many recordings share, looked through at every search.
  create table label (
    id integer primary key, kind text not null, value text not null, folded text not null, starts text not null,
    unique (kind, value)
  );
  create table entry (
    id integer primary key, job_id text not null unique,
    added integer not null, finished integer not null, name text not null, cost integer not null, length real not null,
    connection integer not null, batch integer not null, show integer not null, preset integer not null,
    error integer not null, verdict integer not null, model integer not null, state integer not null,
    shown_state integer not null, model_bits integer not null, verdict_bits integer not null
  );
  create index entry_added on entry (added, id);
  create index entry_finished on entry (finished, id);
  create index entry_name on entry (name, id);
  create index entry_cost on entry (cost, id);
  create index entry_length on entry (length, id);
  -- Has every figure that a filter compares: a count reads nothing else.
  create index entry_scan on entry (
    shown_state, model_bits, verdict_bits, cost, added, length, connection, batch, show, preset, error, verdict, model, state
  );
  create table entry_tag (tag integer not null, entry integer not null, primary key (tag, entry)) without rowid;
  create index entry_tag_entry on entry_tag (entry);
  create table entry_text (id integer primary key, body text not null, starts text not null);
  create virtual table text_part using fts5 (
    body, content = 'entry_text', content_rowid = 'id', tokenize = 'trigram case_sensitive 1', columnsize = 0
  );
  -- For terms that are too short for it.
  create virtual table text_word using fts5 (
    starts, content = 'entry_text', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2',
    detail = none, columnsize = 0
  );`;

export type IndexDatabase = ReturnType<typeof openIndexFile>;

export function indexPath(database: string): string {
  return `${database}.search`;
}

/** Deletes the index of a store, for one that is damaged or describes another store. */
export function discardIndex(database: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${indexPath(database)}${ending}`, { force: true });
}

/** @param database path of the store @param lastEvent id of the store's latest event: an index that has seen more is of another store */
export function openIndexFile(database: string, lastEvent: number) {
  const isThere = existsSync(indexPath(database));
  const opened = open(database);
  if (!isThere || fits(opened.raw, lastEvent)) return opened;
  opened.close();
  discardIndex(database);
  return open(database);
}

function open(database: string) {
  const opened = openDatabase({ path: indexPath(database), schema: {} });
  try {
    opened.raw.pragma('cache_size = -32768');
    if (opened.raw.pragma('user_version', { simple: true }) === 0) {
      opened.transaction(() => opened.raw.exec(`${TABLES}; pragma user_version = ${VERSION};`));
    }
    return opened;
  } catch (failure) {
    opened.close();
    throw failure;
  }
}

function fits(raw: RawDatabase, lastEvent: number): boolean {
  if (raw.pragma('user_version', { simple: true }) !== VERSION) return false;
  return readMeta(raw, 'event', 0) <= lastEvent;
}

/** `built`: every job before this row of the store is still to be indexed. `event`: the latest event of the store when it was written. */
export type MetaName = 'built' | 'event';

export function readMeta(raw: RawDatabase, name: MetaName, otherwise: number): number {
  const value = raw.prepare('select value from meta where name = ?').pluck().get(name);
  return typeof value === 'number' ? value : otherwise;
}

export function writeMeta(raw: RawDatabase, name: MetaName, value: number): void {
  raw.prepare('insert or replace into meta values (?, ?)').run(name, value);
}
