/** Backups of the store: hourly, on a clean exit, and before a migration. An incomplete backup never replaces a good one. */

import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { flushFolder } from '../../../platform/files/flush.ts';
import { makeFolderSync } from '../../../platform/files/make-folder.ts';
import type { Log } from '../../../platform/log.ts';
import type { SpawnHelper } from '../../../platform/processes/helper-process.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { every } from '../../../platform/time/timers.ts';
import type { Store } from '../../store/open-store.ts';
import { addNotice, dismissNotice, readNotices } from '../../store/tables/preferences.ts';
import { HISTORY } from '../../strings.ts';
import { finishCopy, LARGE_BYTES, makeCopy, makeCopyElsewhere } from './backup-copy.ts';
import { type BackupKind, backupFolder, backupPath, listBackups, pruneBackups } from './backup-files.ts';

const EVERY_MS = 60 * 60_000;
const NOTICE_ID = 'backups';

/** Suffix of an incomplete backup. Names of SQLite's own files beside it contain it too. */
const PARTIAL = '.part';

export interface Backups {
  /** Ends the hourly backups and makes a last one if anything changed. Never rejects. */
  close(): Promise<void>;
}

interface Request {
  readonly database: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly spawn: SpawnHelper;
}

export function createBackups({ clock, database, log, spawn, store }: Request): Backups {
  const isBehind = () => {
    const now = clock.now();
    const age = now - (listBackups(database, now)[0]?.at ?? 0);
    return age >= EVERY_MS || age < 0;
  };
  // Without a recent backup, rows of earlier runs count as unsaved changes.
  let saved = isBehind() ? -1 : store.changes();
  let running: Promise<void> | null = null;
  const stop = every(clock, EVERY_MS, () => void save('hourly'));
  const first = setImmediate(() => isBehind() && void save('hourly'));

  /** Never rejects: the desk works without a backup, and a notice tells the person. */
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
      await writeBackup(database, kind, clock.now(), kind === 'hourly' && isLarge() ? copyElsewhere : copyHere);
      if (readNotices(store).some((one) => one.id === NOTICE_ID)) dismissNotice(store, NOTICE_ID);
      saved = changes;
    } catch (failure) {
      log.error('A backup of the store could not be made', { reason: failure instanceof Error ? failure.message : '' });
      notify();
    }
  }

  function isLarge(): boolean {
    return statSync(database).size > LARGE_BYTES;
  }

  function copyElsewhere(copy: string): Promise<void> {
    return makeCopyElsewhere(spawn, database, copy);
  }

  async function copyHere(copy: string): Promise<void> {
    await store.backup(copy);
    finishCopy(copy);
  }

  function notify(): void {
    try {
      addNotice(store, {
        id: NOTICE_ID,
        kind: 'unbacked',
        sentence: HISTORY.backupFailed(backupFolder(database)),
        at: clock.now(),
      });
    } catch {
      // The store cannot be written either. The log has the reason.
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

/**
 * Makes a backup under a temporary name, then renames it.
 * @param copyTo makes a checked and flushed copy
 * @throws Error after removing the temporary file
 */
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
    putInPlace(temporary, target);
  } finally {
    rmSync(temporary, { force: true });
  }
  pruneBackups(database, at);
}

/** Backs up a store that is not open yet, synchronously, before its schema changes or another backup takes its place. */
export function backUpClosed(database: string, kind: 'migration' | 'replaced', at: number): void {
  const target = backupPath(database, kind, at);
  const temporary = makeRoom(target);
  try {
    makeCopy(database, temporary);
    putInPlace(temporary, target);
  } finally {
    rmSync(temporary, { force: true });
  }
  pruneBackups(database, at);
}

/** Removes incomplete backups of earlier runs: only one backup is made at a time. */
function makeRoom(target: string): string {
  const folder = path.dirname(target);
  makeFolderSync(folder, 0o700);
  for (const name of readdirSync(folder)) {
    if (name.includes(PARTIAL)) rmSync(path.join(folder, name), { force: true });
  }
  return `${target}${PARTIAL}`;
}

function putInPlace(temporary: string, target: string): void {
  renameSync(temporary, target);
  flushFolder(path.dirname(target));
}
