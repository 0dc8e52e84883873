/** Exit statuses of the command line, and what it says when a command fails. */

import { type ErrorCode, inTerminal } from '../../../shared/domain/errors.ts';
import { errorOfCall } from '../common/call-errors.ts';
import { knownSecrets } from '../common/vault/secret-tracking.ts';

export const EXIT = { done: 0, failed: 1, usage: 2, needsPerson: 3 } as const;
export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

/** The command was called wrongly: its message goes to standard error, and the status is 2. */
export class UsageError extends Error {}

/** What another try doesn't mend before the person has: another program, a key, billing. */
const NEEDS_PERSON: ReadonlySet<ErrorCode> = new Set([
  'dataFolderBusy',
  'keyMissing',
  'keyRefused',
  'otherAccount',
  'billingStopped',
  'paymentFailed',
  'spendLimitExceeded',
]);

/** The status of a command that couldn't do its work. */
export function statusOfFailure(failure: unknown): ExitStatus {
  return failure instanceof UsageError ? EXIT.usage : statusOfCode(errorOfCall(failure).code);
}

/** The status for one of the codes. */
export function statusOfCode(code: ErrorCode | undefined): ExitStatus {
  return code !== undefined && NEEDS_PERSON.has(code) ? EXIT.needsPerson : EXIT.failed;
}

/** The same failure for programs, as the last object of `--json`. */
export function failureEvent(failure: unknown) {
  const message = sentenceOfFailure(failure);
  if (failure instanceof UsageError) return { event: 'error', code: 'usage', message, retryable: false };
  const { code, retryable } = errorOfCall(failure);
  return { event: 'error', code, message, retryable };
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
