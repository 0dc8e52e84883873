/** `cleartake desk`: exports the whole desk without keys into one file, and imports such a file into an empty data folder. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { formatBytes } from '../../../../../shared/domain/units.ts';
import { exportDesk, STORE } from '../../../../core/features/data/archive/export-desk.ts';
import { importDesk } from '../../../../core/features/data/archive/import-desk.ts';
import { checkBackup } from '../../../../core/recovery/backups/inspect-backup.ts';
import { systemClock } from '../../../../platform/time/clock.ts';
import { lockDataFolder } from '../../../common/data-folder-lock.ts';
import { nodeHostInfo } from '../../../common/paths.ts';
import { EXIT, type ExitStatus, UsageError } from '../../exit-status.ts';
import { openForWork } from '../../open-desk.ts';
import type { ReadOptions } from '../../open-store.ts';
import { print } from '../../output/printer.ts';
import { csvLine, jsonLine } from '../../reports/printable.ts';
import { ARCHIVE } from '../../strings/care.ts';
import { USAGE } from '../../strings/usage.ts';

interface DeskOptions extends ReadOptions {
  readonly csv?: boolean;
}

export interface ExportDeskOptions extends DeskOptions {
  readonly results?: boolean;
}

const COLUMNS = 'what,file,files,bytes';

/** Needs the lock: files that come and go would not fit the history. @throws UsageError when the file is there already */
export async function exportDeskCommand(file: string, options: ExportDeskOptions): Promise<ExitStatus> {
  const target = path.resolve(file);
  if (existsSync(target)) throw new UsageError(USAGE.fileExists(file));
  if (!existsSync(path.dirname(target))) throw new UsageError(USAGE.fileUnwritable(file));
  const { dataDirectory } = nodeHostInfo('cli', options.dataDir);
  const lock = lockDataFolder(dataDirectory);
  try {
    if (!existsSync(path.join(dataDirectory, 'cleartake.sqlite'))) throw new UsageError(ARCHIVE.nothing);
    const withResults = options.results === true;
    const { bytes, files } = await exportDesk({ dataDirectory, target, withResults, now: systemClock.now() });
    const told = ARCHIVE.exported(target, formatBytes(bytes), withResults);
    if (options.json === true) print(jsonLine({ event: 'exported', file: target, files, bytes }));
    else if (options.csv === true)
      for (const line of [COLUMNS, csvLine(['exported', target, files, bytes])]) print(line);
    else print(told);
    return EXIT.done;
  } finally {
    lock.release();
  }
}

/** @throws CleartakeError notPossibleNow for a data folder in use */
export async function importDeskCommand(file: string, options: DeskOptions): Promise<ExitStatus> {
  const { dataDirectory, migrationsDirectory } = nodeHostInfo('cli', options.dataDir);
  if (!existsSync(file)) throw new UsageError(ARCHIVE.missing(file));
  const lock = lockDataFolder(dataDirectory);
  let files: number;
  try {
    const database = path.join(dataDirectory, STORE);
    const imported = await importDesk({
      archive: path.resolve(file),
      dataDirectory,
      replaces: false,
      pass: () => undefined,
      check: async (store) => checkBackup(database, migrationsDirectory, store, systemClock.now()),
    });
    files = imported.files;
  } finally {
    lock.release();
  }
  await (await openForWork({ dataDirectory: options.dataDir, leavesEarlierWork: true })).close();
  if (options.json === true) print(jsonLine({ event: 'imported', files, dataDirectory }));
  else if (options.csv === true) for (const line of [COLUMNS, csvLine(['imported', file, files, ''])]) print(line);
  else print(ARCHIVE.imported);
  return EXIT.done;
}
