/** The command line: the same desk from a terminal. */

import { Command, CommanderError } from 'commander';
import { installCrashHandler } from '../../platform/processes/crash-handler.ts';
import { programVersion } from '../common/paths.ts';
import { knownSecrets } from '../common/vault/secret-tracking.ts';
import { EXIT, type ExitStatus, sentenceOfFailure, statusOfFailure } from './exit-status.ts';
import { addCareCommands } from './program/care.ts';
import { addConnectionCommands } from './program/connections.ts';
import { addEngineCommands } from './program/engine.ts';
import { addKeyCommands } from './program/keys.ts';
import { addPortalCommands } from './program/portal.ts';
import { addPresetCommands } from './program/presets.ts';
import { addRecordCommands } from './program/records.ts';
import { addRehearseCommands } from './program/rehearse.ts';
import { addSettingsCommands } from './program/settings.ts';
import type { Finish } from './program/shared.ts';
import { addWebhookCommands } from './program/webhooks.ts';
import { addWorkCommands } from './program/work.ts';
import { printable } from './reports/printable.ts';
import { HELP } from './strings/help.ts';
import { terminateWithOutput } from './termination.ts';

function createProgram(finish: Finish): Command {
  const program = new Command('cleartake').description(HELP.program).version(programVersion()).exitOverride();
  addWorkCommands(program, finish);
  addRecordCommands(program, finish);
  addPresetCommands(program, finish);
  addSettingsCommands(program, finish);
  addConnectionCommands(program, finish);
  addWebhookCommands(program, finish);
  addKeyCommands(program, finish);
  addPortalCommands(program, finish);
  addRehearseCommands(program, finish);
  addCareCommands(program, finish);
  addEngineCommands(program, finish);
  return program;
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
