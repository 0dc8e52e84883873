/** The command line: the same desk from a terminal. */

import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { MODEL_IDS } from '../../../shared/domain/models.ts';
import { HEADER_STYLES } from '../../../shared/service-api/routes.ts';
import { installCrashHandler } from '../../platform/processes/crash-handler.ts';
import { nodeHostInfo } from '../common/paths.ts';
import { knownSecrets } from '../common/vault/known-secrets.ts';
import { ANSWERS, answerCommand } from './commands/answer.ts';
import {
  addConnection,
  chooseConnection,
  listConnections,
  removeConnection,
  setKey,
  testConnection,
} from './commands/connections.ts';
import { costsCommand } from './commands/costs.ts';
import {
  engineExportCommand,
  engineMeasureCommand,
  enginePeaksCommand,
  engineRestoreCommand,
} from './commands/engine.ts';
import { historyCommand } from './commands/history.ts';
import {
  parseConcurrency,
  parseDownloadType,
  parseModel,
  parsePrice,
  parseServiceAddress,
  parseUsd,
  restoreCommand,
  resumeCommand,
} from './commands/restore.ts';
import { serviceCommand } from './commands/service.ts';
import { statusCommand } from './commands/status.ts';
import { EXIT, type ExitStatus, sentenceOfFailure, statusOfFailure } from './exit-status.ts';
import { withExportOptions } from './export-options.ts';
import { printable } from './reports/printable.ts';
import { terminateWithOutput } from './termination.ts';

const dataDir = () =>
  new Option('--data-dir <dir>', 'data folder (default: the application-data folder of this computer)');
const json = () => new Option('--json', 'one JSON object a line, for programs');

function createProgram(finish: (status: ExitStatus) => void): Command {
  const program = new Command('cleartake')
    .description('Batch speech restoration: recordings in, restored recordings out, never paid twice.')
    .version(nodeHostInfo('cli').version)
    .exitOverride();

  withExportOptions(
    program
      .command('restore')
      .description('restore files and folders (recursive), to completion')
      .argument('<paths...>', 'recordings and folders'),
  )
    .option('--model <model>', `${MODEL_IDS.join(' or ')}; repeat for both (default: service-2)`, parseModel)
    .option('--out <dir>', 'folder for the outputs (default: beside each source)')
    .option('--type <type>', 'audio (the format of the source) or mp3', parseDownloadType, 'audio')
    .option('--preset <name>', "the service's own sampling preset, passed on as it is")
    .option('--again', 'restores, and pays, also what was paid before (default: earlier results are used again)')
    .addOption(new Option('--connection <name>', 'a connection of the desk').conflicts('baseUrl'))
    .option('--base-url <url>', 'a service by address, its key in CLEARTAKE_API_KEY', parseServiceAddress)
    .option('--concurrency <n>', 'recordings worked on at the same time', parseConcurrency)
    .option('--price <model=usd>', 'what that service charges a second; repeat for both models', parsePrice)
    .option('--max-cost <usd>', 'start nothing that would pass this cost', parseUsd)
    .addOption(
      new Option('--rehearsal', 'starts the built-in service for a rehearsal').conflicts(['baseUrl', 'connection']),
    )
    .addOption(json())
    .addOption(dataDir())
    .action(async (paths, options) => finish(await restoreCommand(paths, options)));

  program
    .command('resume')
    .description('finish what an earlier run left')
    .option('--failed', 'try again what failed, too, from where it failed')
    .option('--concurrency <n>', 'recordings worked on at the same time', parseConcurrency)
    .addOption(json())
    .addOption(dataDir())
    .action(async (options) => finish(await resumeCommand(options)));

  program
    .command('answer')
    .description('answer for a recording that needs you: whether its start is looked for once more, or sent again')
    .argument('<recording>', 'its name, as `status` tells it, or the id of its job')
    .addArgument(new Argument('<answer>').choices(ANSWERS))
    .addOption(json())
    .addOption(dataDir())
    .action(async (recording, answer, options) => finish(await answerCommand(recording, answer, options)));

  program
    .command('status')
    .description('what is on the queue')
    .addOption(json())
    .addOption(dataDir())
    .action((options) => finish(statusCommand(options)));

  program
    .command('history')
    .description('what was ever done, newest first')
    .option('--search <text>', 'names, paths, connection, model or state')
    .addOption(new Option('--csv', 'one line a generation, for spreadsheets').conflicts('json'))
    .addOption(json())
    .addOption(dataDir())
    .action((options) => finish(historyCommand(options)));

  program
    .command('costs')
    .description('what was charged and what is held, by month, connection and model')
    .addOption(new Option('--csv', 'one line a month, connection and model, for spreadsheets').conflicts('json'))
    .addOption(json())
    .addOption(dataDir())
    .action((options) => finish(costsCommand(options)));

  addConnectionCommands(program, finish);

  program
    .command('service')
    .description('run the local service alone; its first line tells its address and, once, its keys')
    .option('--host <host>', 'address to listen on; without TLS a loopback address', '127.0.0.1')
    .option('--port <n>', 'port, 0 for any that is free', parsePort, 0)
    .option('--config <file>', 'settings as JSON: prices, limits, quota, webhooks, publicUrl')
    .option('--tls-cert <file>', 'certificate with its chain, PEM')
    .option('--tls-key <file>', 'its private key, PEM without a passphrase')
    .option('--new-admin-key', 'make another admin key, for who has lost the first')
    .option('--rehearsal', 'can be made slow, flaky and strict through /portal/rehearsal')
    .addOption(dataDir())
    .action(async (options) => finish(await serviceCommand(options)));

  const engine = program.command('engine').description('the audio engine alone');
  engine
    .command('restore')
    .argument('<in>', 'a recording')
    .argument('<out>', 'the output; its extension says the format')
    .addOption(new Option('--model <model>', 'the model').choices(MODEL_IDS).makeOptionMandatory())
    .option('--preset <name>', 'sampling preset')
    .addOption(dataDir().hideHelp())
    .action(async (input, output, options) => finish(await engineRestoreCommand(input, output, options)));
  engine
    .command('peaks')
    .argument('<in>', 'a recording')
    .argument('<out>', 'the peaks file')
    .addOption(dataDir().hideHelp())
    .action(async (input, output) => finish(await enginePeaksCommand(input, output)));
  engine
    .command('measure')
    .description('loudness, noise, speech, hum, room and more of a recording, in figures')
    .argument('<in>', 'a recording')
    .addOption(json())
    .addOption(dataDir().hideHelp())
    .action(async (input, options) => finish(await engineMeasureCommand(input, options)));
  withExportOptions(
    engine
      .command('export')
      .description('a result as it goes to the output folder')
      .argument('<original>', 'the recording')
      .argument('<result>', 'what a model made of it')
      .argument('<out>', 'the output'),
  )
    .addOption(dataDir().hideHelp())
    .action(async (original, result, output, options) =>
      finish(await engineExportCommand(original, result, output, options)),
    );

  return program;
}

function addConnectionCommands(program: Command, finish: (status: ExitStatus) => void): void {
  const connections = program.command('connections').description('where services are, and how their keys are kept');
  const command = (words: string, description: string) =>
    connections.command(words).description(description).addOption(json()).addOption(dataDir());
  const withKey = (words: string, description: string) =>
    command(words, `${description}; its key from CLEARTAKE_API_KEY or --key-stdin`)
      .option('--key-stdin', 'read the key from standard input')
      .addOption(
        new Option('--store <place>', 'without a protected key store: an unencrypted file of your own').choices([
          'file',
        ]),
      );
  command('list', 'all connections').action(async (options) => finish(await listConnections(options)));
  withKey('add <name> <url>', 'another service')
    .addOption(new Option('--header <style>', 'header that carries the key').choices(HEADER_STYLES).default('bearer'))
    .option('--price <model=usd>', 'what it charges a second; repeat for both models', parsePrice)
    .action(async (name, url, options) => finish(await addConnection(name, url, options)));
  withKey('set-key <name>', 'another key').action(async (name, options) => finish(await setKey(name, options)));
  command('remove <name>', 'forget a connection and its key').action(async (name, options) =>
    finish(await removeConnection(name, options)),
  );
  command('choose <name>', 'the connection that the desk uses for what is added').action(async (name, options) =>
    finish(await chooseConnection(name, options)),
  );
  command('test <name>', 'one harmless call: whether address and key are right').action(async (name, options) =>
    finish(await testConnection(name, options)),
  );
}

function parsePort(value: string): number {
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('It is a whole number from 0 to 65535.');
  return port;
}

async function main(): Promise<ExitStatus> {
  let status: ExitStatus = EXIT.done;
  try {
    await createProgram((value) => {
      status = value;
    }).parseAsync();
    return status;
  } catch (failure) {
    // Commander has said its sentence already; asking for help or the version is no failure.
    if (failure instanceof CommanderError) return failure.exitCode === 0 ? EXIT.done : EXIT.usage;
    process.stderr.write(`${printable(sentenceOfFailure(failure))}\n`);
    return statusOfFailure(failure);
  }
}

installCrashHandler(knownSecrets.redact);
terminateWithOutput();
process.exitCode = await main();
