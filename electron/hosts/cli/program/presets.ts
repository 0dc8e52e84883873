/** Presets. */

import type { Command } from 'commander';
import { HELP } from '../strings/help.ts';
import { COMMANDS, dataDir, type Finish, json } from './shared.ts';

export function addPresetCommands(program: Command, finish: Finish): void {
  const presets = program.command('presets').description(HELP.presets.command);
  presets
    .command('list')
    .description(HELP.presets.list)
    .addOption(json())
    .addOption(dataDir())
    .action(async (options) => finish((await COMMANDS.presets()).listPresets(options)));
  presets
    .command('export')
    .description(HELP.presets.export)
    .argument('[names...]', HELP.presets.names)
    .addOption(dataDir())
    .action(async (names, options) => finish((await COMMANDS.presets()).exportPresets(names, options)));
  presets
    .command('import')
    .description(HELP.presets.import)
    .argument('<file>', HELP.presets.file)
    .addOption(json())
    .addOption(dataDir())
    .action(async (file, options) => finish(await (await COMMANDS.presets()).importPresets(file, options)));
}
