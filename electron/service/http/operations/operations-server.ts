/**
 * Health, readiness and metrics, for whoever runs the service. A listener of its own on this computer alone: it needs no key, and it still
 * answers while the service starts and stops.
 */

import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoopbackHost } from '../../../../shared/domain/connections/addresses.ts';
import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { Log } from '../../../platform/log.ts';
import { METRICS_TYPE } from './metrics-text.ts';

const LOOPBACK = '127.0.0.1';
const REQUEST_TIMEOUT_MS = 5000;
const MOST_CONNECTIONS = 50;

export type Readiness = 'starting' | 'ready' | 'stopping';

interface OperationsParts {
  readiness(): Readiness;
  /** The metrics in text, or null before there is a store. Rejects when the store can't be read. */
  metrics(): Promise<string | null>;
  readonly log: Log;
}

interface OperationsServer {
  /** For example `http://127.0.0.1:9464`. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/**
 * @param port 0 takes any that is free
 * @throws Error of Node with `code` and `port`, when it cannot listen
 */
export async function openOperationsServer(port: number, parts: OperationsParts): Promise<OperationsServer> {
  const server = http.createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    void answerTo(request, parts).then(({ status, text, type }) => {
      response.writeHead(status, {
        'content-type': type,
        'content-length': Buffer.byteLength(text),
        'cache-control': 'no-store',
        ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
      });
      response.end(request.method === 'HEAD' ? undefined : text);
    });
  });
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    baseUrl: `http://${LOOPBACK}:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answerTo({ headers, method, url }: http.IncomingMessage, parts: OperationsParts): Promise<Answer> {
  // A web page could give itself a name that leads here, and read the answers.
  if (!isLoopbackHost(nameOf(headers.host ?? ''))) return status(403, 'This address is for this computer alone.');
  if (method !== 'GET' && method !== 'HEAD') return status(405, 'Only GET and HEAD are allowed here.');
  switch (url?.split('?')[0]) {
    case '/healthz':
      return await healthOf(parts);
    case '/readyz': {
      const readiness = parts.readiness();
      return status(readiness === 'ready' ? 200 : 503, readiness);
    }
    case '/metrics':
      return await metricsOf(parts);
    default:
      return status(404, 'There is nothing at this address.');
  }
}

/** Healthy while the store can be read: a service that starts or stops is healthy too. */
async function healthOf(parts: OperationsParts): Promise<Answer> {
  return (await readMetrics(parts)) === 'failed' ? status(503, 'The store can’t be read.') : status(200, 'ok');
}

async function metricsOf(parts: OperationsParts): Promise<Answer> {
  const text = await readMetrics(parts);
  if (text === 'failed') return status(503, 'The store can’t be read.');
  if (text === null) return status(503, parts.readiness());
  return { status: 200, type: METRICS_TYPE, text };
}

async function readMetrics({ log, metrics }: OperationsParts): Promise<string | null | 'failed'> {
  try {
    return await metrics();
  } catch (failure) {
    log.error('The metrics could not be read', { error: toCleartakeError(failure).message });
    return 'failed';
  }
}

function status(code: number, words: string): Answer {
  return { status: code, type: 'text/plain; charset=utf-8', text: `${words}\n` };
}

/** The host of a Host header, without its port. */
function nameOf(host: string): string {
  return host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
}
