/** A company's proxy: CONNECT alone, perhaps over TLS and with a password. It resolves names by a table of its own. */

import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { connect, type Socket } from 'node:net';
import { type Listening, listen } from '../remote/listen.ts';

export interface ProxyOptions {
  readonly host?: string;
  readonly user?: string;
  readonly password?: string;
  readonly tls?: { readonly certificate: string; readonly key: string };
  /** `name:port` of targets, and the port on this computer that stands for each. */
  readonly targets: Readonly<Record<string, number>>;
  /** Instead of connecting: what it says, `null` for silence, `''` for closing. */
  readonly answer?: string | null;
  /** The header Proxy-Authenticate with a 407. */
  readonly offers?: string;
  /** Ends each tunnel after as many bytes of the client. */
  readonly cutsAfter?: number;
}

export interface CompanyProxy extends Listening {
  /** Targets of tunnels that were made. */
  readonly tunnels: readonly string[];
  /** Requests, also those that were refused, by their credentials. */
  readonly asked: readonly (string | undefined)[];
  /** Bytes that clients sent through. */
  sentBytes(): number;
}

export async function startCompanyProxy(options: ProxyOptions): Promise<CompanyProxy> {
  const { answer, cutsAfter = Number.POSITIVE_INFINITY, host, offers = 'Basic realm="studio"', tls, user } = options;
  const tunnels: string[] = [];
  const asked: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  let sent = 0;
  const wanted =
    user === undefined ? undefined : `Basic ${Buffer.from(`${user}:${options.password}`, 'utf8').toString('base64')}`;

  function tunnel(request: IncomingMessage, client: Socket): void {
    sockets.add(client);
    client.on('error', () => undefined);
    const target = String(request.url);
    asked.push(request.headers['proxy-authorization']);
    if (answer === null) return;
    if (answer !== undefined) {
      client.end(answer);
      return;
    }
    if (wanted !== undefined && request.headers['proxy-authorization'] !== wanted) {
      client.end(`HTTP/1.1 407 Sign in\r\nProxy-Authenticate: ${offers}\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const port = options.targets[target];
    if (port === undefined) {
      client.end('HTTP/1.1 403 Not here\r\nContent-Length: 9\r\n\r\nForbidden');
      return;
    }
    const remote = connect(port, '127.0.0.1', () => {
      tunnels.push(target);
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      let ofTunnel = 0;
      client.on('data', (bytes) => {
        sent += bytes.length;
        ofTunnel += bytes.length;
        if (ofTunnel > cutsAfter) client.destroy();
      });
      client.pipe(remote).pipe(client);
    });
    sockets.add(remote);
    remote.on('error', () => client.destroy());
    client.on('close', () => remote.destroy());
  }

  const server = tls === undefined ? http.createServer() : https.createServer({ cert: tls.certificate, key: tls.key });
  server.on('connect', (request, socket) => tunnel(request, socket as Socket));
  server.on('request', (_request, response) => response.writeHead(405).end());
  const listening = await listen(server, host);
  return {
    ...listening,
    origin: `${tls === undefined ? 'http' : 'https'}://${host ?? '127.0.0.1'}:${listening.port}`,
    tunnels,
    asked,
    sentBytes: () => sent,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await listening.close();
    },
  };
}
