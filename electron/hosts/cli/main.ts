/** The command line: the same desk from a terminal. */

import { Argument, Command, CommanderError, Option } from 'commander';
import { MODEL_IDS } from '../../../shared/domain/models.ts';
import { HEADER_STYLES } from '../../../shared/service-api/routes.ts';
import { installCrashHandler } from '../../platform/processes/crash-handler.ts';
import { nodeHostInfo } from '../common/paths.ts';
import { knownSecrets } from '../common/vault/secret-tracking.ts';
import { EXIT, type ExitStatus, sentenceOfFailure, statusOfFailure } from './exit-status.ts';
import { withExportOptions } from './export-options.ts';
import {
  ANSWERS,
  DUPLICATES,
  parseConcurrency,
  parseDownloadType,
  parseEach,
  parseModel,
  parsePort,
  parsePrice,
  parseServiceAddress,
  parseTemplate,
  parseUsd,
  parseUsdOrNone,
} from './parsers.ts';
import { printable } from './reports/printable.ts';
import { HELP } from './strings/help.ts';
import { terminateWithOutput } from './termination.ts';

/** Commands are loaded when they run: `--help` needs none of them, and `status` no engine and no network. */
const COMMANDS = {
  answer: () => import('./commands/answer.ts'),
  connections: () => import('./commands/connections.ts'),
  costs: () => import('./commands/costs.ts'),
  diagnostics: () => import('./commands/diagnostics.ts'),
  engine: () => import('./commands/engine.ts'),
  export: () => import('./commands/export.ts'),
  history: () => import('./commands/history.ts'),
  presets: () => import('./commands/presets.ts'),
  quote: () => import('./commands/quote.ts'),
  restore: () => import('./commands/restore.ts'),
  review: () => import('./commands/review.ts'),
  service: () => import('./commands/service.ts'),
  settings: () => import('./commands/settings.ts'),
  status: () => import('./commands/status.ts'),
  watch: () => import('./commands/watch.ts'),
};

const dataDir = () => new Option('--data-dir <dir>', HELP.dataDir);
const json = () => new Option('--json', HELP.json);

function createProgram(finish: (status: ExitStatus) => void): Command {
  const program = new Command('cleartake')
    .description(HELP.program)
    .version(nodeHostInfo('cli').version)
    .exitOverride();

  withExportOptions(
    program.command('restore').description(HELP.restore.command).argument('[paths...]', HELP.restore.paths),
  )
    .option('--from-list <file>', HELP.restore.fromList, parseEach)
    .option('--model <model>', HELP.restore.model, parseModel)
    .option('--out <dir>', HELP.restore.out)
    .option('--flat', HELP.restore.flat)
    .option('--name <template>', HELP.restore.name, parseTemplate)
    .option('--preset <name>', HELP.restore.preset)
    .option('--type <type>', HELP.restore.type, parseDownloadType)
    .option('--restoration <name>', HELP.restore.restoration)
    .option('--again', HELP.restore.again)
    .addOption(
      new Option('--duplicates <answer>', HELP.restore.duplicates)
        .choices(DUPLICATES)
        .default('use')
        .conflicts('again'),
    )
    .addOption(new Option('--connection <name>', HELP.restore.connection).conflicts('baseUrl'))
    .option('--base-url <url>', HELP.restore.baseUrl, parseServiceAddress)
    .option('--concurrency <n>', HELP.concurrency, parseConcurrency)
    .option('--price <model=usd>', HELP.restore.price, parsePrice)
    .option('--cap <usd>', HELP.restore.cap, parseUsd)
    .addOption(new Option('--max-cost <usd>', HELP.restore.maxCost).argParser(parseUsd).conflicts('cap'))
    .addOption(new Option('--rehearsal', HELP.restore.rehearsal).conflicts(['baseUrl', 'connection']))
    .addOption(json())
    .addOption(dataDir())
    .action(async (paths, options) => finish(await (await COMMANDS.restore()).restoreCommand(paths, options)));

  program
    .command('quote')
    .description(HELP.quote)
    .argument('<paths...>', HELP.restore.paths)
    .option('--model <model>', HELP.restore.model, parseModel)
    .option('--preset <name>', HELP.restore.preset)
    .addOption(new Option('--connection <name>', HELP.restore.connection).conflicts('baseUrl'))
    .option('--base-url <url>', HELP.restore.baseUrl, parseServiceAddress)
    .option('--price <model=usd>', HELP.restore.price, parsePrice)
    .addOption(json())
    .addOption(dataDir())
    .action(async (paths, options) => finish(await (await COMMANDS.quote()).quoteCommand(paths, options)));

  program
    .command('resume')
    .description(HELP.resume.command)
    .option('--failed', HELP.resume.failed)
    .option('--cap <usd>', HELP.resume.cap, parseUsd)
    .option('--concurrency <n>', HELP.concurrency, parseConcurrency)
    .addOption(json())
    .addOption(dataDir())
    .action(async (options) => finish(await (await COMMANDS.restore()).resumeCommand(options)));

  program
    .command('watch')
    .description(HELP.watch.command)
    .argument('<folders...>', HELP.watch.folders)
    .option('--preset <name>', HELP.watch.preset)
    .option('--out <dir>', HELP.watch.out)
    .option('--cap <usd>', HELP.watch.cap, parseUsd)
    .option('--connection <name>', HELP.restore.connection)
    .option('--concurrency <n>', HELP.concurrency, parseConcurrency)
    .addOption(json())
    .addOption(dataDir())
    .action(async (folders, options) => finish(await (await COMMANDS.watch()).watchCommand(folders, options)));

  program
    .command('answer')
    .description(HELP.answer.command)
    .argument('<recording>', HELP.answer.recording)
    .addArgument(new Argument('<answer>').choices(ANSWERS))
    .addOption(json())
    .addOption(dataDir())
    .action(async (recording, answer, options) =>
      finish(await (await COMMANDS.answer()).answerCommand(recording, answer, options)),
    );

  const review = program
    .command('review')
    .description(HELP.review.command)
    .addOption(json())
    .addOption(dataDir())
    .action(async (options) => finish((await COMMANDS.review()).listReviewCommand(options)));
  review
    .command('accept')
    .description(HELP.review.accept)
    .argument('[recordings...]', HELP.review.recordings)
    .addOption(json())
    .addOption(dataDir())
    .action(async (recordings, _, command) =>
      finish(await (await COMMANDS.review()).acceptCommand(recordings, command.optsWithGlobals())),
    );

  program
    .command('export')
    .description(HELP.exporting.command)
    .argument('[recordings...]', HELP.exporting.recordings)
    .requiredOption('--out <dir>', HELP.restore.out)
    .option('--flat', HELP.restore.flat)
    .option('--name <template>', HELP.restore.name, parseTemplate)
    .addOption(json())
    .addOption(dataDir())
    .action(async (recordings, options) => finish(await (await COMMANDS.export()).exportCommand(recordings, options)));

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

  addPresetCommands(program, finish);
  addSettingsCommands(program, finish);
  addConnectionCommands(program, finish);

  program
    .command('service')
    .description(HELP.service.command)
    .option('--host <host>', HELP.service.host, '127.0.0.1')
    .option('--port <n>', HELP.service.port, parsePort, 0)
    .option('--config <file>', HELP.service.config)
    .option('--tls-cert <file>', HELP.service.tlsCert)
    .option('--tls-key <file>', HELP.service.tlsKey)
    .option('--new-admin-key', HELP.service.newAdminKey)
    .option('--rehearsal', HELP.service.rehearsal)
    .addOption(dataDir())
    .action(async (options) => finish(await (await COMMANDS.service()).serviceCommand(options)));

  const engine = program.command('engine').description(HELP.engine.command);
  engine
    .command('restore')
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

  return program;
}

function addSettingsCommands(program: Command, finish: (status: ExitStatus) => void): void {
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

function addPresetCommands(program: Command, finish: (status: ExitStatus) => void): void {
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

function addConnectionCommands(program: Command, finish: (status: ExitStatus) => void): void {
  const connections = program.command('connections').description(HELP.connections.command);
  const command = (syntax: string, description: string) =>
    connections.command(syntax).description(description).addOption(json()).addOption(dataDir());
  const withKey = (syntax: string, description: string) =>
    command(syntax, HELP.connections.withKey(description))
      .option('--key-stdin', HELP.connections.keyStdin)
      .addOption(new Option('--store <place>', HELP.connections.store).choices(['file']));
  command('list', HELP.connections.list).action(async (options) =>
    finish(await (await COMMANDS.connections()).listConnections(options)),
  );
  withKey('add <name> <url>', HELP.connections.add)
    .addOption(new Option('--header <style>', HELP.connections.header).choices(HEADER_STYLES).default('bearer'))
    .option('--price <model=usd>', HELP.connections.price, parsePrice)
    .option('--billing-page <url>', HELP.connections.billingPage)
    .action(async (name, url, options) =>
      finish(await (await COMMANDS.connections()).addConnection(name, url, options)),
    );
  withKey('set-key <name>', HELP.connections.setKey).action(async (name, options) =>
    finish(await (await COMMANDS.connections()).setKey(name, options)),
  );
  command('set-cap <name>', HELP.connections.setCap)
    .option('--day <usd>', HELP.connections.capADay, parseUsdOrNone)
    .option('--month <usd>', HELP.connections.capAMonth, parseUsdOrNone)
    .action(async (name, options) => finish(await (await COMMANDS.connections()).setCap(name, options)));
  command('lift-hold <name>', HELP.connections.liftHold).action(async (name, options) =>
    finish(await (await COMMANDS.connections()).liftHold(name, options)),
  );
  command('remove <name>', HELP.connections.remove).action(async (name, options) =>
    finish(await (await COMMANDS.connections()).removeConnection(name, options)),
  );
  command('choose <name>', HELP.connections.choose).action(async (name, options) =>
    finish(await (await COMMANDS.connections()).chooseConnection(name, options)),
  );
  command('test <name>', HELP.connections.test).action(async (name, options) =>
    finish(await (await COMMANDS.connections()).testConnection(name, options)),
  );
}

async function main(): Promise<ExitStatus> {
  let status: ExitStatus = EXIT.done;
  try {
    await createProgram((value) => {
      status = value;
    }).parseAsync();
    return status;
  } catch (failure) {
    // Commander has already printed its message; --help and --version are not failures.
    if (failure instanceof CommanderError) return failure.exitCode === 0 ? EXIT.done : EXIT.usage;
    process.stderr.write(`${printable(sentenceOfFailure(failure))}\n`);
    return statusOfFailure(failure);
  }
}

installCrashHandler(knownSecrets.redact);
terminateWithOutput();
process.exitCode = await main();
