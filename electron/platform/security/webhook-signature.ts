/** Signatures of webhooks over the raw bytes of a body: made by the service's sender, checked by the desk's receiver. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What the three headers begin with: `vendor-id`, `vendor-timestamp`, `vendor-signature` (service specification, "Authentication", rule 6). */
const WEBHOOK_HEADER_PREFIX = 'vendor';

/** How far a timestamp may be from the receiver's clock, in seconds, in both directions. */
export const WEBHOOK_TOLERANCE_SECONDS = 5 * 60;

const SECRET_MARK = 'whsec_';
const SECRET_BYTES = 32;
const FEWEST_SECRET_BYTES = 24;
const MOST_SECRET_BYTES = 64;
const DIGEST_BYTES = 32;
/** A dot would let a part of the id pass for the timestamp. */
const ID = /^[\x21-\x2d\x2f-\x7e]{1,256}$/;
const TIMESTAMP = /^[0-9]{1,12}$/;
/** More than a rotation can ever leave: work that a stranger can ask for stays small. */
const MOST_SIGNATURES = 32;

/** A new secret: `whsec_` and 32 random bytes in base64. */
export function makeWebhookSecret(randomBytes: (size: number) => Uint8Array): string {
  return `${SECRET_MARK}${Buffer.from(randomBytes(SECRET_BYTES)).toString('base64')}`;
}

export interface WebhookToSign {
  /** Without a dot. The same over all attempts of a message. */
  readonly id: string;
  /** Unix seconds of the attempt. */
  readonly timestamp: number;
  readonly body: Uint8Array;
}

/**
 * The three headers of an attempt; the signature header has an entry `v1,<base64>` for each secret, separated by spaces.
 * @throws RangeError when an id or a secret has not the form that receivers accept
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
  /** Why, for the log; the sender learns nothing of it. */
  | { readonly kind: 'refused'; readonly reason: WebhookRefusal };

export interface WebhookToVerify {
  readonly secret: string;
  /** As Node gives them: names in lower case. A header that came more than once refuses the webhook. */
  readonly headers: IncomingHttpHeaders;
  /** The body as it came over the wire, before anything parsed it. */
  readonly body: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly prefix?: string;
}

/** Checks a webhook that arrived. One signature that fits is enough; all are compared in constant time. */
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

/** Node forgives whatever is no base64; here a text has to be exactly what its bytes are written as. */
function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}
