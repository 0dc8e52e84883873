/** What a backup contains, and whether it is whole. Neither changes it. */

import { uptime } from 'node:os';
import { type RawDatabase, readDatabase } from '../../../platform/sqlite.ts';
import { readJournal } from '../../store/start-journal/journal-file.ts';
import { startJournalPath } from '../../store/start-journal/start-journal.ts';
import { type Examination, examineStore } from '../examine/examine-store.ts';

export interface BackupContents {
  readonly recordings: number;
  readonly results: number;
  /** When something was written into it last, in milliseconds since the epoch; null when nothing was. */
  readonly lastAt: number | null;
}

export type BackupVerdict =
  | { readonly kind: 'whole' }
  /** Whole, but so many starts were made since: the services are asked about them after it was restored. */
  | { readonly kind: 'older'; readonly starts: number }
  | { readonly kind: 'damaged'; readonly reason: string }
  /** A newer Cleartake made it. */
  | { readonly kind: 'newer' };

/** Null for one that can't be read. */
export function contentsOf(file: string): BackupContents | null {
  try {
    return readDatabase(file, (raw) => ({
      recordings: numberIn(raw, 'select count(*) from recording') ?? 0,
      results: numberIn(raw, 'select count(*) from result') ?? 0,
      lastAt: numberIn(raw, 'select max(at) from (select at from event order by id desc limit 1)'),
    }));
  } catch {
    return null;
  }
}

/** Checks all pages, all references, and the rows against the journal of starts. It takes a while for a large one. */
export function checkBackup(database: string, migrations: string, file: string, now: number): BackupVerdict {
  const examination: Examination = {
    database: file,
    migrations,
    journal: readJournal(startJournalPath(database)),
    bootedAt: now - uptime() * 1000,
    isBackup: true,
  };
  try {
    const finding = examineStore(examination);
    switch (finding.kind) {
      case 'intact':
        return { kind: 'whole' };
      case 'outdated':
        return { kind: 'older', starts: finding.unknownStarts };
      case 'newer':
        return { kind: 'newer' };
      case 'damaged':
        return { kind: 'damaged', reason: finding.reason };
      case 'fresh':
        return { kind: 'damaged', reason: 'it is empty' };
    }
  } catch {
    return { kind: 'damaged', reason: 'it cannot be read' };
  }
}

function numberIn(raw: RawDatabase, sql: string): number | null {
  const found = raw.prepare(sql).pluck().get();
  return typeof found === 'number' ? found : null;
}
