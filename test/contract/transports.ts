/** The three ways in which the contract is carried, each with a fake desk behind it. */

import { MessageChannel } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCHandler as PortHandler } from '@orpc/server/message-port';
import { startBrowserServer } from '../../electron/hosts/browser/server.ts';
import { createDeskClient } from '../../electron/hosts/common/desk-client.ts';
import { silentLog } from '../../electron/platform/log.ts';
import type { DeskClient } from '../../shared/contract/index.ts';
import { connectDesk } from '../harness/desk/desk-over-socket.ts';
import type { FakeQueue } from '../harness/fake-desk/fake-queue.ts';
import { createFakeRouter } from '../harness/fake-desk/fake-router.ts';

export interface Carried {
  readonly client: DeskClient;
  readonly queue: FakeQueue;
  /** Cuts the line from the client's side, as closing the window does. */
  cut(): void;
  close(): Promise<void>;
}

export const TRANSPORTS: Readonly<Record<string, () => Promise<Carried>>> = {
  'direct call': callDirectly,
  MessagePort: overMessagePort,
  WebSocket: overWebSocket,
};

async function callDirectly(): Promise<Carried> {
  const { router, queue } = createFakeRouter();
  return { client: createDeskClient(router), queue, cut: () => undefined, close: async () => undefined };
}

async function overMessagePort(): Promise<Carried> {
  const { router, queue } = createFakeRouter();
  const { port1, port2 } = new MessageChannel();
  new PortHandler(router).upgrade(port2, { context: {} });
  port2.start();
  const client: DeskClient = createORPCClient(new PortLink({ port: port1 }));
  port1.start();
  const cut = () => port1.close();
  return { client, queue, cut, close: async () => cut() };
}

async function overWebSocket(): Promise<Carried> {
  const { router, queue } = createFakeRouter();
  const desk = { router, media: async () => new Response(null, { status: 404 }) };
  const server = await startBrowserServer({ desk, pageDirectory: import.meta.dirname, port: 0, log: silentLog });
  const { client, close } = await connectDesk(server);
  return {
    client,
    queue,
    cut: close,
    close: async () => {
      close();
      await server.close();
    },
  };
}
