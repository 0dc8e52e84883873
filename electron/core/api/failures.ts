/** What a failed call means: one table from statuses and network faults to errors. */

import { CleartakeError, type ErrorCode } from '../../../shared/domain/errors.ts';
import { readError } from '../../../shared/service-api/answers.ts';

/** Faults that no repetition mends: a person has to see to the certificate. */
const CERTIFICATE_FAULTS = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
];

/** Faults of the handshake: the request itself was never begun. */
const BEFORE_THE_REQUEST = new Set(['UND_ERR_CONNECT_TIMEOUT', ...CERTIFICATE_FAULTS]);

/** System calls before any byte is sent. The same codes (EHOSTUNREACH, ETIMEDOUT) from a later call prove nothing. */
const CONNECTING = new Set(['connect', 'getaddrinfo', 'queryA', 'queryAaaa']);

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfterMs: number | null;
  /** It is a page for people to read: not the service's own word, but that of something on the way to it. */
  readonly isPage?: boolean;
}

/**
 * Whether a failed request provably never left this computer (RFC 9110, section 9.2.2: only then may it be repeated). Every fault in
 * the chain of causes must say so.
 */
export function wasNeverSent(failure: unknown): boolean {
  const faults = faultsOf(failure);
  return (
    faults.length > 0 && faults.every((fault) => BEFORE_THE_REQUEST.has(fault.code) || CONNECTING.has(fault.syscall))
  );
}

interface Fault {
  readonly code: string;
  readonly syscall: string;
}

/** Faults with a code, through causes and aggregates. An aggregate stands for its parts. */
function faultsOf(failure: unknown): Fault[] {
  if (!(failure instanceof Error)) return [];
  const parts = failure instanceof AggregateError ? failure.errors.flatMap(faultsOf) : [];
  if (parts.length > 0) return parts;
  const own =
    'code' in failure
      ? [{ code: String(failure.code), syscall: 'syscall' in failure ? String(failure.syscall) : '' }]
      : [];
  return [...own, ...faultsOf(failure.cause)];
}

/** A network fault as an error of ours; aborts pass as they are. */
export function networkError(failure: unknown): unknown {
  if (failure instanceof CleartakeError) return failure;
  if (failure instanceof Error && failure.name === 'AbortError') return failure;
  const code = faultsOf(failure)[0]?.code ?? (failure instanceof Error ? failure.name : 'unknown');
  const ours = CERTIFICATE_FAULTS.includes(code)
    ? 'certificateNotTrusted'
    : code === 'UND_ERR_HEADERS_OVERFLOW'
      ? 'serviceAnswerUnreadable'
      : 'serviceUnreachable';
  return new CleartakeError(ours, { cause: failure, detail: code });
}

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'requestRefused',
  401: 'keyRefused',
  402: 'paymentFailed',
  403: 'keyMayNot',
  404: 'projectUnknown',
  405: 'requestRefused',
  408: 'serviceBusy',
  409: 'notCompleteYet',
  413: 'requestRefused',
  421: 'serviceFailed',
  422: 'requestRefused',
  425: 'serviceBusy',
  429: 'serviceBusy',
};

const BY_CODE: Readonly<Record<string, ErrorCode>> = {
  paymentFailed: 'paymentFailed',
  spendLimitExceeded: 'spendLimitExceeded',
  paidPlanRequired: 'paidPlanRequired',
  storageQuotaExceeded: 'storageQuotaExceeded',
  // Conflicts that waiting does not end.
  lengthUnknown: 'requestRefused',
  mediumTooLong: 'requestRefused',
  amountTooLarge: 'requestRefused',
  tooManyGenerations: 'requestRefused',
  tooManyProjects: 'requestRefused',
};

/** What only the service itself can say: a network that wants a login says it too, with a page of its own. */
const OF_THE_SERVICE_ALONE: ReadonlySet<ErrorCode> = new Set(['keyRefused', 'keyMayNot', 'requestRefused']);

/** Whether somebody else than the service may have said it. That a project is not known is believed in the words of the contract alone. */
function isDoubtful(meant: ErrorCode, { isPage, body }: Answer): boolean {
  if (meant === 'projectUnknown') return isPage === true || readError(body).message === '';
  return isPage === true && OF_THE_SERVICE_ALONE.has(meant);
}

/** An answer that is no success as an error. The service's own message goes into the detail, cut to a line. */
export function answerError(answer: Answer): CleartakeError {
  const { message, code } = readError(answer.body);
  const detail = `${answer.status}${code === '' ? '' : ` ${code}`}${message === '' ? '' : `: ${message.replace(/\s+/g, ' ').slice(0, 200)}`}`;
  const meant = BY_CODE[code] ?? BY_STATUS[answer.status] ?? byClass(answer.status);
  const ours = isDoubtful(meant, answer) ? 'serviceAnswerUnreadable' : meant;
  return new CleartakeError(ours, {
    detail,
    ...(answer.retryAfterMs === null ? {} : { retryAfterMs: answer.retryAfterMs }),
  });
}

/** Of statuses that have no meaning of their own. A redirect is never followed: what goes with a call goes nowhere else. */
function byClass(status: number): ErrorCode {
  if (status >= 500) return 'serviceFailed';
  return status >= 300 && status < 400 ? 'redirectRefused' : 'requestRefused';
}

/** A refused upload: whatever was wrong with its address, a new one may do, unless the account has no room for it. */
export function uploadError(answer: Answer): CleartakeError {
  const error = answerError(answer);
  if (['storageQuotaExceeded', 'redirectRefused', 'serviceFailed', 'serviceBusy'].includes(error.code)) return error;
  return new CleartakeError('uploadRefused', {
    detail: `upload answered ${error.detail}`,
    ...(answer.retryAfterMs === null ? {} : { retryAfterMs: answer.retryAfterMs }),
  });
}

/** Whether the answer is an error of the service's contract: a known status with its error body. */
export function isWellFormedRefusal(answer: Answer): boolean {
  return [400, 401, 402, 403, 404, 409, 422, 429].includes(answer.status) && readError(answer.body).message !== '';
}

/** A service that asks for longer is asked again after this. */
const LONGEST_RETRY_AFTER_MS = 60 * 60_000;

/** Retry-After as milliseconds: seconds or a date (RFC 9110, section 10.2.3); null when absent or unreadable. */
export function readRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Math.min(LONGEST_RETRY_AFTER_MS, Number(value.trim()) * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.min(LONGEST_RETRY_AFTER_MS, Math.max(0, date - now));
}
