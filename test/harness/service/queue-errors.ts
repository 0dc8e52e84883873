/** The documented errors of the calls that the queue makes, and what a row calls each. */

import type { ErrorCode } from '../../../shared/domain/errors.ts';
import { DOCUMENTED_ERRORS, type DocumentedError } from '../../../shared/service-api/documented-errors.ts';
import { DEFAULT_PATHS } from '../../../shared/service-api/routes.ts';

const START = DEFAULT_PATHS.startGeneration['service-2'];
const { createProject, generationDownload, generationProgress, listGenerations } = DEFAULT_PATHS;
const PATHS: readonly string[] = [createProject, listGenerations, START, generationProgress, generationDownload];

/** A download that isn't there stops nothing: the restoration is followed further. */
const isFollowed = ({ path, status }: DocumentedError) => path === generationDownload && status === 409;

/** Those that a row or the terminal tells. */
export const QUEUE_ERRORS: readonly DocumentedError[] = DOCUMENTED_ERRORS.filter(
  (error) => PATHS.includes(error.path) && !isFollowed(error),
);
export const FOLLOWED_ERRORS: readonly DocumentedError[] = DOCUMENTED_ERRORS.filter(isFollowed);

/** The answer of a service, which asks for a second of patience, so that a wait is seen. */
export function answerTo({ status, code, condition }: DocumentedError) {
  const body = { error: condition, ...(code === null ? {} : { code }) };
  return { status, body, headers: { 'retry-after': '1' } };
}

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'requestInvalid',
  401: 'keyRefused',
  403: 'keyMayNot',
  404: 'projectUnknown',
  405: 'callUnknown',
  408: 'serviceBusy',
  413: 'requestInvalid',
  415: 'requestInvalid',
  429: 'serviceBusy',
  500: 'serviceFailed',
  503: 'serviceFailed',
};

const BY_CODE: Readonly<Record<string, ErrorCode>> = {
  paymentFailed: 'paymentFailed',
  spendLimitExceeded: 'spendLimitExceeded',
  paidPlanRequired: 'paidPlanRequired',
  storageQuotaExceeded: 'storageQuotaExceeded',
  otherModel: 'otherModel',
  notUploaded: 'notReadyToStart',
  lengthUnknown: 'lengthUnknown',
  mediumTooLong: 'recordingTooLong',
  amountTooLarge: 'amountTooLarge',
  tooManyGenerations: 'tooManyGenerations',
  tooManyProjects: 'tooManyProjects',
  idempotencyKeyReused: 'startRepeated',
};

/** What the queue makes of an answer: a start whose answer proves nothing is uncertain, and a lost restoration is looked for. */
export function rowCode({ path, status, code }: DocumentedError): ErrorCode {
  if (path === START && status >= 500) return 'startUncertain';
  if ([generationProgress, generationDownload].includes(path) && status === 404) return 'generationUnknown';
  if (path === generationDownload && [400, 415].includes(status)) return 'resultTypeRefused';
  return BY_CODE[code ?? ''] ?? BY_STATUS[status] ?? 'requestRefused';
}
