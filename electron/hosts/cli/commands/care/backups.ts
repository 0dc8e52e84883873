/** `cleartake backups`: lists the backups of the history, checks them, and goes back to one. */

import path from 'node:path';
import type { BackupChecked, BackupView } from '../../../../../shared/contract/care.ts';
import { formatBytes } from '../../../../../shared/domain/units.ts';
import { createBackupKeeper } from '../../../../core/features/data/backups/backup-keeper.ts';
import { forgetChoice } from '../../../../core/recovery/backups/chosen-backup.ts';
import { checkBackup } from '../../../../core/recovery/backups/inspect-backup.ts';
import { systemClock } from '../../../../platform/time/clock.ts';
import { nodeHostInfo } from '../../../common/paths.ts';
import { EXIT, type ExitStatus } from '../../exit-status.ts';
import { unknownName } from '../../named.ts';
import { openForWork } from '../../open-desk.ts';
import type { ReadOptions } from '../../open-store.ts';
import { print } from '../../output/printer.ts';
import { csvLine, jsonLine } from '../../reports/printable.ts';
import { BACKUPS } from '../../strings/care.ts';
import { USAGE } from '../../strings/usage.ts';

export interface BackupOptions extends ReadOptions {
  readonly csv?: boolean;
}

function keeperOf({ dataDir }: ReadOptions) {
  const { dataDirectory, migrationsDirectory } = nodeHostInfo('cli', dataDir);
  const database = path.join(dataDirectory, 'cleartake.sqlite');
  const check = async (file: string) => checkBackup(database, migrationsDirectory, file, systemClock.now());
  return { database, keeper: createBackupKeeper({ check, clock: systemClock, database }) };
}

export function listBackupsCommand(options: BackupOptions): ExitStatus {
  const { backups } = keeperOf(options).keeper.list();
  if (options.csv === true) print('name,made,kind,bytes,recordings,results,last entry');
  for (const backup of backups) print(lineOf(backup, options));
  if (backups.length === 0 && options.json !== true && options.csv !== true) print(BACKUPS.none);
  return EXIT.done;
}

function lineOf({ at, bytes, contents, kind, name }: BackupView, options: BackupOptions): string {
  if (options.json === true) return jsonLine({ event: 'backup', name, kind, at, bytes, contents });
  const last = contents?.lastAt ?? null;
  const lastEntry = last === null ? '' : new Date(last).toISOString();
  if (options.csv === true) {
    const made = new Date(at).toISOString();
    return csvLine([name, made, kind, bytes, contents?.recordings ?? '', contents?.results ?? '', lastEntry]);
  }
  const words = contents === null ? BACKUPS.unreadable : BACKUPS.contents(contents.recordings, contents.results);
  return `${name}  ${formatBytes(bytes)}  ${words}`;
}

const CHECK_COLUMNS = 'name,state,started since,reason';

function checkRow(name: string, checked: BackupChecked): string {
  const starts = checked.kind === 'older' ? checked.starts : '';
  return csvLine([name, checked.kind, starts, checked.kind === 'damaged' ? checked.reason : '']);
}

/** Status 1 when one isn't whole. */
export async function checkBackupsCommand(names: readonly string[], options: BackupOptions): Promise<ExitStatus> {
  const { keeper } = keeperOf(options);
  const chosen = names.length > 0 ? names : keeper.list().backups.map(({ name }) => name);
  for (const name of chosen) requireBackup(keeper, name);
  let status: ExitStatus = EXIT.done;
  if (options.csv === true) print(CHECK_COLUMNS);
  for (const name of chosen) {
    const checked = await keeper.check(name);
    if (options.json === true) print(jsonLine({ event: 'checked', name, ...checked }));
    else print(options.csv === true ? checkRow(name, checked) : `${name}: ${inWords(checked)}`);
    if (checked.kind === 'damaged' || checked.kind === 'newer') status = EXIT.failed;
  }
  return status;
}

export interface GoBackOptions extends BackupOptions {
  readonly yes?: boolean;
}

/** Says what would happen and ends with status 3, unless the person has said yes. */
export async function restoreBackupCommand(name: string, options: GoBackOptions): Promise<ExitStatus> {
  const { database, keeper } = keeperOf(options);
  requireBackup(keeper, name);
  if (options.yes !== true) {
    const checked = await keeper.check(name);
    if (options.json === true) print(jsonLine({ event: 'would-restore', name, ...checked }));
    else if (options.csv === true) for (const line of [CHECK_COLUMNS, checkRow(name, checked)]) print(line);
    else for (const line of [inWords(checked), ...BACKUPS.ask(name)]) print(line);
    return EXIT.needsPerson;
  }
  await keeper.choose(name);
  try {
    // Opening the desk goes back, and its notice says so.
    await (await openForWork({ dataDirectory: options.dataDir, leavesEarlierWork: true })).close();
  } catch (failure) {
    forgetChoice(database);
    throw failure;
  }
  if (options.json === true) print(jsonLine({ event: 'restored', name }));
  else if (options.csv === true) for (const line of ['name,state', csvLine([name, 'restored'])]) print(line);
  return EXIT.done;
}

/** @throws UsageError that lists the backups */
function requireBackup(keeper: ReturnType<typeof keeperOf>['keeper'], name: string): void {
  const { backups } = keeper.list();
  if (!backups.some((one) => one.name === name)) throw unknownName(USAGE.backupUnknown, name, backups);
}

function inWords(checked: BackupChecked): string {
  return checked.kind === 'older' ? BACKUPS.checked.older(checked.starts) : BACKUPS.checked[checked.kind];
}
