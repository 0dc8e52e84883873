/** One endpoint: method, then authentication, then permission, then body, then its own work. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { toCleartakeError } from '../../../shared/domain/errors.ts';
import type { Operation } from '../../../shared/service-api/operation.ts';
import type { Log } from '../../platform/log.ts';
import type { Authenticator, Caller } from '../auth/authenticate.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { answerOtherMethods } from './method-answers.ts';

/** Largest JSON body, in bytes. */
export const LARGEST_JSON_BYTES = 1024 * 1024;
/** Deeper nesting has no use here and would exhaust the stack when it is written out again. */
const DEEPEST_JSON = 64;

export interface Call<Body> {
  readonly caller: Caller;
  readonly body: Body;
  readonly request: FastifyRequest;
}

/** Registers an operation with what gives the answer of its 200. */
export type AddEndpoint = <Body, Answer>(
  operation: Operation<Body, Answer>,
  answer: (call: Call<Body>) => Promise<Answer>,
) => void;

/** Makes endpoints in a Fastify scope whose bodies are JSON, whatever their Content-Type says. */
export function createEndpoints(app: FastifyInstance, authenticator: Authenticator, log: Log): AddEndpoint {
  const callers = new WeakMap<FastifyRequest, Caller>();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: LARGEST_JSON_BYTES },
    app.getDefaultJsonParser('error', 'error'),
  );
  return (operation, answer) => {
    app.route({
      method: 'POST',
      url: operation.path,
      onRequest: async (request) => {
        callers.set(request, await authenticator.authenticate(request.headers, operation.needs));
      },
      handler: async (request) => {
        const caller = callers.get(request);
        if (caller === undefined) throw refuse(401, 'The API key is missing.');
        await authenticator.confirm(caller);
        const body = readBody(operation.body, request.body);
        try {
          return await answer({ caller, body, request });
        } catch (failure) {
          if (isRefusal(failure)) throw failure;
          log.error('A call failed', { path: operation.path, error: toCleartakeError(failure).message });
          throw refuse(500, `${operation.fault} Try again.`);
        }
      },
    });
    answerOtherMethods(app, operation.path, ['POST']);
  };
}

function readBody<Body>(schema: z.ZodType<Body>, body: unknown): Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw refuse(400, 'The body must be a JSON object.');
  }
  if (isDeeperThan(body, DEEPEST_JSON)) throw refuse(400, 'The body is nested too deeply.');
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  throw refuse(400, field === '' ? 'The body is not valid.' : `${field} is missing or not valid.`);
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
