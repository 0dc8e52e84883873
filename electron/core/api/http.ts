/** HTTP as the core uses it: undici without redirects or retries, answers limited in size and time. */

import { type Dispatcher, request } from 'undici';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { REQUEST_ID, REQUEST_ID_HEADER } from '../../../shared/service-api/routes.ts';
import { parseCappedJson } from '../../platform/http/capped-json.ts';
import { userAgent } from '../../platform/http/user-agent.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { createDeadline } from '../../platform/time/deadlines.ts';
import { type Answer, nameFailure, networkError, pageAnswered, readRetryAfter } from './failures.ts';
import { type Bandwidth, createBandwidth, type Network, namedNetwork } from './network.ts';

/** Largest JSON answer, in bytes; of a refusal only the first words matter. */
const LARGEST_ANSWER_BYTES = 8 * 1024 * 1024;
const LARGEST_REFUSAL_BYTES = 64 * 1024;
const DEEPEST_ANSWER = 64;
/** Most values in one answer: a listing of fifty thousand projects. Parsing more would block the event loop for too long. */
const MOST_VALUES = 250_000;
/** Limits for discarding an unread answer, in bytes and milliseconds; beyond them its connection is closed. */
const DISCARDED_BYTES = 64 * 1024;
const DISCARDED_MS = 5000;

/** The person's limits for all transfers together, in bytes a second; null is unlimited. */
export interface TransferLimits {
  readonly uploadLimit: number | null;
  readonly downloadLimit: number | null;
}

export interface Http {
  /** For calls and transfers: connections are kept alive and reused. */
  readonly pool: Dispatcher;
  readonly network: Network;
  readonly clock: Clock;
  /** Names a call; null where calls go without names. */
  readonly newRequestId: (() => string) | null;
  readonly uploads: Bandwidth;
  readonly downloads: Bandwidth;
  close(): Promise<void>;
}

/** Who calls, as services see it. */
export interface CallerName {
  /** Of the program; absent in tests. */
  readonly version?: string;
  readonly newRequestId?: (() => string) | undefined;
}

/** @param readLimits called a few times a second while anything is transferred */
export function createHttp(
  clock: Clock,
  network: Network,
  readLimits: () => TransferLimits = () => ({ uploadLimit: null, downloadLimit: null }),
  { version, newRequestId }: CallerName = {},
): Http {
  const named = namedNetwork(network, userAgent(version));
  const pool = named.pool();
  return {
    pool,
    network: named,
    clock,
    newRequestId: newRequestId ?? null,
    uploads: createBandwidth(clock, () => readLimits().uploadLimit),
    downloads: createBandwidth(clock, () => readLimits().downloadLimit),
    close: () => pool.destroy(),
  };
}

/** Asks for an uncompressed answer: a small compressed one could expand without limit. */
export const PLAIN = { 'accept-encoding': 'identity' } as const;

export interface JsonCall {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Deadline from the first byte sent to the last byte received, in milliseconds. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
  readonly dispatcher?: Dispatcher;
  /** Told of every answer, before its body is read. */
  readonly onAnswer?: (response: Dispatcher.ResponseData) => void;
  /** Told where no answer came, unless the caller no longer wanted one. */
  readonly onSilence?: () => void;
}

/**
 * POSTs JSON once and reads the whole answer, whatever its status.
 * @throws whatever undici throws, unchanged: only the caller knows whether it matters that the request may have arrived
 * @throws CleartakeError serviceAnswerUnreadable when a success is not JSON within the limits
 */
export async function postJsonOnce(http: Http, call: JsonCall): Promise<Answer> {
  const deadline = createDeadline(
    http.clock,
    call.deadlineMs,
    () => new DOMException('No answer in time', 'TimeoutError'),
    call.signal,
  );
  const sentAs = http.newRequestId?.() ?? null;
  const name = sentAs === null ? {} : { [REQUEST_ID_HEADER]: sentAs };
  let isAnswered = false;
  try {
    const response = await request(call.url, {
      method: 'POST',
      dispatcher: call.dispatcher ?? http.pool,
      headers: { ...call.headers, ...name, ...PLAIN, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(call.body),
      signal: deadline.signal,
    });
    isAnswered = true;
    call.onAnswer?.(response);
    const answer = await readAnswer(response, http.clock.now());
    return sentAs === null ? answer : { ...answer, sentAs };
  } catch (failure) {
    if (!isAnswered && call.signal?.aborted !== true) call.onSilence?.();
    throw sentAs === null ? failure : nameFailure(failure, sentAs);
  } finally {
    deadline.end();
  }
}

/**
 * Reads a whole answer, within the limits.
 * @param now milliseconds since the epoch, for a Retry-After that is a date
 * @throws CleartakeError serviceAnswerUnreadable when a success is not JSON, too large, or compressed
 */
export async function readAnswer(response: Dispatcher.ResponseData, now: number): Promise<Answer> {
  const isSuccess = response.statusCode >= 200 && response.statusCode <= 299;
  const retryAfter = response.headers['retry-after'];
  const requestId = String(response.headers[REQUEST_ID_HEADER] ?? '');
  return {
    status: response.statusCode,
    body: isSuccess ? await readSuccess(response) : await readRefusal(response),
    retryAfterMs: readRetryAfter(Array.isArray(retryAfter) ? retryAfter[0] : retryAfter, now),
    isPage: isPage(response),
    ...(REQUEST_ID.test(requestId) ? { requestId } : {}),
  };
}

/** Whether it is a page for people, such as a captive portal's login page. */
export function isPage({ headers }: Dispatcher.ResponseData): boolean {
  return /^\s*(text\/html|application\/xhtml)/i.test(String(headers['content-type'] ?? ''));
}

/** The same for calls that may be repeated: network faults become CleartakeErrors. */
export async function postJson(http: Http, call: JsonCall): Promise<Answer> {
  try {
    return await postJsonOnce(http, call);
  } catch (failure) {
    if (call.signal?.aborted) throw failure;
    throw networkError(failure);
  }
}

/** Discards an answer. A short one is read to its end, so that its connection can be reused. */
export async function discard(http: Http, { body }: Dispatcher.ResponseData): Promise<void> {
  const deadline = createDeadline(http.clock, DISCARDED_MS, () => new DOMException('Nobody waits', 'AbortError'));
  await body.dump({ limit: DISCARDED_BYTES, signal: deadline.signal }).catch(() => undefined);
  deadline.end();
}

/** Whether the bytes of a body are the content itself. */
export function isPlain({ headers }: Dispatcher.ResponseData): boolean {
  const encoding = headers['content-encoding'];
  return encoding === undefined || (typeof encoding === 'string' && encoding.trim().toLowerCase() === 'identity');
}

async function readSuccess(response: Dispatcher.ResponseData): Promise<unknown> {
  const text = isPlain(response) ? await readText(response.body, LARGEST_ANSWER_BYTES) : null;
  if (text === null) {
    close(response);
    throw new CleartakeError('serviceAnswerUnreadable', { detail: 'answer too large, or packed' });
  }
  try {
    return parseCappedJson(text, DEEPEST_ANSWER, MOST_VALUES);
  } catch (cause) {
    const detail = `answer ${response.statusCode} is no JSON within the limits`;
    if (isPage(response)) throw pageAnswered(detail, cause);
    throw new CleartakeError('serviceAnswerUnreadable', { cause, detail });
  }
}

/** Its text when that is no JSON; null when it cannot be read: the status says enough. */
async function readRefusal(response: Dispatcher.ResponseData): Promise<unknown> {
  const text = isPlain(response) ? await readText(response.body, LARGEST_REFUSAL_BYTES) : null;
  if (text === null) close(response);
  try {
    return parseCappedJson(text ?? '', DEEPEST_ANSWER, MOST_VALUES);
  } catch {
    return text;
  }
}

/** Null when it is larger. */
async function readText(body: AsyncIterable<Buffer>, most: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Closes the connection and drops the rest of the answer. */
export function close({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined).destroy();
}
