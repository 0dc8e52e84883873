/** The service alone, and the engine without a queue. */

import { type Command, Option } from 'commander';
import { MODEL_IDS } from '../../../../shared/domain/models.ts';
import { withExportOptions } from '../export-options.ts';
import { parsePort } from '../parsers.ts';
import { HELP } from '../strings/help.ts';
import { COMMANDS, dataDir, type Finish, json } from './shared.ts';

export function addEngineCommands(program: Command, finish: Finish): void {
  program
    .command('service')
    .description(HELP.service.command)
    .option('--host <host>', HELP.service.host, '127.0.0.1')
    .option('--port <n>', HELP.service.port, parsePort, 0)
    .option('--config <file>', HELP.service.config)
    .option('--tls-cert <file>', HELP.service.tlsCert)
    .option('--tls-key <file>', HELP.service.tlsKey)
    .option('--metrics-port <n>', HELP.service.metricsPort, parsePort)
    .option('--back-up-to <folder>', HELP.service.backUpTo)
    .option('--new-admin-key', HELP.service.newAdminKey)
    .option('--recover', HELP.service.recover)
    .option('--rehearsal', HELP.service.rehearsal)
    .addOption(dataDir())
    .action(async (options) => finish(await (await COMMANDS.service()).serviceCommand(options)));

  const engine = program.command('engine').description(HELP.engine.command);
  engine
    .command('restore')
    .description(HELP.engine.restore)
    .argument('<in>', HELP.engine.input)
    .argument('<out>', HELP.engine.restoreOutput)
    .addOption(new Option('--model <model>', HELP.engine.model).choices(MODEL_IDS).makeOptionMandatory())
    .option('--restoration <name>', HELP.engine.restoration)
    .addOption(dataDir().hideHelp())
    .action(async (input, output, options) =>
      finish(await (await COMMANDS.engine()).engineRestoreCommand(input, output, options)),
    );
  engine
    .command('peaks')
    .description(HELP.engine.peaks)
    .argument('<in>', HELP.engine.input)
    .argument('<out>', HELP.engine.peaksOutput)
    .addOption(dataDir().hideHelp())
    .action(async (input, output) => finish(await (await COMMANDS.engine()).enginePeaksCommand(input, output)));
  engine
    .command('measure')
    .description(HELP.engine.measure)
    .argument('<in>', HELP.engine.input)
    .addOption(json())
    .addOption(dataDir().hideHelp())
    .action(async (input, options) => finish(await (await COMMANDS.engine()).engineMeasureCommand(input, options)));
  withExportOptions(
    engine
      .command('export')
      .description(HELP.engine.export)
      .argument('<original>', HELP.engine.original)
      .argument('<result>', HELP.engine.result)
      .argument('<out>', HELP.engine.exportOutput),
  )
    .addOption(dataDir().hideHelp())
    .action(async (original, result, output, options) =>
      finish(await (await COMMANDS.engine()).engineExportCommand(original, result, output, options)),
    );
}
