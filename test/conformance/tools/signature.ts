/** Verifies a delivery over its raw bytes, written from the documents alone. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Delivery } from './receiver.ts';

/** Whether any entry of `vendor-signature` is the endpoint's, over these very bytes. */
export function isSignedBy(secret: string, delivery: Delivery, raw: Buffer = delivery.raw): boolean {
  const id = delivery.headers['vendor-id'];
  const timestamp = delivery.headers['vendor-timestamp'];
  const signature = delivery.headers['vendor-signature'];
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signature !== 'string') return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const wanted = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(raw).digest();
  return signature.split(' ').some((entry) => {
    const [version, value = ''] = entry.split(',');
    const given = Buffer.from(value, 'base64');
    return version === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}
