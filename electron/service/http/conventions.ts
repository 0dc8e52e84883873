/** What every answer has, whatever was called: the id of its request, how long it may be kept, and who may read it. */

import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { ErrorAnswer } from '../../../shared/service-api/answers.ts';
import { REQUEST_ID, REQUEST_ID_HEADER } from '../../../shared/service-api/routes.ts';
import { createIdentifier, type RandomBytes } from '../rules/identifiers.ts';
import { allowOrigins } from './routes/method-answers.ts';

/** A year, as browsers recommend (RFC 6797, section 6.1.1). */
const HTTPS_ONLY = 'max-age=31536000';

/** The id that the client chose, if it is one, else a new one. */
export function requestIdOf(headers: IncomingHttpHeaders, randomBytes: RandomBytes): string {
  const given = headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : createIdentifier('req', randomBytes);
}

/**
 * Answers hold secrets: keys, signed addresses, accounts. Routes whose answers may be kept say so themselves.
 * @param tls whether the connection is encrypted; over plain HTTP the promise would count for nothing (RFC 6797, section 7.2)
 */
export function writeConventions(reply: FastifyReply, tls: boolean): void {
  allowOrigins(reply);
  reply.header(REQUEST_ID_HEADER, reply.request.id).header('cache-control', 'no-store');
  if (tls) reply.header('strict-transport-security', HTTPS_ONLY);
}

/** Every error goes out through here (service specification, "Errors"). */
export function sendError(reply: FastifyReply, status: number, answer: ErrorAnswer): FastifyReply {
  return reply.code(status).send({ ...answer, requestId: reply.request.id });
}
