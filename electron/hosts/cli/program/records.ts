/** Commands that read what was done: queue, history, costs. */

import { type Command, Option } from 'commander';
import { COST_BY } from '../../../../shared/domain/costs/cost-sums.ts';
import { MODEL_IDS } from '../../../../shared/domain/models.ts';
import { parseDay } from '../parse-times.ts';
import { parseColumn } from '../parsers.ts';
import { HELP } from '../strings/help.ts';
import { addHistoryOptions, addressFrom } from './history-options.ts';
import { COMMANDS, dataDir, type Finish, json } from './shared.ts';

export function addRecordCommands(program: Command, finish: Finish): void {
  program
    .command('status')
    .description(HELP.status)
    .addOption(json())
    .addOption(dataDir())
    .action(async (options) => finish((await COMMANDS.status()).statusCommand(options)));

  addHistoryOptions(program.command('history').description(HELP.history.command))
    .addOption(new Option('--compare <connection>', HELP.history.compare).conflicts(['search', 'view']))
    .option('--bring-in', HELP.history.bringIn)
    .addOption(new Option('--csv', HELP.history.csv).conflicts('json'))
    .addOption(json())
    .addOption(dataDir())
    .action(async (options) => {
      if (options.compare !== undefined) finish(await (await COMMANDS.compare()).compareCommand(options));
      else finish((await COMMANDS.history()).historyCommand({ ...options, address: addressFrom(options) }));
    });

  program
    .command('costs')
    .description(HELP.costs.command)
    .addOption(new Option('--by <what>', HELP.costs.by).choices(['month', ...COST_BY]).default('month'))
    .option('--from <date>', HELP.costs.from, parseDay)
    .option('--to <date>', HELP.costs.to, parseDay)
    .option('--connection <name>', HELP.costs.connection)
    .addOption(new Option('--model <id>', HELP.costs.model).choices([...MODEL_IDS]))
    .option('--ledger', HELP.costs.ledger)
    .addOption(new Option('--csv', HELP.costs.csv).conflicts('json'))
    .addOption(json())
    .addOption(dataDir())
    .action(async (options) => finish((await COMMANDS.costs()).costsCommand(options)));

  program
    .command('reconcile')
    .description(HELP.reconcile.command)
    .argument('<file>', HELP.reconcile.file)
    .requiredOption('--connection <name>', HELP.reconcile.connection)
    .option('--column <field=name>', HELP.reconcile.column, parseColumn, {})
    .addOption(new Option('--csv', HELP.reconcile.csv).conflicts('json'))
    .addOption(json())
    .addOption(dataDir())
    .action(async (file, options) => finish(await (await COMMANDS.reconcile()).reconcileCommand(file, options)));
}
