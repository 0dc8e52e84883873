/** Settings and the diagnostics file. */

import type { Command } from 'commander';
import { HELP } from '../strings/help.ts';
import { COMMANDS, dataDir, type Finish, json } from './shared.ts';

export function addSettingsCommands(program: Command, finish: Finish): void {
  const settings = program.command('settings').description(HELP.settings.command);
  const command = (syntax: string, description: string) =>
    settings.command(syntax).description(description).addOption(json()).addOption(dataDir());
  command('list', HELP.settings.list).action(async (options) =>
    finish((await COMMANDS.settings()).listSettings([], options)),
  );
  command('get <names...>', HELP.settings.get).action(async (names, options) =>
    finish((await COMMANDS.settings()).listSettings(names, options)),
  );
  command('set <name> <value>', HELP.settings.set).action(async (name, value, options) =>
    finish(await (await COMMANDS.settings()).setSetting(name, value, options)),
  );
  command('reset [names...]', HELP.settings.reset).action(async (names, options) =>
    finish(await (await COMMANDS.settings()).resetSettings(names, options)),
  );
  program
    .command('diagnostics')
    .description(HELP.diagnostics.command)
    .argument('[file]', HELP.diagnostics.file)
    .option('--names', HELP.diagnostics.names)
    .addOption(dataDir())
    .action(async (file, options) => finish(await (await COMMANDS.diagnostics()).diagnosticsCommand(file, options)));
}
