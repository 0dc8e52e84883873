/** One call of the service as data: its path, what it needs, its body and its answer. Routes and the OpenAPI document are made of it. */

import type { z } from 'zod';
import type { Permission } from './permissions.ts';

export interface Operation<Body = unknown, Answer = unknown> {
  readonly path: string;
  /** One sentence: what it is for. */
  readonly summary: string;
  /** All of them are needed. `admin` also asks for a key of role `admin`. */
  readonly needs: readonly Permission[];
  readonly body: z.ZodType<Body>;
  /** What a 200 carries. */
  readonly answer: z.ZodType<Answer>;
  /** The statuses beside 200 and COMMON_STATUSES, each with its condition; one that is in both is described by both. */
  readonly refusals: Readonly<Record<number, string>>;
  /** What a 500 says could not be done, as a sentence without its "Try again.". */
  readonly fault: string;
}

/** What every operation may answer beside 200, with its condition (service specification, "Common rules for every /v1 endpoint"). */
export const COMMON_STATUSES: Readonly<Record<number, string>> = {
  204: 'CORS preflight.',
  401: 'Missing or invalid API key.',
  403: 'Key not active, or permission missing.',
  405: 'Method is not POST.',
  408: 'The body took too long.',
  413: 'The body is larger than 1 MiB.',
  415: 'The body is compressed or not UTF-8.',
  429: 'Too many calls: wait for as long as Retry-After says.',
  500: 'The service had a fault (retryable).',
  503: 'The service is closing (retryable).',
};

/** Gives back what it is given, with its types. */
export function defineOperation<Body, Answer>(operation: Operation<Body, Answer>): Operation<Body, Answer> {
  return operation;
}
