/** `cleartake desk`: exports the whole desk without keys into one file, imports such a file into an empty data folder, and moves the data folder. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { formatBytes } from '../../../../../shared/domain/units.ts';
import type { Progress } from '../../../../platform/progress-events.ts';
import { systemClock } from '../../../../platform/time/clock.ts';
import { type CommandOptions, withDesk } from '../../access/access.ts';
import { fileExists, fileUnwritable } from '../../access/given-paths.ts';
import { EXIT, type ExitStatus, UsageError } from '../../exit-status.ts';
import { print, say } from '../../output/printer.ts';
import { csvLine } from '../../reports/printable.ts';
import { report } from '../../reports/report.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';

export function command(program: CliCommand): void {
  const desk = program.subcommand('desk', 'the whole desk: as one file without keys, or in another place');
  desk
    .subcommand('export <file>', 'write history, queue, costs, settings and verdicts to a tar file')
    .option('--results', 'also the results')
    .csv('one line each, for spreadsheets')
    .onDesk()
    .examples('cleartake desk export desk.tar --results')
    .run(exportDeskCommand);
  desk
    .subcommand(
      'move <folder>',
      'move the data folder to an empty or new folder; outputs and recordings stay where they are',
    )
    .option('--remove-old', 'then remove what stays behind in the old folder')
    .csv('one line each, for spreadsheets')
    .onDesk()
    .run(moveDeskCommand);
  desk
    .subcommand(
      'import <file>',
      'read such a file into an empty data folder; nothing starts before you resume the queue',
    )
    .csv('one line each, for spreadsheets')
    .onDesk()
    .run(importDeskCommand);
}

interface DeskOptions extends CommandOptions {
  readonly csv?: boolean;
}

const NO_HISTORY = 'This data folder has no history yet.';

/** Needs the lock: files that come and go would not fit the history. @throws UsageError when the file is there already */
export async function exportDeskCommand(
  file: string,
  options: DeskOptions & { readonly results?: boolean },
): Promise<ExitStatus> {
  const target = path.resolve(file);
  if (existsSync(target)) throw new UsageError(fileExists(file));
  if (!existsSync(path.dirname(target))) throw new UsageError(fileUnwritable(file));
  const [{ exportDesk }, { lockDataFolder }, { nodeHostInfo }] = await Promise.all([
    import('../../../../core/features/data/archive/export-desk.ts'),
    import('../../../common/data-folder-lock.ts'),
    import('../../../common/paths.ts'),
  ]);
  const { dataDirectory } = nodeHostInfo('cli', options.dataDir);
  const lock = lockDataFolder(dataDirectory);
  try {
    if (!existsSync(path.join(dataDirectory, 'cleartake.sqlite'))) throw new UsageError(NO_HISTORY);
    const withResults = options.results === true;
    const { bytes, files } = await exportDesk({ dataDirectory, target, withResults, now: systemClock.now() });
    const lacking = `no API keys${withResults ? '' : ', and no results: add --results for them'}`;
    const words = `Exported to ${target}, ${formatBytes(bytes)}. It has ${lacking}.`;
    const sheet = ['what,file,files,bytes', csvLine(['exported', target, files, bytes])];
    return report(options, { event: 'exported', file: target, files, bytes }, words, sheet);
  } finally {
    lock.release();
  }
}

/** @throws CleartakeError notPossibleNow for a data folder in use */
export async function importDeskCommand(file: string, options: DeskOptions): Promise<ExitStatus> {
  const [{ STORE }, { importDesk }, { checkBackup }, { lockDataFolder }, { nodeHostInfo }] = await Promise.all([
    import('../../../../core/features/data/archive/export-desk.ts'),
    import('../../../../core/features/data/archive/import-desk.ts'),
    import('../../../../core/recovery/backups/inspect-backup.ts'),
    import('../../../common/data-folder-lock.ts'),
    import('../../../common/paths.ts'),
  ]);
  const { dataDirectory, migrationsDirectory } = nodeHostInfo('cli', options.dataDir);
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
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
  await withDesk(options, async () => undefined);
  const words =
    'Imported. The queue is paused, because the other desk may still work on it; enter the keys of your services again.';
  const sheet = ['what,file,files,bytes', csvLine(['imported', file, files, ''])];
  return report(options, { event: 'imported', files, dataDirectory }, words, sheet);
}

/** @throws CleartakeError as `checkTarget`, dataFolderBusy, diskFull */
export async function moveDeskCommand(
  folder: string,
  options: DeskOptions & { readonly removeOld?: boolean },
): Promise<ExitStatus> {
  const { nodeHostInfo } = await import('../../../common/paths.ts');
  const { dataDirectory: from } = nodeHostInfo('cli', options.dataDir);
  const to = path.resolve(folder);
  await copy(from, to, options);
  return await withDesk(options, async (desk) => {
    const { dataDirectory } = await desk.client.system.info();
    if (dataDirectory !== to) {
      // A notice has said why.
      say('The data folder stays where it is.');
      return EXIT.failed;
    }
    const { old } = await desk.client.care.moveState();
    const words = `The data folder is now ${to}. Cleartake finds it when you start it as before.`;
    report(options, { event: 'moved', from, to }, words, ['what,folder,files,bytes', csvLine(['moved', to, '', ''])]);
    if (old === null) return EXIT.done;
    if (options.removeOld !== true) {
      if (options.csv === true) print(csvLine(['old', old.folder, old.files, old.bytes]));
      else if (options.json !== true)
        print(`${formatBytes(old.bytes)} are still in ${old.folder}. \`cleartake cleanup --old-folder\` removes them.`);
      return EXIT.done;
    }
    const removed = await desk.client.care.removeOldFolder();
    return report(
      options,
      { event: 'removed', ...removed },
      `Removed ${formatBytes(removed.bytes)} from ${removed.folder}.`,
      csvLine(['removed', removed.folder, removed.files, removed.bytes]),
    );
  });
}

async function copy(from: string, to: string, options: DeskOptions): Promise<void> {
  const [{ copyFolder, forgetCopy, pendingMove }, { checkTarget }, { nodeFiles }, { lockDataFolder }] =
    await Promise.all([
      import('../../../../core/features/data/move/move.ts'),
      import('../../../../core/features/data/move/target.ts'),
      import('../../../../platform/files/files.ts'),
      import('../../../common/data-folder-lock.ts'),
    ]);
  const lock = lockDataFolder(from);
  try {
    if (!existsSync(path.join(from, 'cleartake.sqlite'))) throw new UsageError(NO_HISTORY);
    const before = pendingMove(from);
    if (before !== null) forgetCopy(from, before);
    const { bytes, warnings } = await checkTarget(nodeFiles, from, to);
    if (options.json !== true) {
      for (const warning of warnings) say(WARNINGS[warning]);
      if (options.csv !== true) print(`Copying ${formatBytes(bytes)} to ${to}.`);
    }
    const now = systemClock.now();
    await copyFolder({ files: nodeFiles, from, to, now, pass: () => undefined, onProgress: progressLine(options) });
  } finally {
    lock.release();
  }
}

const WARNINGS = {
  network: 'This looks like a network disk. Cleartake is slower there, and can’t start while it is away.',
  removable: 'This disk may be removable. Cleartake can’t start while it is away.',
};

/** A line for each tenth. */
function progressLine({ json }: DeskOptions): (progress: Progress) => void {
  let last = 0;
  return ({ bytes, of }) => {
    const tenth = Math.floor((10 * bytes) / Math.max(1, of));
    if (json === true || tenth <= last) return;
    last = tenth;
    say(`${10 * tenth} %, ${formatBytes(bytes)}`);
  };
}
