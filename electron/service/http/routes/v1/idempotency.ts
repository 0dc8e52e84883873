/** The header Idempotency-Key of calls that create something: the same key with the same request creates it once. */

import type { FastifyRequest } from 'fastify';
import { hashValue } from '../../../../platform/files/hashing.ts';
import type { Idempotency } from '../../../rules/generations/starts.ts';
import { refuse } from '../../../rules/refusal.ts';

const LONGEST_IDEMPOTENCY_KEY = 255;

/**
 * Null without the header.
 * @param request what must be the same again
 * @throws refusal 400
 */
export function readIdempotency({ headers }: FastifyRequest, request: object): Idempotency | null {
  const header = headers['idempotency-key'];
  if (header === undefined) return null;
  if (typeof header !== 'string' || header === '' || header.length > LONGEST_IDEMPOTENCY_KEY) {
    throw refuse(400, `Idempotency-Key must have 1 to ${LONGEST_IDEMPOTENCY_KEY} characters.`);
  }
  return { idempotencyKey: header, fingerprint: hashValue(request) };
}
