/** The command line: the same desk from a terminal. */

import { CommanderError } from 'commander';
import { installCrashHandler } from '../../platform/processes/crash-handler.ts';
import { knownSecrets } from '../common/vault/secret-tracking.ts';
import { EXIT, type ExitStatus, sentenceOfFailure, statusOfFailure } from './exit-status.ts';
import { createProgram } from './program/program.ts';
import { printable } from './reports/printable.ts';
import { terminateWithOutput } from './termination.ts';

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
