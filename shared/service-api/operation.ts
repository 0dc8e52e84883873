/** A call of the service as data: path, permissions, body and answer. Routes and the OpenAPI document are built from it. */

import { z } from 'zod';
import type { Permission } from './permissions.ts';

/** When a status is answered: a sentence, or one for each `code` of the answer; "" stands for an answer without a code. */
export type Conditions = string | Readonly<Record<string, string>>;

export interface Deprecation {
  /** ISO 8601: since when it is deprecated, for the header Deprecation (RFC 9745). */
  readonly since: string;
  /** ISO 8601: when it ends, for the header Sunset (RFC 8594); not before `since`. Absent while that is open. */
  readonly sunset?: string;
}

export interface Operation<Body extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> {
  readonly path: string;
  /** What the call does, in one sentence. */
  readonly summary: string;
  /** Present once the call is to go: its answers and the document say so. */
  readonly deprecated?: Deprecation;
  /** All of them are required. `admin` also requires a key of role `admin`. */
  readonly needs: readonly Permission[];
  readonly body: Body;
  /** The body of a 200. */
  readonly answer: Answer;
  /** Statuses besides 200 and COMMON_STATUSES. They override those of COMMON_STATUSES. */
  readonly refusals: Readonly<Record<number, Conditions>>;
  /** The sentence of a 500, without its "Try again.". */
  readonly fault: string;
}

/** Statuses that every operation may answer besides 200, each with its condition (service specification, "Common rules for every /v1 endpoint"). */
export const COMMON_STATUSES: Readonly<Record<number, Conditions>> = {
  401: 'Missing or invalid API key.',
  403: 'Key not active, or permission missing.',
  405: 'Method is not POST.',
  408: 'The body took too long.',
  413: 'The body is larger than 1 MiB.',
  415: 'The body is compressed or not UTF-8.',
  429: { rateLimited: 'Too many calls: wait for as long as Retry-After says.' },
  500: 'The service had a fault (retryable).',
  503: 'The service is closing, or can’t reach its database or storage (retryable).',
};

/** Of a listing: absent where no page was asked for. */
export const nextCursor = z
  .string()
  .nullable()
  .optional()
  .describe('Only of a page: the cursor of the next one, null at the end.');

/** What a caller sends. */
export type BodyOf<Call extends Operation> = z.input<Call['body']>;
export type AnswerOf<Call extends Operation> = z.output<Call['answer']>;

/** Returns its argument, with inferred types. */
export function defineOperation<Body extends z.ZodType, Answer extends z.ZodType>(
  operation: Operation<Body, Answer>,
): Operation<Body, Answer> {
  return operation;
}
