/** Every error code with its message: what happened, what is safe, what to do next. */

import { ACCOUNT_ERRORS } from './account.ts';
import { COMPUTER_ERRORS } from './computer.ts';
import { type ErrorEntry, final, retry, retryable, SHARED } from './message.ts';
import { RECORDING_ERRORS } from './recording.ts';
import { SERVICE_ERRORS } from './service.ts';
import { SERVICE_WORK_ERRORS } from './service-work.ts';

const SAFE = 'This version keeps working.';

const UPDATE_ERRORS = {
  updateUnreachable: final({
    what: 'Cleartake couldn’t look for updates.',
    safe: SAFE,
    next: 'Check the internet connection, then check again.',
  }),
  updateDamaged: final({
    what: 'The downloaded update is damaged, so it was deleted.',
    safe: SAFE,
    next: 'Download it again.',
  }),
  updateUntrusted: final({
    what: 'The downloaded update isn’t signed by Cleartake’s publisher, so it was deleted.',
    safe: SAFE,
    next: 'Don’t install it by hand either; report it to whoever gave you Cleartake.',
  }),
  updateFailed: final({
    what: 'The update couldn’t be downloaded.',
    safe: SAFE,
    next: 'Check the internet connection and the space on the disk, then download it again.',
  }),
  updateWhileWorking: final({
    what: 'Cleartake doesn’t restart while recordings are being processed.',
    safe: 'The update stays downloaded.',
    next: 'Restart once they are done, or pause the queue first.',
  }),
} as const satisfies Record<string, ErrorEntry>;

const ENTRIES = {
  ...RECORDING_ERRORS,
  ...COMPUTER_ERRORS,
  ...SERVICE_ERRORS,
  ...SERVICE_WORK_ERRORS,
  ...ACCOUNT_ERRORS,
  ...UPDATE_ERRORS,
  notFound: final({ what: 'This item no longer exists.', next: 'Look at the list again.' }),
  notPossibleNow: final({ what: 'That isn’t possible right now.', next: 'Try again in a moment.' }),
  cancelled: final({ what: 'Cancelled.', safe: 'Finished results are kept.' }),
  unexpected: retryable(
    {
      what: 'Something unexpected happened.',
      safe: SHARED.notLost,
      next: 'Cleartake tries again; if that doesn’t help, send us the diagnostics.',
    },
    {
      what: 'Something unexpected happened every time.',
      safe: SHARED.notLost,
      next: retry('; if that doesn’t help, send us the diagnostics'),
    },
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ENTRIES;

export const ERROR_MESSAGES: Readonly<Record<ErrorCode, ErrorEntry>> = ENTRIES;

export const ERROR_CODES = Object.keys(ERROR_MESSAGES) as readonly ErrorCode[];

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_MESSAGES, value);
}
