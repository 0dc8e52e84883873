/** What failures of PostgreSQL mean: try the transaction again, wait for the database, or a fault of ours. */

import { DrizzleQueryError } from 'drizzle-orm/errors';
import { isRefusal, refuse } from '../../../rules/refusal.ts';
import { storeAway } from '../../store-away.ts';

/** 40001 serialization_failure, 40P01 deadlock_detected: nothing was written. */
const REPEATABLE = new Set(['40001', '40P01']);

/**
 * Classes and codes of a server that can't serve for the moment: connection lost, insufficient resources, shutting down, a statement that
 * was cut off because it waited too long.
 */
const AWAY = /^(08|53|57P|58)|^(55P03|57014|25P03|25006)$/;

/** Of sockets and of name resolution. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);

/** The driver's own, which have no code. */
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Query read timeout/i;

/** The failure without the parameters of its statement, which may be secrets. */
export function withoutParameters(thrown: unknown): unknown {
  return thrown instanceof DrizzleQueryError ? (thrown.cause ?? new Error('A statement failed')) : thrown;
}

export function isRepeatable(failure: unknown): boolean {
  return REPEATABLE.has(codeOf(failure));
}

/** Whether the database can't be reached, or can't serve for the moment. */
export function isUnreachable(failure: unknown): boolean {
  if (failure instanceof AggregateError) return failure.errors.some(isUnreachable);
  const code = codeOf(failure);
  return AWAY.test(code) || UNREACHABLE.has(code) || (failure instanceof Error && LOST.test(failure.message));
}

/** As the store throws it: a refusal that tells the client when to try again, while the database is away or crowded. */
export function explainFailure(failure: unknown): unknown {
  if (isRefusal(failure)) return failure;
  if (isUnreachable(failure)) return storeAway(failure);
  // After all repetitions: many calls change the same account.
  if (isRepeatable(failure)) return refuse(503, 'The service is busy. Try again.', { headers: { 'retry-after': '1' } });
  return failure;
}

function codeOf(failure: unknown): string {
  return failure instanceof Error && 'code' in failure ? String(failure.code) : '';
}
