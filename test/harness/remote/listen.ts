/** A server of a test on a free port of this computer. */

import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';

export interface Listening {
  readonly port: number;
  /** For example `http://127.0.0.1:41234`. */
  readonly origin: string;
  /** Ends open connections too, where the server knows them. */
  close(): Promise<void>;
}

export async function listen(server: Server | HttpServer, host = '127.0.0.1'): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://${host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const { port, close } = await listen(createServer());
  await close();
  return port;
}
