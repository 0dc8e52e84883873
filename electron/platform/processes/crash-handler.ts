/** The crash handler of every program. Its report is redacted, because Node's own prints errors with all their properties. */

import { describeFailure } from '../security/redaction.ts';

/**
 * Reports an uncaught exception or rejection and exits with status 1. A program's entry calls it before anything else.
 * @param tell gets the redacted text; standard error without it
 */
export function installCrashHandler(
  redact: (text: string) => string,
  print: (text: string) => void = toStandardError,
): void {
  const end = (failure: unknown) => {
    try {
      print(`Cleartake has to close: ${describeFailure(failure, redact)}`);
    } finally {
      process.exit(1);
    }
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

function toStandardError(text: string): void {
  process.stderr.write(`${text}\n`);
}
