/** The answers to methods that a path does not have: 204 to OPTIONS and 405 to all others, before any other check. */

import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { UPLOAD_COMPLETE_HEADER, UPLOAD_OFFSET_HEADER } from '../../../../shared/service-api/routes.ts';

const ALLOWED_HEADERS =
  'Authorization, X-Api-Key, Xi-Api-Key, Content-Type, Content-Range, Content-Digest, Repr-Digest, Range, If-Range, If-Match, If-None-Match, Idempotency-Key, X-Request-Id';
const EXPOSED_HEADERS = [
  'Content-Disposition',
  'Content-Length',
  'Content-Range',
  'Deprecation',
  'ETag',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Repr-Digest',
  'Retry-After',
  'Sunset',
  'X-Request-Id',
  UPLOAD_OFFSET_HEADER,
  UPLOAD_COMPLETE_HEADER,
].join(', ');
/** Seconds that a browser may cache a preflight. */
const PREFLIGHT_SECONDS = '600';

/** Lets the router handle every HTTP method. CONNECT never reaches it. */
export function admitAllMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
}

/** Allows pages of any origin to read an answer: keys and signatures protect it, never a cookie. */
export function allowOrigins(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', EXPOSED_HEADERS);
}

/** Registers the answers to OPTIONS and to every method but `allowed`. */
export function answerOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  const allow = [...allowed, 'OPTIONS'].join(', ');
  app.route({
    method: 'OPTIONS',
    url,
    // Before the body is read, as below: the body does not matter.
    onRequest: async (_request, reply) => {
      await reply
        .code(204)
        .header('access-control-allow-methods', allow)
        .header('access-control-allow-headers', ALLOWED_HEADERS)
        .header('access-control-max-age', PREFLIGHT_SECONDS)
        .header('allow', allow)
        .send();
    },
    handler: () => undefined,
  });
  app.route({
    method: app.supportedMethods.filter((method) => method !== 'OPTIONS' && !allowed.includes(method)),
    url,
    // Before the body is read: with a wrong method the body does not matter.
    onRequest: async (request, reply) => {
      await reply
        .code(405)
        .header('allow', allow)
        .send({ error: `Only ${allow} are allowed here.`, requestId: request.id });
    },
    handler: () => undefined,
  });
}
