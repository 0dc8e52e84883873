/** Refusals: errors that clients see, as status and body (service specification, "Errors"). */

import type { ErrorAnswer } from '../../../shared/service-api/answers.ts';

export interface Refusal extends Error {
  readonly refusal: true;
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: ErrorAnswer;
}

export interface RefusalDetails {
  readonly code?: string;
  /** Billing metadata: amounts in micro-USD. */
  readonly billing?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error to throw. The client reads `message`, so it must name no key, no signature and no local path. */
export function refuse(statusCode: number, message: string, details: RefusalDetails = {}): Refusal {
  const { code, billing } = details;
  const answer = {
    error: message,
    ...(code === undefined ? {} : { code }),
    ...(billing === undefined ? {} : { billing }),
  };
  return Object.assign(new Error(message), {
    refusal: true as const,
    statusCode,
    headers: details.headers ?? {},
    answer,
  });
}

/** The header Idempotency-Key came before, with something else. */
export function idempotencyKeyReused(): Refusal {
  return refuse(422, 'This Idempotency-Key was used for another request.', { code: 'idempotencyKeyReused' });
}

export function isRefusal(thrown: unknown): thrown is Refusal {
  return thrown instanceof Error && 'refusal' in thrown;
}
