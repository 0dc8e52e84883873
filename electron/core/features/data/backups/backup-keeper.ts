/** The backups that there are, what they contain, whether they are whole, and the way back to one of them. */

import { statSync } from 'node:fs';
import path from 'node:path';
import type { BackupChecked, BackupsView } from '../../../../../shared/contract/care.ts';
import { CleartakeError } from '../../../../../shared/domain/errors.ts';
import { toDiskError } from '../../../../platform/files/file-errors.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import { type BackupFile, listBackups } from '../../../recovery/backups/backup-files.ts';
import { chooseBackup, chosenBackup, forgetChoice, importedAt } from '../../../recovery/backups/chosen-backup.ts';
import { contentsOf } from '../../../recovery/backups/inspect-backup.ts';
import { ARCHIVE_REFUSALS, CARE } from '../strings.ts';

export interface BackupKeeper {
  list(): BackupsView;
  /** @throws CleartakeError notFound */
  check(name: string): Promise<BackupChecked>;
  /**
   * Goes back to a backup at the next start, or, with null, stays with what is there.
   * @throws CleartakeError notFound; notPossibleNow for one that isn't whole
   */
  choose(name: string | null): Promise<void>;
}

interface KeeperPorts {
  readonly database: string;
  readonly clock: Pick<Clock, 'now'>;
  check(file: string): Promise<BackupChecked>;
}

export function createBackupKeeper({ check, clock, database }: KeeperPorts): BackupKeeper {
  function find(name: string): BackupFile {
    const found = listBackups(database, clock.now()).find((one) => path.basename(one.path) === name);
    if (found === undefined) throw new CleartakeError('notFound', { detail: 'backup' });
    return found;
  }

  return {
    list() {
      const chosen = importedAt(database) === null ? chosenBackup(database) : null;
      const backups = listBackups(database, clock.now()).toSorted((one, other) => other.at - one.at);
      return {
        chosen: chosen === null ? null : path.basename(chosen.path),
        backups: backups.map(({ at, kind, path: file }) => ({
          name: path.basename(file),
          kind,
          at,
          bytes: statSync(file, { throwIfNoEntry: false })?.size ?? 0,
          contents: contentsOf(file),
        })),
      };
    },
    check: async (name) => await check(find(name).path),
    async choose(name) {
      const isImport = importedAt(database) !== null;
      if (name === null) {
        if (!isImport) forgetChoice(database);
        return;
      }
      if (isImport) throw new CleartakeError('notPossibleNow', { parts: ARCHIVE_REFUSALS.importWaits });
      const file = find(name);
      const { kind } = await check(file.path);
      if (kind !== 'whole' && kind !== 'older')
        throw new CleartakeError('notPossibleNow', { parts: CARE.unusableBackup[kind] });
      try {
        chooseBackup(database, file);
      } catch (failure) {
        throw toDiskError(failure);
      }
    },
  };
}
