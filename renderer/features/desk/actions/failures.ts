/** Why a recording failed or waits, as far as it decides what its row offers. Pure. */

import type { JobView } from '../../../../shared/contract/views.ts';
import type { ErrorCode } from '../../../../shared/domain/error-messages/table.ts';
import { isToBeSaved } from '../../../state/job-group.ts';

/** Failures that a retry with the same file can't fix. */
const NOT_RETRYABLE: ReadonlySet<ErrorCode> = new Set([
  'mediaNotRecognized',
  'mediaNoSound',
  'mediaSilent',
  'mediaTooShort',
  'mediaUnsupported',
  'ownResult',
  'connectionRemoved',
]);
/** Failures that a new copy of the file may fix, but a retry with the library's copy can't. */
const NOT_RETRYABLE_AS_COPY: ReadonlySet<ErrorCode> = new Set(['mediaEmpty', 'mediaDamaged', 'sourceChanged']);
/** The output's folder can't be written, or doesn't answer. */
const PLACE_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'diskFailed',
  'diskFull',
  'diskReadOnly',
  'nameTooLong',
  'outputUnwritable',
  'placeSilent',
  'shareLost',
]);
export function failureOf({ state }: JobView): ErrorCode | null {
  return state.kind === 'failed' ? state.error.code : null;
}

export function reasonOf({ state }: JobView): ErrorCode | null {
  return state.kind === 'waiting' ? state.reason.code : null;
}

export function isAmong(codes: ReadonlySet<ErrorCode>, code: ErrorCode | null): boolean {
  return code !== null && codes.has(code);
}

/** Whether another folder helps: what is here has to be saved elsewhere, or nothing may begin because its output couldn't be written. */
export function hasNoPlace(job: JobView): boolean {
  const code = failureOf(job) ?? reasonOf(job);
  return isAmong(PLACE_ERRORS, code) && (isToBeSaved(job) || (job.started && code === 'outputUnwritable'));
}

/** Where the row's sentence says Retry, its button does. @param copies whether recordings are copies in the library */
export function isRetryable(job: JobView, copies: boolean): boolean {
  if (job.state.kind === 'failed' && /\bretry\b/i.test(job.state.error.userMessage)) return true;
  return !isAmong(NOT_RETRYABLE, failureOf(job)) && !(copies && isAmong(NOT_RETRYABLE_AS_COPY, failureOf(job)));
}

/** Whether something of a damaged recording can be decoded. */
export function hasSound({ remarks }: JobView): boolean {
  return remarks.some(({ kind }) => kind === 'damaged');
}

/** Whether a start is in question. */
export function needsAnswer({ state }: JobView): boolean {
  return state.kind === 'needs-you';
}
