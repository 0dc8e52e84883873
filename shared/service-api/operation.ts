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
  /** The statuses beside 200, 204, 401, 403, 405, 413, 429 and 500, each with its condition. */
  readonly refusals: Readonly<Record<number, string>>;
  /** What a 500 says could not be done, as a sentence without its "Try again.". */
  readonly fault: string;
}

/** Gives back what it is given, with its types. */
export function defineOperation<Body, Answer>(operation: Operation<Body, Answer>): Operation<Body, Answer> {
  return operation;
}
