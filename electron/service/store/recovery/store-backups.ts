/** Backs up the service's database beside it, every hour in which something changed and when the service ends; and finds those backups. */

import { chmodSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { flushFile, flushFolder } from '../../../platform/files/flush.ts';
import { makeFolderSync } from '../../../platform/files/make-folder.ts';
import type { Log } from '../../../platform/log.ts';
import { findDamage, intoOneFile, type OpenDatabase } from '../../../platform/sqlite.ts';
import { stampOf } from '../../../platform/store-files/damaged-files.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { every } from '../../../platform/time/timers.ts';

const MOST_KEPT = 3;

const BACKUP_NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)\.sqlite$/;

const EVERY_MS = 60 * 60_000;
/** A larger database is not copied at the end: whoever ends the service does not wait for that. */
const LARGE_BYTES = 8 * 2 ** 20;

type Source = Pick<OpenDatabase<Record<string, unknown>>, 'backup' | 'raw'>;

export interface BackupPorts {
  readonly clock: Clock;
  readonly log: Log;
}

/** @returns ends it with a last backup. Never rejects: the service works without backups */
export function keepBackups(
  database: string,
  { backup, raw }: Source,
  { clock, log }: BackupPorts,
): () => Promise<void> {
  const counter = raw.prepare('select total_changes()').pluck();
  // Rows of earlier runs count as changed where no recent backup has them.
  const age = clock.now() - (storeBackups(database)[0]?.at ?? 0);
  let saved: unknown = age < EVERY_MS && age >= 0 ? counter.get() : null;
  let running = Promise.resolve();
  const save = () => {
    running = running.then(async () => {
      const changes = counter.get();
      if (changes === saved) return;
      try {
        await write(database, backup, clock.now());
        saved = changes;
      } catch (failure) {
        log.warn('The database could not be backed up', { reason: failure instanceof Error ? failure.message : '' });
      }
    });
    return running;
  };
  const stop = every(clock, EVERY_MS, () => void save());
  return async () => {
    stop();
    await running;
    const bytes = statSync(database, { throwIfNoEntry: false })?.size;
    if (bytes !== undefined && bytes <= LARGE_BYTES) await save();
  };
}

async function write(database: string, backup: Source['backup'], at: number): Promise<void> {
  const target = storeBackupPath(database, at);
  const temporary = `${target}.part`;
  makeFolderSync(path.dirname(target), 0o700);
  rmSync(temporary, { force: true });
  try {
    await backup(temporary);
    chmodSync(temporary, 0o600);
    intoOneFile(temporary);
    const damage = findDamage(temporary);
    if (damage !== null) throw new Error(`the backup is damaged: ${damage}`);
    flushFile(temporary);
    renameSync(temporary, target);
    flushFolder(path.dirname(target));
  } finally {
    rmSync(temporary, { force: true });
  }
  pruneStoreBackups(database);
}

export interface Backup {
  readonly path: string;
  /** Milliseconds since the epoch, whole seconds. */
  readonly at: number;
}

function storeBackupPath(database: string, at: number): string {
  return path.join(backupFolder(database), `${stampOf(at)}.sqlite`);
}

/** Newest first. */
export function storeBackups(database: string): Backup[] {
  const folder = backupFolder(database);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const [, day, hours, minutes, seconds] = BACKUP_NAME.exec(name) ?? [];
      return day === undefined
        ? []
        : [{ path: path.join(folder, name), at: Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`) }];
    })
    .sort((one, other) => other.at - one.at);
}

function pruneStoreBackups(database: string): void {
  for (const old of storeBackups(database).slice(MOST_KEPT)) rmSync(old.path, { force: true });
}

function backupFolder(database: string): string {
  return path.join(path.dirname(database), 'backups');
}
