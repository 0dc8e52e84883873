/** Commands that read what was done: queue, history, costs. */

import { type Command, Option } from 'commander';
import { HELP } from '../strings/help.ts';
import { COMMANDS, dataDir, type Finish, json } from './shared.ts';

export function addRecordCommands(program: Command, finish: Finish): void {
  program
    .command('status')
    .description(HELP.status)
    .addOption(json())
    .addOption(dataDir())
    .action(async (options) => finish((await COMMANDS.status()).statusCommand(options)));

  program
    .command('history')
    .description(HELP.history.command)
    .option('--search <text>', HELP.history.search)
    .addOption(new Option('--csv', HELP.history.csv).conflicts('json'))
    .addOption(json())
    .addOption(dataDir())
    .action(async (options) => finish((await COMMANDS.history()).historyCommand(options)));

  program
    .command('costs')
    .description(HELP.costs.command)
    .addOption(new Option('--csv', HELP.costs.csv).conflicts('json'))
    .addOption(json())
    .addOption(dataDir())
    .action(async (options) => finish((await COMMANDS.costs()).costsCommand(options)));
}
