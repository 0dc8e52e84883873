/** Reports an uncaught failure and ends the program. Redacted, because Node's own report prints errors with all their properties. */

import { describeFailure } from '../security/redaction.ts';

/**
 * Tells what nobody caught, and ends the process with status 1. For the entry of a program, before anything else.
 * @param tell gets the redacted text; standard error without it
 */
export function installCrashHandler(
  redact: (text: string) => string,
  tell: (text: string) => void = toStandardError,
): void {
  const end = (failure: unknown) => {
    try {
      tell(`Cleartake has to close: ${describeFailure(failure, redact)}`);
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
