/** Care of the data folder: space, backups, export and import of the whole desk. */

import { type Command, Option } from 'commander';
import { CLEANUPS } from '../../../../shared/domain/care/space.ts';
import { HELP } from '../strings/help.ts';
import { COMMANDS, dataDir, type Finish, json } from './shared.ts';

const csv = () => new Option('--csv', HELP.care.csv).conflicts('json');

export function addCareCommands(program: Command, finish: Finish): void {
  program
    .command('cleanup')
    .description(HELP.care.cleanup)
    .addOption(new Option('--remove <kinds...>', HELP.care.remove).choices(CLEANUPS))
    .option('--old-folder', HELP.care.oldFolder)
    .addOption(csv())
    .addOption(json())
    .addOption(dataDir())
    .action(async (options) => finish(await (await COMMANDS.cleanup()).cleanupCommand(options)));

  const backups = program.command('backups').description(HELP.care.backups);
  const command = (syntax: string, description: string) =>
    backups.command(syntax).description(description).addOption(json()).addOption(dataDir());
  command('list', HELP.care.listBackups)
    .addOption(csv())
    .action(async (options) => finish((await COMMANDS.backups()).listBackupsCommand(options)));
  command('check [names...]', HELP.care.checkBackups)
    .addOption(csv())
    .action(async (names, options) => finish(await (await COMMANDS.backups()).checkBackupsCommand(names, options)));
  command('restore <name>', HELP.care.restoreBackup)
    .addOption(csv())
    .option('--yes', HELP.care.yes)
    .action(async (name, options) => finish(await (await COMMANDS.backups()).restoreBackupCommand(name, options)));

  const desk = program.command('desk').description(HELP.care.desk);
  desk
    .command('export <file>')
    .description(HELP.care.exportDesk)
    .option('--results', HELP.care.results)
    .addOption(csv())
    .addOption(json())
    .addOption(dataDir())
    .action(async (file, options) => finish(await (await COMMANDS.archive()).exportDeskCommand(file, options)));
  desk
    .command('move <folder>')
    .description(HELP.care.moveDesk)
    .option('--remove-old', HELP.care.removeOld)
    .addOption(csv())
    .addOption(json())
    .addOption(dataDir())
    .action(async (folder, options) => finish(await (await COMMANDS.move()).moveDeskCommand(folder, options)));
  desk
    .command('import <file>')
    .description(HELP.care.importDesk)
    .addOption(csv())
    .addOption(json())
    .addOption(dataDir())
    .action(async (file, options) => finish(await (await COMMANDS.archive()).importDeskCommand(file, options)));
}
