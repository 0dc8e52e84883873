/** The command line: the same desk from a terminal. */

import { CommanderError } from 'commander';
import { leaveHangingCalls } from '../../platform/files/answering.ts';
import { installCrashHandler } from '../../platform/processes/crash-handler.ts';
import { redactSecretLookalikes } from '../../platform/security/redaction.ts';
import { knownSecrets } from '../common/vault/secret-tracking.ts';
import { EXIT, type ExitStatus, failureEvent, sentenceOfFailure, statusOfFailure, UsageError } from './exit-status.ts';
import { print, say, sayText } from './output/printer.ts';
import { createProgram } from './program/program.ts';
import { jsonLine } from './reports/printable.ts';
import { terminateWithOutput } from './termination.ts';

/** How messages of Commander begin. */
const COMMANDER_PREFIX = 'error: ';

async function main(): Promise<ExitStatus> {
  let status: ExitStatus = EXIT.done;
  try {
    await createProgram((value) => {
      status = value;
    }).parseAsync();
    return status;
  } catch (failure) {
    if (failure instanceof CommanderError) return afterCommander(failure);
    say(sentenceOfFailure(failure));
    reportToPrograms(failure);
    return statusOfFailure(failure);
  }
}

/** Commander has already printed its message; --help and --version are not failures. */
function afterCommander({ exitCode, message }: CommanderError): ExitStatus {
  if (exitCode === 0) return EXIT.done;
  if (message.startsWith(COMMANDER_PREFIX))
    reportToPrograms(
      new UsageError(redactSecretLookalikes(message.slice(COMMANDER_PREFIX.length)).replaceAll('\n', ' ')),
    );
  return EXIT.usage;
}

/** With `--json`, standard output says why the command failed. */
function reportToPrograms(failure: unknown): void {
  const words = process.argv.slice(2);
  const end = words.indexOf('--');
  if (!(end === -1 ? words : words.slice(0, end)).includes('--json')) return;
  print(jsonLine(failureEvent(failure)));
}

installCrashHandler(knownSecrets.redact, (text) => sayText(`${text}\n`));
terminateWithOutput();
process.exitCode = await main();
leaveHangingCalls();
