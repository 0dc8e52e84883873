/** `cleartake backups`: lists the backups of the history, checks them, and goes back to one. */

import path from 'node:path';
import type { BackupChecked, BackupView } from '../../../../../shared/contract/care.ts';
import { countOf, formatBytes } from '../../../../../shared/domain/units.ts';
import { systemClock } from '../../../../platform/time/clock.ts';
import { type CommandOptions, withDesk } from '../../access/access.ts';
import { unknownName } from '../../access/named.ts';
import { EXIT, type ExitStatus } from '../../exit-status.ts';
import { print } from '../../output/printer.ts';
import { csvLine, jsonLine } from '../../reports/printable.ts';
import { report } from '../../reports/report.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';

export function command(program: CliCommand): void {
  const backups = program.subcommand(
    'backups',
    'backups of the history: what they hold, whether they are whole, and the way back to one',
  );
  const onDesk = (syntax: string, description: string) =>
    backups.subcommand(syntax, description).onDesk().csv('one line each, for spreadsheets');
  onDesk('list', 'list the backups, newest first').run(listBackupsCommand);
  onDesk('check [names...]', 'check backups from end to end; all of them without a name').run(checkBackupsCommand);
  onDesk('restore <name>', 'go back to a backup; what it replaces becomes a backup itself')
    .option('--yes', 'do it; without it, the command only says what would happen')
    .run(restoreBackupCommand);
}

interface BackupOptions extends CommandOptions {
  readonly csv?: boolean;
}

async function keeperOf({ dataDir }: CommandOptions) {
  const [{ createBackupKeeper }, { checkBackup }, { nodeHostInfo }] = await Promise.all([
    import('../../../../core/features/data/backups/backup-keeper.ts'),
    import('../../../../core/recovery/backups/inspect-backup.ts'),
    import('../../../common/paths.ts'),
  ]);
  const { dataDirectory, migrationsDirectory } = nodeHostInfo('cli', dataDir);
  const database = path.join(dataDirectory, 'cleartake.sqlite');
  const check = async (file: string) => checkBackup(database, migrationsDirectory, file, systemClock.now());
  return { database, keeper: createBackupKeeper({ check, clock: systemClock, database }) };
}

export async function listBackupsCommand(options: BackupOptions): Promise<ExitStatus> {
  const { backups } = (await keeperOf(options)).keeper.list();
  if (options.csv === true) print('name,made,kind,bytes,recordings,results,last entry');
  print(backups.map((backup) => lineOf(backup, options)));
  if (backups.length === 0 && options.json !== true && options.csv !== true) print('There are no backups yet.');
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
  const words =
    contents === null
      ? 'can’t be read'
      : `${countOf(contents.recordings, 'recording')}, ${countOf(contents.results, 'result')}`;
  return `${name}  ${formatBytes(bytes)}  ${words}`;
}

const CHECK_COLUMNS = 'name,state,started since,reason';

function checkRow(name: string, checked: BackupChecked): string {
  const starts = checked.kind === 'older' ? checked.starts : '';
  return csvLine([name, checked.kind, starts, checked.kind === 'damaged' ? checked.reason : '']);
}

/** Status 1 when one isn't whole. */
export async function checkBackupsCommand(names: readonly string[], options: BackupOptions): Promise<ExitStatus> {
  const { keeper } = await keeperOf(options);
  const chosen = names.length > 0 ? names : keeper.list().backups.map(({ name }) => name);
  for (const name of chosen) requireBackup(keeper, name);
  let status: ExitStatus = EXIT.done;
  if (options.csv === true) print(CHECK_COLUMNS);
  for (const name of chosen) {
    const checked = await keeper.check(name);
    report(options, { event: 'checked', name, ...checked }, `${name}: ${inWords(checked)}`, checkRow(name, checked));
    if (checked.kind === 'damaged' || checked.kind === 'newer') status = EXIT.failed;
  }
  return status;
}

interface GoBackOptions extends BackupOptions {
  readonly yes?: boolean;
}

/** Says what would happen and ends with status 3, unless the person has said yes. */
export async function restoreBackupCommand(name: string, options: GoBackOptions): Promise<ExitStatus> {
  const { database, keeper } = await keeperOf(options);
  requireBackup(keeper, name);
  if (options.yes !== true) {
    const checked = await keeper.check(name);
    const words = [
      inWords(checked),
      'Queue, history, costs and settings would become what they were then. What is there now would be kept as a backup.',
      'What was paid since is not paid again: Cleartake looks for it at the services before it starts anything.',
      `To go back: cleartake backups restore '${name}' --yes`,
    ];
    report(options, { event: 'would-restore', name, ...checked }, words, [CHECK_COLUMNS, checkRow(name, checked)]);
    return EXIT.needsPerson;
  }
  await keeper.choose(name);
  try {
    // Opening the desk goes back, and its notice says so.
    await withDesk(options, async () => undefined);
  } catch (failure) {
    const { forgetChoice } = await import('../../../../core/recovery/backups/chosen-backup.ts');
    forgetChoice(database);
    throw failure;
  }
  return report(options, { event: 'restored', name }, [], ['name,state', csvLine([name, 'restored'])]);
}

/** @throws UsageError that lists the backups */
function requireBackup(keeper: Awaited<ReturnType<typeof keeperOf>>['keeper'], name: string): void {
  const { backups } = keeper.list();
  if (!backups.some((backup) => backup.name === name)) throw unknownName(unknownBackup, name, backups);
}

function unknownBackup(name: string, names: readonly string[]): string {
  return `There is no backup called “${name}”. ${names.length === 0 ? 'There are none yet' : `Backups: ${names.join(', ')}`}.`;
}

const CHECKED = { whole: 'whole', damaged: 'damaged', newer: 'made by a newer Cleartake' };

function inWords(checked: BackupChecked): string {
  return checked.kind === 'older'
    ? `whole; ${countOf(checked.starts, 'restoration')} started since`
    : CHECKED[checked.kind];
}
