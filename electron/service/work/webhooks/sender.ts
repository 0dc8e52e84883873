/** One attempt at a delivery: a POST of the signed bytes, and its outcome. It never throws and follows no redirects. */

import { Agent, request } from 'undici';
import { proxyWords } from '../../../../shared/domain/connections/proxy-faults.ts';
import { userAgent } from '../../../platform/http/user-agent.ts';
import { createEgress, type Egress } from '../../../platform/network/egress.ts';
import { ProxyFailure } from '../../../platform/network/proxies.ts';
import { signWebhook } from '../../../platform/security/webhook-signature.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { createDeadline } from '../../../platform/time/deadlines.ts';
import { ADDRESS_REFUSED, createConnector } from './connector.ts';
import { createResolveHost, type ResolveHost } from './resolve-host.ts';

/**
 * How long an attempt may take, from resolving the name to the part of the answer that is kept. Only the status decides (service
 * specification, "Events", rule 2), whatever happens to the answer's body.
 */
const ATTEMPT_DEADLINE_MS = 15_000;
/** Bytes of the answer that are read. */
const READ_ANSWER_BYTES = 4000;
/** Characters of the answer that are kept. */
export const KEPT_ANSWER = 1000;
const LARGEST_ANSWER_HEADERS = 16 * 1024;

export interface WebhookRequest {
  readonly url: string;
  readonly messageId: string;
  readonly payload: Uint8Array;
  /** All valid secrets. Each adds a signature. */
  readonly secrets: readonly string[];
}

export interface AttemptOutcome {
  readonly succeeded: boolean;
  /** When it began, in milliseconds since the epoch. */
  readonly at: number;
  readonly durationMs: number;
  readonly statusCode: number | null;
  /** Why it failed, for the owner of the endpoint; null when it succeeded. */
  readonly error: string | null;
  /** The beginning of the receiver's answer; null when there was none. */
  readonly answer: string | null;
}

/** @returns null when the signal ended it and the outcome is unknown */
export type SendWebhook = (webhook: WebhookRequest, signal: AbortSignal) => Promise<AttemptOutcome | null>;

export interface SenderOptions {
  readonly clock: Clock;
  /** The clock that receivers compare timestamps with; a rehearsal does not move it. */
  readonly machineClock: Clock;
  readonly allowPrivateAddresses: boolean;
  readonly trustedCertificates?: string | undefined;
  /** Of the program, for the header User-Agent. */
  readonly version?: string | undefined;
  readonly resolve?: ResolveHost;
  /** Without it nothing goes through a proxy. */
  readonly egress?: Egress | undefined;
}

export function createSender({
  clock,
  machineClock,
  resolve = createResolveHost(),
  egress = createEgress(),
  ...options
}: SenderOptions): SendWebhook {
  const connectorFor = createConnector({ ...options, egress, resolve });
  const sent = { 'content-type': 'application/json', 'user-agent': userAgent(options.version) };

  return async (webhook, signal) => {
    const at = clock.now();
    const began = machineClock.monotonic();
    const deadline = createDeadline(
      machineClock,
      ATTEMPT_DEADLINE_MS,
      () => new DOMException(LATE, 'TimeoutError'),
      signal,
    );
    // A new connection for each attempt: never one that the receiver has closed, and always with a checked address.
    const agent = new Agent({
      connect: connectorFor(deadline.signal),
      pipelining: 0,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: LARGEST_ANSWER_HEADERS,
    });
    const received: Received = { statusCode: null, chunks: [], bytes: 0 };
    let failed: string | null = null;
    try {
      await post(webhook, sent, machineClock.now(), agent, received, deadline.signal);
    } catch (failure) {
      if (signal.aborted && received.statusCode === null) return null;
      failed = deadline.hasPassed ? LATE : failureSentence(failure);
    } finally {
      deadline.end();
      await agent.destroy().catch(() => undefined);
    }
    const error = received.statusCode === null ? failed : statusSentence(received.statusCode);
    return {
      succeeded: received.statusCode === 200,
      at,
      durationMs: Math.max(0, Math.round(machineClock.monotonic() - began)),
      statusCode: received.statusCode,
      error,
      answer: received.statusCode === null ? null : beginningOf(received.chunks),
    };
  };
}

/** What has arrived of the answer. */
interface Received {
  statusCode: number | null;
  chunks: Buffer[];
  bytes: number;
}

async function post(
  { url, messageId, payload, secrets }: WebhookRequest,
  sent: Readonly<Record<string, string>>,
  at: number,
  agent: Agent,
  received: Received,
  signal: AbortSignal,
): Promise<void> {
  const { statusCode, body } = await request(url, {
    method: 'POST',
    dispatcher: agent,
    headers: {
      ...sent,
      ...signWebhook(secrets, { id: messageId, timestamp: Math.floor(at / 1000), body: payload }),
    },
    body: payload,
    signal,
  });
  received.statusCode = statusCode;
  for await (const chunk of body) {
    const kept = (chunk as Buffer).subarray(0, READ_ANSWER_BYTES - received.bytes);
    received.chunks.push(kept);
    received.bytes += kept.length;
    // Leaving the loop destroys the body: the rest is never read.
    if (received.bytes === READ_ANSWER_BYTES) return;
  }
}

const LATE = `There was no answer within ${ATTEMPT_DEADLINE_MS / 1000} seconds.`;

function beginningOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8').slice(0, KEPT_ANSWER);
}

/** Null for 200, the only status that succeeds. */
function statusSentence(statusCode: number): string | null {
  if (statusCode === 200) return null;
  const redirect = statusCode >= 300 && statusCode < 400 ? 'redirects are not followed, and ' : '';
  return `The receiver answered ${statusCode}; ${redirect}only 200 counts as delivered.`;
}

const SENTENCES: Readonly<Record<string, string>> = {
  [ADDRESS_REFUSED]: 'The receiver is not on the public internet, and this service delivers nowhere else.',
  ENOTFOUND: "The receiver's name was not found.",
  EAI_AGAIN: "The receiver's name could not be looked up.",
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver closed the connection without an answer.',
  UND_ERR_SOCKET: 'The receiver closed the connection without an answer.',
  ETIMEDOUT: 'The receiver could not be reached in time.',
  EHOSTUNREACH: 'The receiver could not be reached.',
  ENETUNREACH: 'The receiver could not be reached.',
};
const CERTIFICATE_FAULT = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/;

function failureSentence(failure: unknown): string {
  if (failure instanceof ProxyFailure) return proxyWords(failure.fault, failure.proxy);
  const code = codeOf(failure);
  if (CERTIFICATE_FAULT.test(code)) return `The receiver's certificate is not trusted (${code}).`;
  return SENTENCES[code] ?? (code === '' ? 'The attempt failed.' : `The attempt failed (${code}).`);
}

function codeOf(failure: unknown): string {
  const code = failure instanceof Error && 'code' in failure ? failure.code : '';
  return typeof code === 'string' ? code : '';
}
