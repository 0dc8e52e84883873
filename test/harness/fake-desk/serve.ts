/** The fake desk over HTTP and WebSocket with the built page, as the browser host serves it: for pictures and for trying things. */

import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { RPCHandler } from '@orpc/server/ws';
import { WebSocketServer } from 'ws';
import type { FakeDesk } from './fake-desk.ts';
import { fakeMedia } from './fake-media.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const TOKEN = 'fake-token';
/** As the browser host sends it: what it forbids must not be needed. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; worker-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; base-uri 'none'; form-action 'none'";

export interface FakeServer {
  /** With the token, as the browser host prints it. */
  readonly url: string;
  readonly origin: string;
  /** Drops every WebSocket, as a host that stops does. */
  dropConnections(): void;
  close(): Promise<void>;
}

/** @param pageDirectory the built page, out/renderer */
export async function serveFakeDesk(desk: FakeDesk, pageDirectory: string, port = 0): Promise<FakeServer> {
  const server = createServer((request, response) => {
    answer(request, desk, pageDirectory)
      .catch(() => new Response(null, { status: 500 }))
      .then(async (answered) => {
        response.writeHead(answered.status, Object.fromEntries(answered.headers));
        response.end(answered.body === null ? undefined : Buffer.from(await answered.arrayBuffer()));
      });
  });
  const sockets = new WebSocketServer({ noServer: true });
  const handler = new RPCHandler(desk.router);
  server.on('upgrade', (request, socket, head) => {
    if (!request.headers.cookie?.includes(TOKEN)) {
      socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => void handler.upgrade(webSocket, { context: {} }));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const dropConnections = (): void => {
    for (const socket of sockets.clients) socket.terminate();
  };
  return {
    origin,
    url: `${origin}/#token=${TOKEN}`,
    dropConnections,
    close: () =>
      new Promise((resolve) => {
        dropConnections();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(request: IncomingMessage, desk: FakeDesk, pageDirectory: string): Promise<Response> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (url.pathname === '/session') {
    const body = await new Response(Readable.toWeb(request) as ReadableStream).json();
    if (body.token !== TOKEN) return new Response(null, { status: 401 });
    return new Response(null, {
      status: 204,
      headers: { 'set-cookie': `session=${TOKEN}; HttpOnly; SameSite=Strict` },
    });
  }
  if (url.pathname.startsWith('/media/')) {
    const hasBody = request.method === 'POST';
    const asked = new Request(url, {
      method: request.method ?? 'GET',
      ...(hasBody ? { body: Readable.toWeb(request) as ReadableStream<Uint8Array>, duplex: 'half' as const } : {}),
    });
    return fakeMedia(asked, desk.jobs);
  }
  const file = path.join(pageDirectory, url.pathname === '/' ? 'index.html' : path.normalize(url.pathname));
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null) return new Response(null, { status: 404 });
  const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': type, 'content-security-policy': POLICY } });
}
