/** What a report says of the store: whether it is whole, and how much is in it. Numbers and our own words only. */

import { statSync } from 'node:fs';
import { findDamage, type RawDatabase } from '../../platform/sqlite.ts';

export interface StoreReport {
  readonly bytes: number;
  readonly integrity: string;
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Jobs by state, and failed ones by the code of their error. */
  readonly jobs: Readonly<Record<string, number>>;
  readonly failures: Readonly<Record<string, number>>;
}

/** @returns null when there is no store yet */
export function reportStore(database: string): StoreReport | null {
  const bytes = statSync(database, { throwIfNoEntry: false })?.size;
  if (bytes === undefined) return null;
  let counts: Omit<StoreReport, 'bytes' | 'integrity'> = { rows: {}, jobs: {}, failures: {} };
  const damage = findDamage(database, (raw) => {
    counts = countIn(raw);
    return null;
  });
  return { bytes, integrity: damage === null ? 'ok' : 'damaged', ...counts };
}

function countIn(raw: RawDatabase): Omit<StoreReport, 'bytes' | 'integrity'> {
  const tables = raw.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite%'").pluck();
  const rows = (tables.all() as string[]).map((table): [string, number] => [
    table,
    Number(
      raw
        .prepare(`select count(*) from "${table.replaceAll('"', '""')}"`)
        .pluck()
        .get(),
    ),
  ]);
  const grouped = (sql: string) => wordsOnly(raw.prepare(sql).raw().all() as [unknown, number][]);
  return {
    rows: wordsOnly(rows),
    jobs: grouped('select state_kind, count(*) from job where removed_at is null group by 1'),
    failures: grouped("select state ->> '$.code', count(*) from job where state_kind = 'failed' group by 1"),
  };
}

/** A table or code that isn't a word of ours is counted without its name. */
function wordsOnly(counted: readonly [unknown, number][]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [name, count] of counted) {
    const word = typeof name === 'string' && /^[A-Za-z_-]{1,40}$/.test(name) ? name : 'other';
    found[word] = (found[word] ?? 0) + count;
  }
  return found;
}
