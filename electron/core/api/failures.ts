/** What a failed call means: the table from HTTP statuses and network faults to error codes. */

import { proxyMessage } from '../../../shared/domain/connections/proxy-faults.ts';
import { HELD_ACCOUNT, PAGE_ANSWERED } from '../../../shared/domain/error-messages/service.ts';
import { UPLOAD_REFUSALS } from '../../../shared/domain/error-messages/service-work.ts';
import { ERROR_MESSAGES } from '../../../shared/domain/error-messages/table.ts';
import { CleartakeError, type ErrorCode, type Message } from '../../../shared/domain/errors.ts';
import { readError } from '../../../shared/service-api/answers.ts';
import { PROXY_FAILED, ProxyFailure } from '../../platform/network/proxies.ts';
import { redactSecretLookalikes } from '../../platform/security/redaction.ts';
import { CONNECTION } from '../strings.ts';
import { billingWords, isHoldWithoutInvoice } from './billing-words.ts';

/** Faults that repeating cannot fix: a person has to fix the certificate. */
const CERTIFICATE_FAULTS = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
];

/** Faults of the TLS handshake, or of a proxy that doesn't connect: the request itself was never sent. */
const BEFORE_THE_REQUEST = new Set(['UND_ERR_CONNECT_TIMEOUT', PROXY_FAILED, ...CERTIFICATE_FAULTS]);

/** System calls that happen before any byte is sent. The same codes (EHOSTUNREACH, ETIMEDOUT) from a later call prove nothing. */
const CONNECTING = new Set(['connect', 'getaddrinfo', 'queryA', 'queryAaaa']);

export interface Answer {
  readonly status: number;
  /** Parsed JSON. Of a refusal that is none, its text, and null when that can't be read. */
  readonly body: unknown;
  readonly retryAfterMs: number | null;
  /** The body is a page for people: it comes from a proxy or captive portal, not from the service. */
  readonly isPage?: boolean;
  /** By which the service's owner finds the call again: the service named it. */
  readonly requestId?: string | undefined;
  /** The name that the call was sent with, which the service may not know. */
  readonly sentAs?: string | undefined;
}

/**
 * Whether a failed request provably never left this computer (RFC 9110, section 9.2.2: only then may it be repeated). Every fault in the
 * chain of causes must say so.
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

/** Faults with a code, through causes and aggregates. An aggregate counts as its parts. */
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

/** Names that failed calls were sent with. Beside the faults, which stay as they are: whoever classifies them looks at nothing else. */
const sentNames = new WeakMap<object, string>();

/** @returns the failure itself */
export function nameFailure(failure: unknown, sentAs: string): unknown {
  if (failure instanceof Error) sentNames.set(failure, sentAs);
  return failure;
}

/** Sockets count as files: this computer opens no more of them, whatever the service does. */
const MOST_OPEN: readonly string[] = ['EMFILE', 'ENFILE'];

/** A network fault as a CleartakeError; aborts stay as they are. Its detail begins with the fault's code. */
export function networkError(failure: unknown): unknown {
  if (failure instanceof CleartakeError) return failure;
  if (failure instanceof Error && failure.name === 'AbortError') return failure;
  const sentAs = failure instanceof Error ? sentNames.get(failure) : undefined;
  if (failure instanceof ProxyFailure)
    return new CleartakeError('proxyFailed', {
      cause: failure,
      detail: `${failure.fault}, ${failure.proxy}, ${failure.detail}${requestNote(sentAs)}`,
      parts: proxyMessage(failure.fault, failure.proxy),
    });
  const code = faultsOf(failure)[0]?.code ?? (failure instanceof Error ? failure.name : 'unknown');
  const ours = CERTIFICATE_FAULTS.includes(code)
    ? 'certificateNotTrusted'
    : code === 'UND_ERR_HEADERS_OVERFLOW'
      ? 'serviceAnswerUnreadable'
      : MOST_OPEN.includes(code)
        ? 'tooManyFiles'
        : 'serviceUnreachable';
  return new CleartakeError(ours, { cause: failure, detail: `${code}${requestNote(sentAs)}` });
}

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'requestInvalid',
  401: 'keyRefused',
  402: 'billingStopped',
  403: 'keyMayNot',
  404: 'projectUnknown',
  405: 'callUnknown',
  408: 'serviceBusy',
  409: 'notCompleteYet',
  413: 'requestInvalid',
  415: 'requestInvalid',
  421: 'serviceFailed',
  422: 'requestInvalid',
  425: 'serviceBusy',
  429: 'serviceBusy',
};

const BY_CODE: Readonly<Record<string, ErrorCode>> = {
  paymentFailed: 'paymentFailed',
  spendLimitExceeded: 'spendLimitExceeded',
  paidPlanRequired: 'paidPlanRequired',
  storageQuotaExceeded: 'storageQuotaExceeded',
  // Conflicts that waiting does not resolve.
  lengthUnknown: 'lengthUnknown',
  mediumTooLong: 'recordingTooLong',
  amountTooLarge: 'amountTooLarge',
  tooManyGenerations: 'tooManyGenerations',
  tooManyProjects: 'tooManyProjects',
  generationFailed: 'generationFailed',
  otherModel: 'otherModel',
  idempotencyKeyReused: 'startRepeated',
};

/** Codes that only the service itself can mean. A captive portal sends the same statuses with a page of its own. */
const OF_THE_SERVICE_ALONE: ReadonlySet<ErrorCode> = new Set([
  'keyRefused',
  'keyMayNot',
  'requestRefused',
  'requestInvalid',
  'callUnknown',
]);

/** Network Authentication Required (RFC 6585, section 6). */
const NETWORK_LOGIN = 511;

/** Whether a captive portal or proxy may have sent this. An unknown project counts only with the error body of the contract. */
function isDoubtful(meant: ErrorCode, { body, isPage, status }: Answer): boolean {
  if (status === NETWORK_LOGIN) return true;
  if (meant === 'projectUnknown') return isPage === true || readError(body).message === '';
  return isPage === true && OF_THE_SERVICE_ALONE.has(meant);
}

/** How the detail of an error ends when a page for people was answered. */
export const OF_A_PAGE = ', a page';

/** A page for people in place of an answer. */
export function pageAnswered(detail: string, cause?: unknown): CleartakeError {
  return new CleartakeError('serviceAnswerUnreadable', {
    cause,
    detail: `${detail}${OF_A_PAGE}`,
    parts: PAGE_ANSWERED,
  });
}

/** Refusals whose cause only the service's own words tell: they follow ours. */
const QUOTED: ReadonlySet<ErrorCode> = new Set([
  'requestRefused',
  'requestInvalid',
  'callUnknown',
  'keyMayNot',
  'billingStopped',
  'paymentFailed',
  'spendLimitExceeded',
]);

/** A text of the service as one short line without secrets, control characters and bidirectional marks, fit to be shown. */
export function quotable(text: string): string {
  return redactSecretLookalikes(
    text
      .replace(/\p{Cf}/gu, '')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  ).slice(0, 200);
}

/** A message with the service's own words behind it. @param said as `quotable` gives it; nothing is added for '' */
export function withReason(message: Message, said: string, requestId?: string): Message {
  if (said === '') return message;
  return { ...message, reason: requestId === undefined ? said : `${said} (request ${requestId})` };
}

/** An unsuccessful answer as an error. The service's message becomes the detail, cut to one line. */
export function answerError(answer: Answer): CleartakeError {
  const { message, code } = readError(answer.body);
  const said = quotable(message);
  const { requestId } = answer;
  const detail = `${answer.status}${code === '' ? '' : ` ${code}`}${said === '' ? '' : `: ${said}`}${requestNote(requestId ?? answer.sentAs)}`;
  const meant = BY_CODE[code] ?? BY_STATUS[answer.status] ?? byClass(answer.status);
  const ours = isDoubtful(meant, answer) ? 'serviceAnswerUnreadable' : meant;
  const words = answer.status === 402 ? billingWords(answer.body, quotable) : said;
  return new CleartakeError(ours, {
    detail: answer.isPage === true ? `${detail}${OF_A_PAGE}` : detail,
    ...(QUOTED.has(ours) ? { parts: withReason(messageOfRefusal(ours, answer), words, requestId) } : {}),
    ...(answer.isPage === true && ours === 'serviceAnswerUnreadable' ? { parts: PAGE_ANSWERED } : {}),
    ...(answer.retryAfterMs === null ? {} : { retryAfterMs: answer.retryAfterMs }),
  });
}

/** For the log, by which the service's owner finds the call. */
function requestNote(id: string | undefined): string {
  return id === undefined ? '' : `, request ${id}`;
}

/**
 * A refused creation of a project. Nothing is named in it that could be missing: a service that answers 404 or 405 has it at another path,
 * since the specification leaves that open.
 */
export function creationError(answer: Answer, path: string): CleartakeError {
  const error = answerError(answer);
  if (answer.status !== 404 && answer.status !== 405) return error;
  const said = answer.isPage === true ? '' : quotable(readError(answer.body).message);
  const parts = withReason(CONNECTION.noCreation(path), said, answer.requestId);
  return new CleartakeError('callUnknown', { detail: error.detail ?? '', parts });
}

function messageOfRefusal(meant: ErrorCode, { body }: Answer): Message {
  return meant === 'paymentFailed' && isHoldWithoutInvoice(body) ? HELD_ACCOUNT : ERROR_MESSAGES[meant].message;
}

/** For statuses without a meaning of their own. Redirects are never followed: the credentials must not go elsewhere. */
function byClass(status: number): ErrorCode {
  if (status >= 500) return 'serviceFailed';
  return status >= 300 && status < 400 ? 'redirectRefused' : 'requestRefused';
}

/** What only the service itself can mean by an upload's answer, and what passes: everything else is the storage's own refusal. */
const AS_OTHER_CALLS: ReadonlySet<ErrorCode> = new Set([
  'storageQuotaExceeded',
  'billingStopped',
  'paymentFailed',
  'spendLimitExceeded',
  'redirectRefused',
  'serviceFailed',
  'serviceBusy',
]);

/** Refusals that another address may cure: it has expired, or its place is taken. */
const OF_THE_ADDRESS: ReadonlySet<number> = new Set([401, 403, 404, 409, 410, 412]);
/** The storage will never do what is asked, although its status says that the fault is its own. */
const NEVER: ReadonlySet<number> = new Set([501, 505]);

/** By which the usual storages refuse with status 400 what was damaged or cut on its way: sent again, it may arrive (Amazon S3, "Error responses"). */
const DAMAGED = /<Code>(RequestTimeout|IncompleteBody|BadDigest|XAmzContentSHA256Mismatch)<\/Code>/;

/** A refused upload: `uploadRefused` when a new address may help, `uploadNotAccepted` when nothing does. */
export function uploadError(answer: Answer): CleartakeError {
  if (answer.status === 400 && typeof answer.body === 'string' && DAMAGED.test(answer.body))
    return uploadError({ ...answer, status: 503 });
  const error = answerError(answer);
  const { status } = answer;
  if (AS_OTHER_CALLS.has(error.code) && !NEVER.has(status)) return error;
  const said = quotable(wordsOfStorage(answer.body));
  const isOfAddress = OF_THE_ADDRESS.has(status) || /expired/i.test(said);
  const code = isOfAddress ? 'uploadRefused' : 'uploadNotAccepted';
  const message = (isOfAddress ? undefined : UPLOAD_REFUSALS[status]) ?? ERROR_MESSAGES[code].message;
  return new CleartakeError(code, {
    detail: `upload answered ${error.detail}`,
    parts: withReason(message, said),
    ...(answer.retryAfterMs === null ? {} : { retryAfterMs: answer.retryAfterMs }),
  });
}

/** What a storage says of its refusal: as the service would, or in the XML of the usual storages. */
function wordsOfStorage(body: unknown): string {
  if (typeof body !== 'string') return readError(body).message;
  return /<Message>([^<]*)<\/Message>/.exec(body)?.[1] ?? '';
}

/**
 * Whether the answer is an error of the service's contract: any 4xx with its error body, by which the service itself says that it didn't do
 * what was asked. Without that body it may come from a gateway, which may have passed the request on: it gave up waiting (408, 499), or
 * kept the service's answer back (403, 451). Its number alone (404, 413, 429) doesn't tell which of the two refused.
 */
export function isWellFormedRefusal(answer: Answer): boolean {
  const isRefusal = answer.status >= 400 && answer.status <= 499;
  return isRefusal && readError(answer.body).message !== '';
}

/** The longest Retry-After that is honored, in milliseconds. */
const LONGEST_RETRY_AFTER_MS = 60 * 60_000;

/** Retry-After as milliseconds: seconds or a date (RFC 9110, section 10.2.3); null when absent or unreadable. */
export function readRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Math.min(LONGEST_RETRY_AFTER_MS, Number(value.trim()) * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.min(LONGEST_RETRY_AFTER_MS, Math.max(0, date - now));
}
