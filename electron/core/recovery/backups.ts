/** Backups of the store: hourly, at a clean end, and before a migration. One that is not whole never takes a good one's place. */

import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { findDamage, intoOneFile, openDatabase } from '../../platform/sqlite.ts';
import { every } from '../../platform/timers.ts';
import type { Store } from '../store/open-store.ts';
import { addNotice, dismissNotice, readNotices } from '../store/preferences.ts';
import { type BackupKind, backupFolder, backupPath, listBackups, pruneBackups } from './backup-files.ts';
import { flushFile, flushFolder } from './flush.ts';

const EVERY_MS = 60 * 60_000;
const NOTICE_ID = 'backups';

export interface Backups {
  /** Ends the hourly ones and makes the last, if anything changed since the one before. Never rejects. */
  close(): Promise<void>;
}

interface Request {
  readonly database: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
}

export function createBackups({ clock, database, log, store }: Request): Backups {
  const isBehind = () => {
    const now = clock.now();
    const age = now - (listBackups(database, now)[0]?.at ?? 0);
    return age >= EVERY_MS || age < 0;
  };
  // Rows that were written before this run are in no backup of this run either.
  let saved = isBehind() ? -1 : store.changes();
  let running: Promise<void> | null = null;
  const stop = every(clock, EVERY_MS, () => void save('hourly'));
  const first = setImmediate(() => isBehind() && void save('hourly'));

  /** Never rejects: work goes on without a backup, and the person is told. */
  function save(kind: BackupKind): Promise<void> {
    running ??= saveOne(kind).finally(() => {
      running = null;
    });
    return running;
  }

  async function saveOne(kind: BackupKind): Promise<void> {
    const changes = store.changes();
    if (changes === saved) return;
    try {
      await writeBackup(database, kind, clock.now(), (copy) => store.backup(copy));
      if (readNotices(store).some((one) => one.id === NOTICE_ID)) dismissNotice(store, NOTICE_ID);
      saved = changes;
    } catch (failure) {
      log.error('A backup of the store could not be made', { reason: failure instanceof Error ? failure.message : '' });
      tell();
    }
  }

  function tell(): void {
    try {
      addNotice(store, {
        id: NOTICE_ID,
        kind: 'unbacked',
        sentence: `Cleartake cannot back up its history to ${backupFolder(database)}. Nothing was lost. Free some space there, or allow writing; the next hour tries again.`,
        at: clock.now(),
      });
    } catch {
      // Where the store takes nothing either, the log has said it.
    }
  }

  return {
    async close() {
      clearImmediate(first);
      stop();
      await running;
      await save('closing');
    },
  };
}

/** Makes a backup under a temporary name, checks all of it, flushes it, and gives it its name. @throws Error, with nothing left behind */
async function writeBackup(
  database: string,
  kind: BackupKind,
  at: number,
  copyTo: (path: string) => Promise<void>,
): Promise<void> {
  const target = backupPath(database, kind, at);
  const temporary = makeRoom(target);
  try {
    await copyTo(temporary);
    finish(temporary, target);
  } finally {
    rmSync(temporary, { force: true });
  }
  pruneBackups(database, at);
}

/** The same at once, of a store that is not open yet: before its schema is changed. */
export function backUpBeforeMigration(database: string, at: number): void {
  const target = backupPath(database, 'migration', at);
  const temporary = makeRoom(target);
  const source = openDatabase({ path: database, schema: {}, readonly: true });
  try {
    source.snapshot(temporary);
    finish(temporary, target);
  } finally {
    source.close();
    rmSync(temporary, { force: true });
  }
  pruneBackups(database, at);
}

function makeRoom(target: string): string {
  const temporary = `${target}.part`;
  mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
  rmSync(temporary, { force: true });
  return temporary;
}

function finish(temporary: string, target: string): void {
  chmodSync(temporary, 0o600);
  intoOneFile(temporary);
  const damage = findDamage(temporary);
  if (damage !== null) throw new Error(`the backup is damaged: ${damage}`);
  flushFile(temporary);
  renameSync(temporary, target);
  flushFolder(path.dirname(target));
}
