/**
 * Receives webhooks on this computer: HTTPS with a certificate of its own, or plain HTTP behind the person's own proxy. It verifies,
 * writes down and answers; what follows from an event comes afterwards.
 */

import type { IncomingMessage } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { WebhookRefusal } from '../../../../../shared/domain/connections/webhook-refusals.ts';
import { toCleartakeError } from '../../../../../shared/domain/errors.ts';
import type { Log } from '../../../../platform/log.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import type { LoopbackCertificate } from './certificate.ts';
import { createHandOver } from './hand-over.ts';
import { judgeDelivery } from './judge-delivery.ts';
import type { PendingEvent, ReceivedDeliveries } from './received.ts';

/** Those that are kept with their time. */
const MOST_KEPT_REFUSALS = 200;

const HOST = '127.0.0.1';
/** Events are much smaller: 20 kB at our service. */
const LARGEST_BODY_BYTES = 64 * 1024;
const LARGEST_HEADERS_BYTES = 16 * 1024;
const MOST_CONNECTIONS = 64;
/** Requests at a time. */
const MOST_REQUESTS = 32;
const HEADERS_MS = 5000;
const REQUEST_MS = 10_000;
const IDLE_MS = 15_000;

/** Where a path's deliveries come from. */
export interface WebhookSource {
  readonly source: string;
  /** Signing secrets, all that are valid. */
  readonly secrets: readonly string[];
}

export interface ReceiverParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly received: ReceivedDeliveries;
  /** @param path of a request, without its query; null where nothing receives */
  readonly sourceAt: (path: string) => WebhookSource | null;
  /** Gets every event once, oldest first, after its delivery was answered. One that throws gets the event again later. */
  readonly onEvent: (event: PendingEvent) => void | Promise<void>;
  /** Told of every refusal. */
  readonly onRefused?: (reason: WebhookRefusal) => void;
  /** Told of a delivery that came before. */
  readonly onRepeated?: (delivery: string) => void;
}

export interface ReceiverPlace {
  /** 0 picks a free one. */
  readonly port: number;
  /** Null for plain HTTP, behind a proxy that has TLS. */
  readonly tls: LoopbackCertificate | null;
}

export interface Receiver {
  /** Where it listens, without a path: `https://127.0.0.1:4780`. */
  readonly origin: string;
  readonly port: number;
  readonly refusals: Pick<Refusals, 'count' | 'newest'>;
  /** Ends open connections; what was answered is still handed over. */
  close(): Promise<void>;
}

/** @throws Error with the system's code when the port is taken or forbidden */
export async function startReceiver(parts: ReceiverParts, { port, tls }: ReceiverPlace): Promise<Receiver> {
  const { clock, log, received, onEvent } = parts;
  const refusals = createRefusals(clock, parts.onRefused);
  const handOver = createHandOver(received, onEvent, log);
  let open = 0;

  async function take(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const refuse = (status: number, reason: WebhookRefusal, headers: http.OutgoingHttpHeaders = {}) => {
      refusals.add(reason);
      // The rest of a body that isn't read would be taken for the next request.
      response.writeHead(status, { ...headers, connection: 'close' }).end();
    };
    if (open >= MOST_REQUESTS) return refuse(503, 'busy', { 'retry-after': '1' });
    if (request.method !== 'POST') return refuse(405, 'method', { allow: 'POST' });
    const source = parts.sourceAt(request.url?.split('?', 1)[0] ?? '');
    if (source === null) return refuse(404, 'path');
    open += 1;
    try {
      const body = await readBody(request, LARGEST_BODY_BYTES);
      if (body === 'aborted') return;
      if (body === 'too-large') return refuse(413, 'too-large');
      const verdict = judgeDelivery(request, body, source, clock.now());
      if (verdict.kind === 'refused') return refuse(400, verdict.reason);
      const isNew = written(() => received.add(verdict.event, verdict.payload));
      if (isNew === null) return refuse(500, 'store');
      response.writeHead(200).end();
      if (isNew) handOver.soon();
      else parts.onRepeated?.(verdict.event.delivery);
    } finally {
      open -= 1;
    }
  }

  /** Null when it couldn't be written: the service tries again. */
  function written(write: () => boolean): boolean | null {
    try {
      return write();
    } catch (failure) {
      log.error('A webhook could not be written down', { error: toCleartakeError(failure).message });
      return null;
    }
  }

  const server = createServer(tls, (request, response) => {
    take(request, response).catch((failure: unknown) => {
      log.error('A webhook could not be answered', { error: toCleartakeError(failure).message });
      response.destroy();
    });
  });
  server.on('clientError', (failure: NodeJS.ErrnoException, socket) => refusals.add(answerBroken(failure, socket)));
  server.on('tlsClientError', () => refusals.add('connection'));
  await listening(server, port);
  const { port: given } = server.address() as AddressInfo;
  handOver.soon();

  return {
    origin: `${tls === null ? 'http' : 'https'}://${HOST}:${given}`,
    port: given,
    refusals,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await handOver.close();
    },
  };
}

function createServer(tls: LoopbackCertificate | null, onRequest: http.RequestListener): http.Server {
  const options: http.ServerOptions = {
    maxHeaderSize: LARGEST_HEADERS_BYTES,
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: IDLE_MS,
    connectionsCheckingInterval: 1000,
    noDelay: true,
  };
  const server =
    tls === null
      ? http.createServer(options, onRequest)
      : https.createServer(
          { ...options, cert: tls.certificate, key: tls.key, minVersion: 'TLSv1.2', handshakeTimeout: HEADERS_MS },
          onRequest,
        );
  server.maxConnections = MOST_CONNECTIONS;
  server.setTimeout(IDLE_MS);
  server.on('connect', (_request, socket: Socket) => socket.destroy());
  return server;
}

/** Answers what never became a request. @returns the reason */
function answerBroken({ code = '' }: NodeJS.ErrnoException, socket: Duplex): WebhookRefusal {
  if (!code.startsWith('HPE_') && code !== 'ERR_HTTP_REQUEST_TIMEOUT') {
    socket.destroy();
    return 'connection';
  }
  const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const status = isLate ? '408 Request Timeout' : '400 Bad Request';
  // Ending alone leaves the other half open: a sender that goes on would keep its place for as long as it likes.
  if (socket.writable)
    socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`, () => socket.destroy());
  else socket.destroy();
  return isLate ? 'late' : 'http';
}

function listening(server: http.Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** @returns `aborted` when the sender went away before the end */
function readBody(request: IncomingMessage, most: number): Promise<Buffer | 'too-large' | 'aborted'> {
  if (Number(request.headers['content-length'] ?? 0) > most) return Promise.resolve('too-large');
  const { promise, resolve } = Promise.withResolvers<Buffer | 'too-large' | 'aborted'>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > most) {
      request.pause();
      resolve('too-large');
    } else chunks.push(chunk);
  });
  request.once('end', () => resolve(Buffer.concat(chunks)));
  request.once('error', () => resolve('aborted'));
  request.once('close', () => resolve('aborted'));
  return promise;
}

interface Refused {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly reason: WebhookRefusal;
}

interface Refusals {
  add(reason: WebhookRefusal): void;
  /** All of them since the receiver was started. */
  readonly count: number;
  newest(): readonly Refused[];
}

function createRefusals(clock: Clock, report: (reason: WebhookRefusal) => void = () => undefined): Refusals {
  const kept: Refused[] = [];
  let count = 0;
  return {
    add(reason) {
      count += 1;
      kept.unshift({ at: clock.now(), reason });
      kept.length = Math.min(kept.length, MOST_KEPT_REFUSALS);
      report(reason);
    },
    get count() {
      return count;
    },
    newest: () => [...kept],
  };
}
