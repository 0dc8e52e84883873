/** The HTTP server: every route, and one form for every error. */

import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyError, type FastifyReply } from 'fastify';
import { toCleartakeError } from '../../../shared/domain/errors.ts';
import type { ErrorAnswer } from '../../../shared/service-api/answers.ts';
import { REQUEST_ID, REQUEST_ID_HEADER } from '../../../shared/service-api/routes.ts';
import type { Log } from '../../platform/log.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { createTimeoutPool } from '../../platform/time/timeout-pool.ts';
import type { Authenticator } from '../auth/authenticate.ts';
import { createIdentifier, type RandomBytes } from '../rules/identifiers.ts';
import { isRefusal } from '../rules/refusal.ts';
import { createCallLimits } from './limits/call-limits.ts';
import { createHttpServer, drain, type TlsMaterial } from './limits/http-server.ts';
import { rehearseCalls } from './rehearsed-faults.ts';
import { createEndpoints } from './routes/endpoint.ts';
import { admitAllMethods, allowOrigins } from './routes/method-answers.ts';
import { addOpenApiRoute } from './routes/openapi.ts';
import { addPortalAuditRoutes, addPortalUserRoutes, addRehearsalRoute } from './routes/portal/accounts.ts';
import { addPortalBillingRoutes } from './routes/portal/billing.ts';
import { addPortalInvoiceRoutes } from './routes/portal/invoices.ts';
import { addPortalKeyRoutes } from './routes/portal/keys.ts';
import { addCancelRoute, addPortalProjectRoutes } from './routes/portal/projects.ts';
import { addPortalEndpointRoutes } from './routes/portal/webhook-endpoints.ts';
import { addPortalMessageRoutes } from './routes/portal/webhook-messages.ts';
import { addDownloadRoutes } from './routes/signed/downloads.ts';
import { addInvoicePageRoute } from './routes/signed/invoice-page.ts';
import { addUploadRoutes } from './routes/signed/uploads.ts';
import { addKeyRoutes, addWebhookRoutes } from './routes/v1/account.ts';
import { addGenerationRoutes } from './routes/v1/generations.ts';
import { addProjectRoutes } from './routes/v1/projects.ts';
import type { ServiceParts } from './service-parts.ts';

/** A year, as browsers recommend (RFC 6797, section 6.1.1). */
const HTTPS_ONLY = 'max-age=31536000';

/** What the server needs of the machine. */
export interface Transport {
  /** The machine's own clock: moving the rehearsal's clock must not cut connections. */
  readonly clock: Clock;
  /** Without it the server speaks plain HTTP. */
  readonly tls?: TlsMaterial | undefined;
}

export interface ServiceServer {
  /** @returns the port it listens on */
  listen(host: string, port: number): Promise<number>;
  /** Every path with its methods, as Fastify prints them. */
  printRoutes(): Promise<string>;
  /** Stops accepting requests, cuts uploads, gives other requests time to finish, and closes every connection. */
  close(): Promise<void>;
}

/** Builds the server without listening. Fastify's own logger stays off, since it logs URLs with their signatures. */
export function createServer(
  parts: ServiceParts,
  authenticator: Authenticator,
  log: Log,
  transport: Transport,
): ServiceServer {
  const { configuration, uploads } = parts;
  const { limits } = configuration;
  const bodyTimeouts = createTimeoutPool(transport.clock, limits.bodyTimeoutMs, log);
  const callLimits = createCallLimits(authenticator, parts.clock, configuration, parts.rehearsal);
  const nameRequest = (headers: IncomingHttpHeaders) => requestIdOf(headers, parts.randomBytes);
  const app = Fastify({
    logger: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    genReqId: ({ headers }) => nameRequest(headers),
    serverFactory: (onRequest) => createHttpServer(limits, transport.tls, onRequest, nameRequest),
    // No hook runs before these.
    frameworkErrors: (error, _request, reply) => {
      writeConventions(reply, transport.tls !== undefined);
      answerError(error, reply, log);
    },
  });
  admitAllMethods(app);
  app.addHook('onRequest', (_request, reply, done) => {
    writeConventions(reply, transport.tls !== undefined);
    done();
  });
  // The rest of a body is read after its answer, for a limited time: clients read the answer only once they have sent everything.
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete && !raw.destroyed) {
      const timeout = bodyTimeouts.start(() => raw.destroy());
      raw.once('close', timeout.cancel);
    }
    done();
  });
  if (parts.rehearsal !== null) rehearseCalls(app, parts.rehearsal);
  // Bodies of uploads and of unknown paths are not parsed.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler((error: FastifyError, _request, reply) => answerError(error, reply, log));
  app.setNotFoundHandler((_request, reply) => sendError(reply, 404, { error: 'There is nothing at this address.' }));

  app.register(async (scope) => {
    const add = createEndpoints(scope, { authenticator, callLimits, bodyTimeouts, log });
    addProjectRoutes(add, parts);
    addGenerationRoutes(add, parts);
    addCancelRoute(add, parts);
    addKeyRoutes(add, parts);
    addPortalProjectRoutes(add, parts);
    addPortalUserRoutes(add, parts);
    addPortalKeyRoutes(add, parts);
    addPortalAuditRoutes(add, parts);
    addWebhookRoutes(add, parts);
    addPortalEndpointRoutes(add, parts);
    addPortalMessageRoutes(add, parts);
    addPortalBillingRoutes(add, parts);
    addPortalInvoiceRoutes(add, parts);
    if (parts.rehearsal !== null) addRehearsalRoute(add, parts, parts.rehearsal);
  });
  app.register(async (scope) => {
    addUploadRoutes(scope, parts);
    addDownloadRoutes(scope, parts);
    addInvoicePageRoute(scope, parts);
    addOpenApiRoute(scope, parts.rehearsal !== null);
  });
  return {
    listen: async (host, port) => {
      await app.listen({ host, port });
      return (app.server.address() as AddressInfo).port;
    },
    printRoutes: async () => {
      await app.ready();
      return app.printRoutes({ commonPrefix: false });
    },
    close: async () => {
      const closed = app.close();
      uploads.stop();
      await drain(app.server, transport.clock, limits.shutdownGraceMs, closed);
      bodyTimeouts.stop();
    },
  };
}

function answerError(error: FastifyError, reply: FastifyReply, log: Log): FastifyReply {
  if (isRefusal(error)) return sendError(reply.headers(error.headers), error.statusCode, error.answer);
  // Fastify's own refusals: invalid content types and URLs.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return sendError(reply, 400, { error: 'The request is not valid.' });
  }
  log.error('A request failed', { requestId: reply.request.id, error: toCleartakeError(error).message });
  return sendError(reply, 500, { error: 'The service failed. Try again.' });
}

/** The id that the client chose, if it is one, else a new one. */
function requestIdOf(headers: IncomingHttpHeaders, randomBytes: RandomBytes): string {
  const given = headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : createIdentifier('req', randomBytes);
}

/**
 * Answers hold secrets: keys, signed addresses, accounts. Routes whose answers may be kept say so themselves.
 * @param tls whether the connection is encrypted; over plain HTTP the promise would count for nothing (RFC 6797, section 7.2)
 */
function writeConventions(reply: FastifyReply, tls: boolean): void {
  allowOrigins(reply);
  reply.header(REQUEST_ID_HEADER, reply.request.id).header('cache-control', 'no-store');
  if (tls) reply.header('strict-transport-security', HTTPS_ONLY);
}

/** Every error goes out through here (service specification, "Errors"). */
function sendError(reply: FastifyReply, status: number, answer: ErrorAnswer): FastifyReply {
  return reply.code(status).send({ ...answer, requestId: reply.request.id });
}
