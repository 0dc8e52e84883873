/** `protocol`: `scheme://host/path` is served as `http://host.scheme.localhost:PORT/path`, a secure context of its own origin. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CustomScheme } from 'electron';
import { recordCall } from '../calls.ts';

type Handler = (request: Request) => Response | Promise<Response>;

const registered = new Map<string, CustomScheme>();
const handlers = new Map<string, Handler>();
let server: Server | null = null;

export const protocol = {
  registerSchemesAsPrivileged: (schemes: CustomScheme[]): void => {
    recordCall('protocol.registerSchemesAsPrivileged', schemes);
    for (const scheme of schemes) registered.set(scheme.scheme, scheme);
  },
  handle: (scheme: string, handler: Handler): void => {
    if (handlers.has(scheme)) throw new Error(`The protocol ${scheme} is handled already`);
    handlers.set(scheme, handler);
  },
  unhandle: (scheme: string): void => {
    handlers.delete(scheme);
  },
  isProtocolHandled: (scheme: string): boolean => handlers.has(scheme),
};

export async function startServer(): Promise<void> {
  const listening = createServer((request, response) => {
    serve(request, response).catch((failure: unknown) => {
      process.stderr.write(`[protocol] ${String(failure)}\n`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
}

export function stopServer(): void {
  server?.closeAllConnections();
  server?.close();
}

/** The address that Chromium loads for one of the application's own; others stay as they are. */
export function toBrowserAddress(address: string): string {
  const url = new URL(address);
  const scheme = url.protocol.slice(0, -1);
  const privileges = registered.get(scheme)?.privileges;
  if (privileges?.standard !== true || privileges.secure !== true) return address;
  return `http://${url.host}.${scheme}.localhost:${port()}${url.pathname}${url.search}${url.hash}`;
}

/** The application's own address for what Chromium shows. */
export function fromBrowserAddress(address: string): string {
  const url = URL.parse(address);
  const match = url === null ? null : /^([^.]+)\.([^.]+)\.localhost$/.exec(url.hostname);
  if (url === null || match === null || url.port !== String(port())) return address;
  return `${match[2]}://${match[1]}${url.pathname}${url.search}${url.hash}`;
}

function port(): number {
  if (server === null) throw new Error('The server has not been started');
  return (server.address() as AddressInfo).port;
}

async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const address = fromBrowserAddress(`http://${incoming.headers.host}${incoming.url}`);
  const handler = handlers.get(new URL(address).protocol.slice(0, -1));
  if (handler === undefined) {
    outgoing.writeHead(404).end();
    return;
  }
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
  const response = await handler(
    new Request(address, {
      method: incoming.method ?? 'GET',
      headers: plainHeaders(incoming),
      signal: gone.signal,
      ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' } : {}),
    } as RequestInit),
  );
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null || incoming.method === 'HEAD') {
    outgoing.end();
    return;
  }
  // A page that stops listening closes the connection, which is no failure.
  await pipeline(Readable.fromWeb(response.body as never), outgoing).catch(() => undefined);
}

function plainHeaders(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === 'string' && name !== 'host' && name !== 'connection') headers.set(name, value);
  }
  return headers;
}
