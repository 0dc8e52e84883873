/** Webhook signatures over the raw body: created by the service's sender, verified by receivers. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Prefix of the three headers `vendor-id`, `vendor-timestamp` and `vendor-signature` (service specification, "Authentication", rule 6). */
const WEBHOOK_HEADER_PREFIX = 'vendor';

/** Tolerated distance between a timestamp and the receiver's clock, in seconds, in both directions. */
export const WEBHOOK_TOLERANCE_SECONDS = 5 * 60;

const SECRET_MARK = 'whsec_';
const SECRET_BYTES = 32;
const FEWEST_SECRET_BYTES = 24;
const MOST_SECRET_BYTES = 64;
const DIGEST_BYTES = 32;
/** No dots: a dot would let part of the id pass for the timestamp. */
const ID = /^[\x21-\x2d\x2f-\x7e]{1,256}$/;
const TIMESTAMP = /^[0-9]{1,12}$/;
/** More than a key rotation ever needs; the limit keeps the work that a stranger can cause small. */
const MOST_SIGNATURES = 32;

/** A new secret: `whsec_` and 32 random bytes in base64. */
export function makeWebhookSecret(randomBytes: (size: number) => Uint8Array): string {
  return `${SECRET_MARK}${Buffer.from(randomBytes(SECRET_BYTES)).toString('base64')}`;
}

/** Whether a text can be a signing secret. */
export function isWebhookSecret(text: string): boolean {
  return decodeSecret(text) !== null;
}

export interface WebhookToSign {
  /** Without a dot; the same for all attempts at a message. */
  readonly id: string;
  /** Unix time of the attempt, in seconds. */
  readonly timestamp: number;
  readonly body: Uint8Array;
}

/**
 * The three headers of an attempt. The signature header has one `v1,<base64>` entry for each secret, separated by spaces.
 * @throws RangeError when the id or a secret is malformed
 */
export function signWebhook(
  secrets: readonly string[],
  { id, timestamp, body }: WebhookToSign,
  prefix = WEBHOOK_HEADER_PREFIX,
): Record<string, string> {
  const seconds = String(timestamp);
  if (!ID.test(id) || !TIMESTAMP.test(seconds)) throw new RangeError('A webhook was to be signed with a malformed id');
  const signatures = secrets.map((secret) => {
    const key = decodeSecret(secret);
    if (key === null) throw new RangeError('A webhook was to be signed with a malformed secret');
    return `v1,${digest(key, id, seconds, body).toString('base64')}`;
  });
  return { [`${prefix}-id`]: id, [`${prefix}-timestamp`]: seconds, [`${prefix}-signature`]: signatures.join(' ') };
}

type WebhookRefusal = 'headers' | 'timestamp' | 'signature' | 'secret';

export type WebhookVerdict =
  | { readonly kind: 'authentic'; readonly id: string; readonly timestamp: number }
  /** The reason, for the log only; the sender never sees it. */
  | { readonly kind: 'refused'; readonly reason: WebhookRefusal };

export interface WebhookToVerify {
  readonly secret: string;
  /** As Node gives them, with lower-case names. A webhook with a repeated header is refused. */
  readonly headers: IncomingHttpHeaders;
  /** The raw body, before any parsing. */
  readonly body: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly prefix?: string;
}

/** Verifies a received webhook. One matching signature is enough; all are compared in constant time. */
export function verifyWebhook(webhook: WebhookToVerify): WebhookVerdict {
  const prefix = webhook.prefix ?? WEBHOOK_HEADER_PREFIX;
  const id = webhook.headers[`${prefix}-id`];
  const timestamp = webhook.headers[`${prefix}-timestamp`];
  const signatures = webhook.headers[`${prefix}-signature`];
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string')
    return refused('headers');
  if (!ID.test(id)) return refused('headers');
  if (!TIMESTAMP.test(timestamp)) return refused('timestamp');
  const seconds = Number(timestamp);
  if (Math.abs(Math.floor(webhook.now / 1000) - seconds) > WEBHOOK_TOLERANCE_SECONDS) return refused('timestamp');
  const key = decodeSecret(webhook.secret);
  if (key === null) return refused('secret');
  const expected = digest(key, id, timestamp, webhook.body);
  const entries = signatures.split(' ');
  if (entries.length > MOST_SIGNATURES) return refused('signature');
  let fits = false;
  for (const entry of entries) {
    const presented = decodeSignature(entry);
    if (presented !== null && timingSafeEqual(presented, expected)) fits = true;
  }
  return fits ? { kind: 'authentic', id, timestamp: seconds } : refused('signature');
}

function refused(reason: WebhookRefusal): WebhookVerdict {
  return { kind: 'refused', reason };
}

function digest(key: Uint8Array, id: string, timestamp: string, body: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`, 'utf8').update(body).digest();
}

function decodeSecret(secret: string): Buffer | null {
  const key = secret.startsWith(SECRET_MARK) ? decodeBase64(secret.slice(SECRET_MARK.length)) : null;
  return key !== null && key.length >= FEWEST_SECRET_BYTES && key.length <= MOST_SECRET_BYTES ? key : null;
}

function decodeSignature(entry: string): Buffer | null {
  if (!entry.startsWith('v1,')) return null;
  const bytes = decodeBase64(entry.slice('v1,'.length));
  return bytes?.length === DIGEST_BYTES ? bytes : null;
}

/** Strict: Node ignores invalid base64 characters, this accepts only the canonical encoding. */
function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}
