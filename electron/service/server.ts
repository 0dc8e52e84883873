/** The HTTP server: every route, and one form for every error. */

import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import { toCleartakeError } from '../../shared/domain/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Authenticator } from './auth/authenticate.ts';
import { isRefusal } from './refusal.ts';
import { rehearseCalls } from './rehearsal/faults.ts';
import { addCancelRoute } from './routes/cancel-route.ts';
import { addDownloadRoutes } from './routes/download-routes.ts';
import { createEndpoints, LARGEST_JSON_BYTES } from './routes/endpoint.ts';
import { addGenerationRoutes } from './routes/generation-routes.ts';
import { addKeyRoutes } from './routes/key-routes.ts';
import { admitAllMethods, allowOrigins } from './routes/method-answers.ts';
import { addPortalAuditRoutes } from './routes/portal/audit-routes.ts';
import { addPortalKeyRoutes } from './routes/portal/key-routes.ts';
import { addRehearsalRoute } from './routes/portal/rehearsal-route.ts';
import { addPortalUserRoutes } from './routes/portal/user-routes.ts';
import { addProjectRoutes } from './routes/project-routes.ts';
import { addUploadRoutes } from './routes/upload-routes.ts';
import type { ServiceParts } from './service-parts.ts';

/** Builds the server without listening. Fastify's own logger stays off: it writes addresses with their signatures. */
export function createServer(parts: ServiceParts, authenticator: Authenticator, log: Log): FastifyInstance {
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, _request, reply) => {
      answerError(error, reply, log);
    },
  });
  admitAllMethods(app);
  app.addHook('onRequest', async (_request, reply) => allowOrigins(reply));
  if (parts.rehearsal !== null) rehearseCalls(app, parts.rehearsal);
  // Bodies of uploads and of requests to nowhere are left on the wire.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler((error: FastifyError, _request, reply) => answerError(error, reply, log));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'There is nothing at this address.' }));

  app.register(async (scope) => {
    const add = createEndpoints(scope, authenticator, log);
    addProjectRoutes(add, parts);
    addGenerationRoutes(add, parts);
    addCancelRoute(add, parts);
    addKeyRoutes(add, parts);
    addPortalUserRoutes(add, parts);
    addPortalKeyRoutes(add, parts);
    addPortalAuditRoutes(add, parts);
    if (parts.rehearsal !== null) addRehearsalRoute(add, parts, parts.rehearsal);
  });
  app.register(async (scope) => {
    addUploadRoutes(scope, parts);
    addDownloadRoutes(scope, parts);
  });
  return app;
}

function answerError(error: FastifyError, reply: FastifyReply, log: Log): FastifyReply {
  if (isRefusal(error)) return reply.code(error.statusCode).headers(error.headers).send(error.answer);
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return reply.code(413).send({ error: `The body is larger than ${LARGEST_JSON_BYTES} bytes.` });
  }
  // Fastify's own refusals: bodies that are no JSON, content types and addresses that make no sense.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return reply
      .code(400)
      .send({ error: isJsonError(error) ? 'The body is not valid JSON.' : 'The request is not valid.' });
  }
  log.error('A request failed', { error: toCleartakeError(error).message });
  return reply.code(500).send({ error: 'The service had a fault. Try again.' });
}

function isJsonError({ code }: FastifyError): boolean {
  return code === 'FST_ERR_CTP_INVALID_JSON_BODY' || code === 'FST_ERR_CTP_EMPTY_JSON_BODY';
}
