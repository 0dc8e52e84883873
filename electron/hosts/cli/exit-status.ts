/** Exit statuses of the command line, and the error for a wrong call. */

import { inTerminal } from '../../../shared/domain/errors.ts';
import { errorOfCall } from '../common/call-errors.ts';
import { knownSecrets } from '../common/vault/secret-tracking.ts';

export const EXIT = { done: 0, failed: 1, usage: 2, needsPerson: 3 } as const;
export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

/** The command was called wrongly: its message goes to standard error, and the status is 2. */
export class UsageError extends Error {}

/** The status of a command that couldn't begin its work. */
export function statusOfFailure(failure: unknown): ExitStatus {
  if (failure instanceof UsageError) return EXIT.usage;
  return errorOfCall(failure).code === 'dataFolderBusy' ? EXIT.needsPerson : EXIT.failed;
}

/** The message of a command that couldn't begin its work. */
export function sentenceOfFailure(failure: unknown): string {
  if (failure instanceof UsageError) return failure.message;
  const error = errorOfCall(failure);
  const sentence = inTerminal(error);
  return error.code === 'unexpected' && error.detail !== undefined
    ? `${sentence} (${knownSecrets.redact(error.detail)})`
    : sentence;
}
