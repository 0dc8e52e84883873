/** Exit statuses of the command line, and the error that carries one. */

import { errorOfCall } from '../common/desk-client.ts';
import { knownSecrets } from '../common/vault/known-secrets.ts';
import { inTerminal } from './reports/sentences.ts';

export const EXIT = { done: 0, failed: 1, usage: 2, needsPerson: 3 } as const;
export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

/** The words of the call are off: the sentence goes to standard error, the status is 2. */
export class UsageError extends Error {}

/** The status for a command that could not even begin its work. */
export function statusOfFailure(failure: unknown): ExitStatus {
  if (failure instanceof UsageError) return EXIT.usage;
  return errorOfCall(failure).code === 'dataFolderBusy' ? EXIT.needsPerson : EXIT.failed;
}

/** The sentence for a command that could not begin. */
export function sentenceOfFailure(failure: unknown): string {
  if (failure instanceof UsageError) return failure.message;
  const error = errorOfCall(failure);
  const sentence = inTerminal(error.code, error.userMessage);
  return error.code === 'unexpected' && error.detail !== undefined
    ? `${sentence} (${knownSecrets.redact(error.detail)})`
    : sentence;
}
