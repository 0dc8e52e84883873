/** Endpoints: check method, authentication, permission and body, in this order, then run the handler. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { Operation } from '../../../../shared/service-api/operation.ts';
import type { Log } from '../../../platform/log.ts';
import type { TimeoutPool } from '../../../platform/time/timeout-pool.ts';
import type { Authenticator, Caller } from '../../auth/authenticate.ts';
import { isRefusal, refuse } from '../../rules/refusal.ts';
import { createBodyReader } from '../limits/body-reader.ts';
import type { CallLimits } from '../limits/call-limits.ts';
import { answerOtherMethods } from './method-answers.ts';

/** Most characters of a field's name in a refusal. */
const LONGEST_FIELD = 100;

interface Call<Body> {
  readonly caller: Caller;
  readonly body: Body;
  readonly request: FastifyRequest;
}

/** Registers an operation with its handler, which returns the body of a 200. */
export type AddEndpoint = <Body extends z.ZodType, Answer extends z.ZodType>(
  operation: Operation<Body, Answer>,
  answer: (call: Call<z.output<Body>>) => Promise<z.output<Answer>>,
) => void;

export interface EndpointParts {
  readonly authenticator: Authenticator;
  readonly callLimits: CallLimits;
  /** How long a body may take. */
  readonly bodyTimeouts: TimeoutPool;
  readonly log: Log;
}

/** Creates endpoints in a Fastify scope that reads every body as JSON, whatever its Content-Type. */
export function createEndpoints(app: FastifyInstance, parts: EndpointParts): AddEndpoint {
  const { authenticator, callLimits, log } = parts;
  const callers = new WeakMap<FastifyRequest, Caller>();
  const readJson = createBodyReader(parts.bodyTimeouts);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', readJson);
  // Answers to calls that arrive together are sent together: waking the receiver once saves as much as a call costs.
  app.addHook('onSend', (_request, _reply, payload, done) => {
    setImmediate(done, null, payload);
  });
  return (operation, answer) => {
    const deprecation = deprecationHeaders(operation);
    app.route({
      method: 'POST',
      url: operation.path,
      onRequest: async (request, reply) => {
        reply.headers(deprecation);
        callers.set(request, await callLimits.admit(request, reply, operation.needs));
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
          const error = toCleartakeError(failure).message;
          log.error('A call failed', { path: operation.path, requestId: request.id, error });
          throw refuse(500, `${operation.fault} Try again.`);
        }
      },
    });
    answerOtherMethods(app, operation.path, ['POST']);
  };
}

/** What tells a client that a call is to go, and when (RFC 9745, RFC 8594). */
function deprecationHeaders({ deprecated }: Pick<Operation, 'deprecated'>): Readonly<Record<string, string>> {
  if (deprecated === undefined) return {};
  const { since, sunset } = deprecated;
  return {
    deprecation: `@${Math.floor(Date.parse(since) / 1000)}`,
    ...(sunset === undefined ? {} : { sunset: new Date(sunset).toUTCString() }),
  };
}

function readBody<Body extends z.ZodType>(schema: Body, body: unknown): z.output<Body> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw refuse(400, 'The body must be a JSON object.');
  }
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const field = (issue?.path.join('.') ?? '').slice(0, LONGEST_FIELD);
  throw refuse(400, field === '' ? 'The body is not valid.' : `${field} is missing or not valid.`);
}
