/** The loopback listener of the browser host: the page, its session, the contract over a WebSocket, and media. */

import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import fastifyStatic from '@fastify/static';
import fastifyWebsocket from '@fastify/websocket';
import { ORPCError, onError } from '@orpc/server';
import { RPCHandler } from '@orpc/server/ws';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  DESK_PROTOCOL,
  SESSION_PATHS,
  sessionOfHeader,
  sessionOfProtocols,
} from '../../../shared/contract/page/browser-session.ts';
import { MEDIA_PATHS } from '../../../shared/contract/page/media-addresses.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { DeskHost } from '../common/desk-host.ts';
import { type Access, createAccess } from './access.ts';
import { isServedPage, isServerHost, type ServerAddress, securityHeaders } from './guards.ts';
import { type FileHandOver, HAND_OVER_PATH, isSecondStart, serveHandOver } from './hand-over.ts';

const MEDIA_HEADERS = ['range', 'if-range', 'if-none-match', 'content-type', 'content-length'] as const;

const LOOPBACK = '127.0.0.1';
/** One call can carry the hundred thousand paths of a dropped folder. */
const LARGEST_CALL_BYTES = 32 * 1024 * 1024;
const LARGEST_SESSION_BODY = 1024;
/** The routes of the bundled page. Every other route needs a session, including routes added later. */
const PAGE_ROUTES: readonly string[] = ['/', '/*'];

export interface BrowserServerOptions {
  readonly desk: Pick<DeskHost, 'router' | 'media'>;
  /** Folder of the bundled page. */
  readonly pageDirectory: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Without it nobody hands files over. */
  readonly handOver?: FileHandOver;
  readonly log: Log;
}

export interface BrowserServer {
  /** The page's address with this run's token in its fragment, which browsers don't send. */
  readonly url: string;
  readonly origin: string;
  /** The same with a token that works once: for command lines, which other users can read. */
  createOpeningUrl(): string;
  /** Whether a page shows the desk. */
  hasPage(): boolean;
  close(): Promise<void>;
}

/** @throws Error with code EADDRINUSE or EACCES when the port can't be used */
export async function startBrowserServer(options: BrowserServerOptions): Promise<BrowserServer> {
  const { desk, handOver, log } = options;
  const access = createAccess(randomBytes, () => performance.now());
  const server = fastify({ forceCloseConnections: true, bodyLimit: LARGEST_SESSION_BODY });
  // Set once the port is known; nothing is served before.
  let own: ServerAddress = { host: '', origin: '' };
  let headers: Record<string, string> = {};

  await server.register(fastifyWebsocket, {
    options: {
      maxPayload: LARGEST_CALL_BYTES,
      handleProtocols: (protocols) => (protocols.has(DESK_PROTOCOL) ? DESK_PROTOCOL : false),
    },
  });
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    const refusal = checkRequest(request, own, access, handOver);
    if (refusal !== null) return refuse(reply, refusal);
  });
  server.setErrorHandler(async (failure, request, reply) => {
    const status = statusOf(failure);
    if (status >= 500) log.error('A request failed', { route: request.routeOptions.url, reason: String(failure) });
    return reply.code(status).send(status >= 500 ? sentence('unexpected') : { code: 'badRequest' });
  });
  server.setNotFoundHandler(async (_request, reply) => reply.code(404).send(sentence('notFound')));
  serveSessions(server, access);
  if (handOver !== undefined) serveHandOver(server, handOver);
  const hasPage = serveContract(server, desk, access, log);
  serveMedia(server, () => own.origin, desk.media);
  await server.register(fastifyStatic, { root: options.pageDirectory, cacheControl: false, setHeaders: cachePage });

  await server.listen({ host: LOOPBACK, port: options.port });
  const { port } = server.server.address() as AddressInfo;
  own = { host: `${LOOPBACK}:${port}`, origin: `http://${LOOPBACK}:${port}` };
  headers = securityHeaders(own);
  return {
    origin: own.origin,
    url: `${own.origin}/#token=${access.token}`,
    createOpeningUrl: () => `${own.origin}/#token=${access.createOpeningToken()}`,
    hasPage,
    close: () => server.close(),
  };
}

/** @returns the status of a refusal, or null when the request is allowed */
function checkRequest(
  request: FastifyRequest,
  own: ServerAddress,
  access: Access,
  handOver: FileHandOver | undefined,
): 401 | 403 | 421 | null {
  const { headers } = request.raw;
  if (!isServerHost(headers, own)) return 421;
  // The matched route, not the address as written: `/%6Dedia/` matches the same route as `/media/`.
  const route = request.routeOptions.url;
  const changes = request.method !== 'GET' && request.method !== 'HEAD';
  const upgrades = headers.upgrade !== undefined;
  // Anybody who knows the address may load the page, for example through a link: it contains no data.
  if ((route === undefined || PAGE_ROUTES.includes(route)) && !changes && !upgrades) return null;
  if (route === HAND_OVER_PATH && handOver !== undefined && !upgrades && isSecondStart(headers, handOver)) return null;
  if (!isServedPage(headers, own, changes || upgrades)) return 403;
  // With a session neither: a page must not name files.
  if (route === HAND_OVER_PATH) return 401;
  if (route === SESSION_PATHS.session && request.method === 'POST') return null;
  if (access.isSession(sessionOf(request))) return null;
  return request.method === 'GET' && !upgrades && access.spendAddress(request.url) ? null : 401;
}

/** The session that a request shows; a WebSocket shows it in its subprotocols. */
function sessionOf({ headers }: FastifyRequest): string | undefined {
  return headers.upgrade === undefined
    ? sessionOfHeader(headers.authorization)
    : sessionOfProtocols(headers['sec-websocket-protocol']);
}

/** Addresses that a link may open once. */
const DOWNLOADS = new RegExp(`^(${[MEDIA_PATHS.file, MEDIA_PATHS.save].join('|')})\\?`);

function serveSessions(server: FastifyInstance, access: Access): void {
  server.post(SESSION_PATHS.session, async (request, reply) => {
    const body = z.object({ token: z.string() }).safeParse(request.body);
    const session = body.success ? access.exchange(body.data.token) : null;
    reply.header('cache-control', 'no-store');
    return session === null ? refuse(reply, 401) : reply.send({ session });
  });
  server.delete(SESSION_PATHS.session, async (request, reply) => {
    access.end(sessionOf(request) ?? '');
    return reply.code(204).send();
  });
  server.post(SESSION_PATHS.address, async (request, reply) => {
    const body = z.object({ address: z.string().regex(DOWNLOADS) }).safeParse(request.body);
    reply.header('cache-control', 'no-store');
    if (!body.success) return reply.code(400).send({ code: 'badRequest' });
    return reply.send({ address: access.createAddress(body.data.address) });
  });
}

/** @returns whether a page is connected */
function serveContract(
  server: FastifyInstance,
  desk: BrowserServerOptions['desk'],
  access: Access,
  log: Log,
): () => boolean {
  let pages = 0;
  const handler = new RPCHandler(desk.router, {
    interceptors: [
      onError((failure) => {
        // A refusal is a normal response; only unexpected failures go to the log.
        if (!isDefinedRefusal(failure)) log.error('A call failed', { reason: String(failure) });
      }),
    ],
  });
  server.get('/rpc', { websocket: true }, (socket, request) => {
    pages += 1;
    socket.once('close', () => (pages -= 1));
    socket.once(
      'close',
      access.onEnd(sessionOf(request) ?? '', () => socket.close()),
    );
    void handler.upgrade(socket, { context: {} });
  });
  return () => pages > 0;
}

function isDefinedRefusal(failure: unknown): boolean {
  return failure instanceof ORPCError && failure.defined;
}

function cachePage(reply: FastifyReply, file: string): void {
  // Vite puts a content hash into every file name except the page's.
  const lasting = file.includes(`${path.sep}assets${path.sep}`);
  reply.header('cache-control', lasting ? 'private, max-age=31536000, immutable' : 'no-cache');
}

function refuse(reply: FastifyReply, status: number): FastifyReply {
  return reply.code(status).header('connection', 'close').send({ code: 'refused', status });
}

function sentence(code: 'unexpected' | 'notFound'): { code: string; userMessage: string } {
  return { code, userMessage: new CleartakeError(code).userMessage };
}

function statusOf(failure: unknown): number {
  const status = failure instanceof Error && 'statusCode' in failure ? Number(failure.statusCode) : 500;
  return status >= 400 && status < 600 ? status : 500;
}

/**
 * Serves `/media/*`. Bodies stream both ways; when the client disconnects, the request's signal is aborted.
 * @param media handles every method, even those it refuses
 */
function serveMedia(
  server: FastifyInstance,
  origin: () => string,
  media: (request: Request) => Promise<Response>,
): void {
  // A scope of its own, in which bodies of every type stay streams.
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.route({
      method: ['GET', 'HEAD', 'POST'],
      url: '/media/*',
      handler: async (request, reply) => {
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        const answer = await media(toRequest(request, origin(), gone.signal));
        // The rest of a refused upload isn't read: the connection closes after the response.
        if (request.method === 'POST' && !answer.ok) reply.header('connection', 'close');
        return reply.send(answer);
      },
    });
  });
}

function toRequest(request: FastifyRequest, origin: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const name of MEDIA_HEADERS) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const hasBody = request.method === 'POST';
  return new Request(new URL(request.url, origin), {
    method: request.method,
    headers,
    signal,
    ...(hasBody ? { body: Readable.toWeb(request.raw) as ReadableStream<Uint8Array>, duplex: 'half' as const } : {}),
  });
}
