/** HTTP as the core uses it: undici without redirects or retries, answers capped in size and time. */

import { type Dispatcher, request } from 'undici';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { parseCappedJson } from '../../platform/capped-json.ts';
import type { Clock } from '../../platform/clock.ts';
import { createDeadline } from '../../platform/timers.ts';
import { type Answer, networkError, readRetryAfter } from './failures.ts';
import type { Network } from './network.ts';

/** Largest JSON answer that is read, in bytes. */
const LARGEST_ANSWER_BYTES = 8 * 1024 * 1024;

export interface Http {
  /** For calls and transfers: connections are kept and reused. */
  readonly pool: Dispatcher;
  readonly network: Network;
  readonly clock: Clock;
  close(): Promise<void>;
}

export function createHttp(clock: Clock, network: Network): Http {
  const pool = network.pool();
  return { pool, network, clock, close: () => pool.destroy() };
}

export interface JsonCall {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Total time from the first byte sent to the last received, in milliseconds. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
  readonly dispatcher?: Dispatcher;
}

/**
 * POSTs JSON once and reads the answer whole, whatever its status.
 * @throws whatever undici throws, unchanged: only the caller knows whether it matters that the request may have arrived
 * @throws CleartakeError serviceAnswerUnreadable when a success is not JSON within the limits
 */
export async function postJsonOnce(http: Http, call: JsonCall): Promise<Answer> {
  const deadline = createDeadline(
    http.clock,
    call.deadlineMs,
    new DOMException('No answer in time', 'TimeoutError'),
    call.signal,
  );
  try {
    const response = await request(call.url, {
      method: 'POST',
      dispatcher: call.dispatcher ?? http.pool,
      headers: { ...call.headers, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(call.body),
      signal: deadline.signal,
    });
    return await readAnswer(response, http.clock.now());
  } finally {
    deadline.end();
  }
}

/**
 * Reads an answer whole, within the limits.
 * @param now milliseconds since the epoch, for a Retry-After that is a date
 * @throws CleartakeError serviceAnswerUnreadable when a success is not JSON, or anything is too large
 */
export async function readAnswer(response: Dispatcher.ResponseData, now: number): Promise<Answer> {
  const text = await readText(response.body);
  const retryAfter = response.headers['retry-after'];
  return {
    status: response.statusCode,
    body: parse(text, response.statusCode),
    retryAfterMs: readRetryAfter(Array.isArray(retryAfter) ? retryAfter[0] : retryAfter, now),
  };
}

/** The same for calls that may be repeated: network faults become errors of ours. */
export async function postJson(http: Http, call: JsonCall): Promise<Answer> {
  try {
    return await postJsonOnce(http, call);
  } catch (failure) {
    if (call.signal?.aborted) throw failure;
    throw networkError(failure);
  }
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > LARGEST_ANSWER_BYTES)
      throw new CleartakeError('serviceAnswerUnreadable', { detail: 'answer too large' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string, status: number): unknown {
  try {
    return parseCappedJson(text);
  } catch (cause) {
    if (status < 200 || status > 299) return null;
    throw new CleartakeError('serviceAnswerUnreadable', { cause, detail: `answer ${status} is not JSON` });
  }
}
