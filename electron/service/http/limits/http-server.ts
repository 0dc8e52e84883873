/** The HTTP server under Fastify: limits of connections and times, TLS, and closing. */

import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { isLoopbackHost, isPrivateChannel } from '../../../../shared/domain/connections/addresses.ts';
import { REQUEST_ID_HEADER } from '../../../../shared/service-api/routes.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { ServiceConfiguration } from '../../configuration.ts';
import { rawAnswer } from './body-reader.ts';
import { capConnections } from './connection-caps.ts';

export type TransportLimits = ServiceConfiguration['limits'];

export interface TlsMaterial {
  /** The certificate and its chain, PEM. */
  readonly certificate: string;
  /** Its private key, PEM. */
  readonly key: string;
}

/** How often connections are checked for timeouts. */
const SHORTEST_CHECK_MS = 50;
const LONGEST_CHECK_MS = 2000;
/** How often idle connections are closed while the server drains. */
const DRAIN_STEP_MS = 20;

/** Bytes of a request line that are looked at. */
const LONGEST_LINE = 4096;
const OTHER_METHOD = ['405 Method Not Allowed', 'Only POST and OPTIONS are allowed here.'] as const;

const REFUSALS: Readonly<Record<string, readonly [status: string, sentence: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Content Too Large', 'The chunk extensions are too large.'],
};

/** Names a request that never reaches Fastify. */
type NameRequest = (headers: http.IncomingHttpHeaders) => string;

/**
 * A server that does not listen yet. Plain HTTP, or TLS from version 1.2.
 * @throws Error of OpenSSL when certificate and key do not fit
 */
export function createHttpServer(
  limits: TransportLimits,
  tls: TlsMaterial | undefined,
  onRequest: http.RequestListener,
  nameRequest: NameRequest,
): http.Server {
  const options: http.ServerOptions = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeoutMs,
    // Uploads may take any time; JSON bodies have their own timeout.
    requestTimeout: 0,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(
      LONGEST_CHECK_MS,
      Math.max(SHORTEST_CHECK_MS, Math.floor(limits.headersTimeoutMs / 4)),
    ),
    noDelay: true,
    // Refused in requireHost, as JSON.
    requireHostHeader: false,
  };
  const listener = limitPipelines(limits.pipelined, requireHost(onRequest, nameRequest));
  const server =
    tls === undefined
      ? http.createServer(options, listener)
      : https.createServer(
          {
            ...options,
            cert: tls.certificate,
            key: tls.key,
            minVersion: 'TLSv1.2',
            handshakeTimeout: limits.headersTimeoutMs,
          },
          listener,
        );
  capConnections(server, limits);
  server.on('checkExpectation', ({ headers }: http.IncomingMessage, response: http.ServerResponse) =>
    answer(response, 417, 'No expectation but 100-continue can be met.', nameRequest(headers)),
  );
  server.setTimeout(limits.idleTimeoutMs);
  server.on('clientError', (failure, socket) => answerBroken(failure, socket, nameRequest({})));
  server.on('connect', ({ headers }, socket) =>
    socket.end(rawAnswer(...OTHER_METHOD, nameRequest(headers)), () => socket.destroy()),
  );
  return server;
}

/**
 * Waits for requests under way, for a time, and closes all connections. The server must have been told to close.
 * @param closed settles when the last connection is gone
 */
export async function drain(
  server: http.Server,
  clock: Clock,
  graceMs: number,
  closed: Promise<unknown>,
): Promise<void> {
  let over = false;
  const end = closed.finally(() => {
    over = true;
  });
  const until = clock.monotonic() + graceMs;
  while (!over && clock.monotonic() < until) {
    server.closeIdleConnections();
    await Promise.race([end, clock.sleep(DRAIN_STEP_MS)]);
  }
  server.closeAllConnections();
  await end;
}

/** Node starts all pipelined requests of one read in one turn of the event loop: a connection that sends hundreds would block the others. */
function limitPipelines(most: number, onRequest: http.RequestListener): http.RequestListener {
  let last: Socket | null = null;
  let together = 0;
  const forget = () => {
    last = null;
  };
  return (request, response) => {
    if (request.socket !== last) {
      if (last === null) setImmediate(forget);
      last = request.socket;
      together = 0;
    }
    together += 1;
    if (together <= most) onRequest(request, response);
    else drop(request.socket);
  };
}

/**
 * Ends a connection with all its requests. Node builds an error for each of them, possibly thousands; without stack traces that
 * takes half as long.
 */
function drop(socket: Socket): void {
  if (socket.destroyed) return;
  const { stackTraceLimit } = Error;
  socket.prependOnceListener('close', () => {
    Error.stackTraceLimit = 0;
  });
  socket.once('close', () => {
    Error.stackTraceLimit = stackTraceLimit;
  });
  socket.destroy();
}

/** HTTP 1.1 requires a Host header (RFC 9112, section 3.2). */
function requireHost(onRequest: http.RequestListener, nameRequest: NameRequest): http.RequestListener {
  return (request, response) => {
    if (request.headers.host !== undefined || request.httpVersionMinor < 1) onRequest(request, response);
    else answer(response, 400, 'The request has no Host header.', nameRequest(request.headers));
  };
}

/** An answer outside Fastify. */
function answer(response: http.ServerResponse, status: number, sentence: string, requestId: string): void {
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
      [REQUEST_ID_HEADER]: requestId,
    })
    .end(JSON.stringify({ error: sentence, requestId }));
}

/** Answers requests that never reach Fastify. A closed connection gets nothing. */
function answerBroken(
  failure: Error & { code?: string; rawPacket?: Buffer },
  socket: Socket | import('node:stream').Duplex,
  requestId: string,
): void {
  if (failure.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const known = isOtherMethod(failure) ? OTHER_METHOD : REFUSALS[failure.code ?? ''];
  const [status, sentence] = known ?? ['400 Bad Request', 'The request is not valid HTTP.'];
  socket.end(rawAnswer(status, sentence, requestId), () => socket.destroy());
}

/**
 * Node's parser knows no method but its own: the rest of such a line is that of a request (RFC 9112, section 3), as far as it has arrived.
 */
function isOtherMethod({ code, rawPacket }: { readonly code?: string; readonly rawPacket?: Buffer }): boolean {
  if (code !== 'HPE_INVALID_METHOD' || rawPacket === undefined) return false;
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:$| (?:\S*$|\S+ HTTP\/1\.[01]\r\n))/.test(
    rawPacket.subarray(0, LONGEST_LINE).toString('latin1'),
  );
}

/**
 * @param publicUrl where clients reach the service when that is not where it listens
 * @throws RangeError when plain HTTP would leave this computer, or when clients have no address to reach the service at
 */
export function requireSafeAddress(host: string, withTls: boolean, publicUrl: string | undefined): void {
  if (!withTls && !isLoopbackHost(host)) {
    throw new RangeError(`Plain HTTP is for this computer alone: ${host} is not a loopback address such as 127.0.0.1.`);
  }
  if (publicUrl === undefined) {
    if (!isUnspecified(host)) return;
    throw new RangeError(`${host} is no address that a client could use: set publicUrl to the one that clients reach.`);
  }
  const url = new URL(publicUrl);
  if (url.protocol === 'http:' && !isPrivateChannel(url)) {
    throw new RangeError('Plain HTTP is for this computer alone: publicUrl must begin with https.');
  }
}

/** Hosts that mean every address of this computer, the empty one included. */
function isUnspecified(host: string): boolean {
  return /^[0.]*$/.test(host) || /^[0:]*$/.test(host);
}

/** The base URL of a listening server, without a trailing slash. */
export function listeningAddress(host: string, port: number, withTls: boolean): string {
  return `${withTls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
