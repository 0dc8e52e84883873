/** Examines the store's files before they are opened, without changing them. */

import { is } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig, SQLiteTable, SQLiteTextJson } from 'drizzle-orm/sqlite-core';
import { GENERATION_KINDS } from '../../../../shared/domain/generation-state.ts';
import { type JobState, STAGES } from '../../../../shared/domain/job-state.ts';
import type { RawDatabase } from '../../../platform/sqlite.ts';
import { findDamage } from '../../../platform/sqlite.ts';
import { filesOf, headerFault, sizeOf } from '../../../platform/store-files/database-files.ts';
import { findMissingPart, knownMigrations } from '../../../platform/store-files/missing-parts.ts';
import { findWalFault } from '../../../platform/store-files/wal-check.ts';
import { appliedMigrations } from '../../store/open-to-read.ts';
import { schema } from '../../store/schema.ts';
import type { JournalContents } from '../../store/start-journal/journal-file.ts';

const BEYOND_STAGES = [
  'done',
  'waiting',
  'paused',
  'cancelling',
  'failed',
  'needs-you',
  'in-review',
  'cancelled',
] as const;

const JOB_KINDS = [...STAGES, ...BEYOND_STAGES] satisfies JobState['kind'][];

const list = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');

/** Conditions, by table, that no valid row meets. Their JSON can be read: `findBrokenText` came before. */
const CONTRADICTIONS: Readonly<Record<string, string>> = {
  generation: `state_kind not in (${list(GENERATION_KINDS)})
    or json_extract(state, '$.kind') is not state_kind
    or (json_extract(state, '$.remoteId') is not null and json_extract(state, '$.remoteId') is not remote_id)
    or (json_extract(state, '$.attemptId') is not null
      and not exists (select 1 from start_attempt where id = json_extract(generation.state, '$.attemptId')))`,
  job: `state_kind not in (${list(JOB_KINDS)})
    or json_extract(state, '$.kind') is not state_kind`,
  ledger_entry: `kind not in ('hold', 'charge', 'release', 'refund')`,
};

export type StoreFinding =
  /** There is no store yet. */
  | { readonly kind: 'fresh' }
  /** `migrationsDue`: an earlier version wrote it last. */
  | { readonly kind: 'intact'; readonly migrationsDue: boolean }
  /** Intact, but commits are missing. */
  | { readonly kind: 'outdated'; readonly reason: string; readonly unknownStarts: number }
  | { readonly kind: 'damaged'; readonly reason: string }
  /** A later version wrote it. */
  | { readonly kind: 'newer' };

export interface Examination {
  readonly database: string;
  /** Folder of the store's migrations. */
  readonly migrations: string;
  readonly journal: JournalContents;
  /** When the computer was started, in milliseconds since the epoch. */
  readonly bootedAt: number;
  /** A backup is one file, not in WAL mode. */
  readonly isBackup?: boolean;
}

/** @throws Error when the files cannot be read for another reason than damage: a permission, a failing disk */
export function examineStore(examination: Examination): StoreFinding {
  const { bootedAt, database, isBackup = false, migrations, journal } = examination;
  const sizes = filesOf(database).map(sizeOf);
  if (sizes.some((size) => size === 'no file')) return { kind: 'damaged', reason: 'one of its files is no file' };
  const [main, wal] = sizes;
  if (main === null || main === undefined || main === 0) {
    // The journal is created after the store.
    const wasThere = (typeof wal === 'number' && wal > 0) || Number.isFinite(journal.from) || journal.starts.length > 0;
    return wasThere ? { kind: 'damaged', reason: main === 0 ? 'it is empty' : 'it is missing' } : { kind: 'fresh' };
  }
  const header = headerFault(database, isBackup ? 1 : 2);
  if (header !== null) return { kind: 'damaged', reason: header };
  const walFault = isBackup ? null : findWalFault(database, bootedAt);
  let isNewer = false;
  let migrationsDue = false;
  let unknownStarts = 0;
  let lacksJournal = false;
  const damage = findDamage(database, (raw) => {
    const applied = appliedMigrations(raw);
    if (applied === null) return 'it is no store of this application';
    const known = knownMigrations(migrations);
    isNewer = applied.length > known.length || (applied.at(-1) ?? 0) > (known.at(-1) ?? 0);
    migrationsDue = applied.length < known.length;
    if (isNewer || applied.length === 0) return null;
    const missing = findMissingPart(raw, migrations, applied.length);
    if (missing !== null) return missing;
    const attempts = raw.prepare('select 1 from start_attempt where id = ?').pluck();
    unknownStarts = journal.starts.filter((start) => attempts.get(start.attemptId) === undefined).length;
    const hadJournal = raw.prepare("select 1 from setting where name = 'witnessed'").get() !== undefined;
    lacksJournal = hadJournal && !Number.isFinite(journal.from);
    return findBrokenText(raw) ?? findImpossibleRow(raw);
  });
  if (isNewer) return { kind: 'newer' };
  if (damage !== null) return { kind: 'damaged', reason: damage };
  if (walFault !== null) return { kind: 'outdated', reason: walFault, unknownStarts };
  if (unknownStarts > 0) return { kind: 'outdated', reason: `it lacks ${unknownStarts} starts`, unknownStarts };
  if (lacksJournal) return { kind: 'outdated', reason: 'the journal of its starts is lost', unknownStarts };
  return { kind: 'intact', migrationsDue };
}

/**
 * A flipped bit inside a JSON text stays unnoticed by SQLite's own check, and whoever reads the row fails.
 * @returns what is wrong with the first such row, or null
 */
function findBrokenText(raw: RawDatabase): string | null {
  const namesOf = raw.prepare('select name from pragma_table_info(?)').pluck();
  for (const table of Object.values(schema)) {
    if (!is(table, SQLiteTable)) continue;
    const { name, columns } = getTableConfig(table);
    // A store of an earlier version lacks what later ones added.
    const present = new Set(namesOf.all(name));
    const texts = columns.filter((column) => is(column, SQLiteTextJson)).map((column) => toSnakeCase(column.name));
    const broken = texts.filter((text) => present.has(text)).map((text) => `not json_valid(${text})`);
    if (broken.length === 0) continue;
    const found = raw.prepare(`select 1 from ${name} where ${broken.join(' or ')} limit 1`).get();
    if (found !== undefined) return `a row of ${name} can’t be read`;
  }
  return null;
}

/** @returns what is wrong with the first such row, or null */
function findImpossibleRow(raw: RawDatabase): string | null {
  for (const [table, contradiction] of Object.entries(CONTRADICTIONS)) {
    const found = raw.prepare(`select 1 from ${table} where ${contradiction} limit 1`).get();
    if (found !== undefined) return `a row of ${table} contradicts itself`;
  }
  return null;
}
