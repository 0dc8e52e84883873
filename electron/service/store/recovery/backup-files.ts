/** Names, folder and number of the service's own backups of its database. */

import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stampOf } from '../../../platform/store-files/damaged-files.ts';

const MOST_KEPT = 3;
const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)\.sqlite$/;

export interface Backup {
  readonly path: string;
  /** Milliseconds since the epoch, whole seconds. */
  readonly at: number;
}

export function storeBackupPath(database: string, at: number): string {
  return path.join(backupFolder(database), `${stampOf(at)}.sqlite`);
}

/** Newest first. */
export function storeBackups(database: string): Backup[] {
  const folder = backupFolder(database);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
      return day === undefined
        ? []
        : [{ path: path.join(folder, name), at: Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`) }];
    })
    .sort((one, other) => other.at - one.at);
}

export function pruneStoreBackups(database: string): void {
  for (const old of storeBackups(database).slice(MOST_KEPT)) rmSync(old.path, { force: true });
}

function backupFolder(database: string): string {
  return path.join(path.dirname(database), 'backups');
}
