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
import { createFakeDesk, type FakeDesk } from '../harness/fake-desk/fake-desk.ts';
import { refuse } from '../harness/fake-desk/refuse.ts';

export interface Carried {
  readonly client: DeskClient;
  readonly desk: FakeDesk;
  /** Cuts the line from the client's side, as closing the window does. */
  cut(): void;
  close(): Promise<void>;
}

/** Adding it is refused. */
export const UNREADABLE_PATH = '/unreadable.wav';
/** Adding it breaks the handler. */
export const BREAKING_PATH = '/breaks.wav';

export const TRANSPORTS: Readonly<Record<string, () => Promise<Carried>>> = {
  'direct call': callDirectly,
  MessagePort: overMessagePort,
  WebSocket: overWebSocket,
};

function openFakeDesk(): FakeDesk {
  const failures: Readonly<Record<string, () => Error>> = {
    [UNREADABLE_PATH]: () => refuse('sourceUnreadable'),
    [BREAKING_PATH]: () => new Error('a secret detail of the inside'),
  };
  return createFakeDesk({ now: () => Date.now(), failureOf: (path) => failures[path]?.() ?? null });
}

async function callDirectly(): Promise<Carried> {
  const desk = openFakeDesk();
  return { client: createDeskClient(desk.router), desk, cut: () => undefined, close: async () => undefined };
}

async function overMessagePort(): Promise<Carried> {
  const desk = openFakeDesk();
  const { port1, port2 } = new MessageChannel();
  new PortHandler(desk.router).upgrade(port2, { context: {} });
  port2.start();
  const client: DeskClient = createORPCClient(new PortLink({ port: port1 }));
  port1.start();
  const cut = () => port1.close();
  return { client, desk, cut, close: async () => cut() };
}

async function overWebSocket(): Promise<Carried> {
  const desk = openFakeDesk();
  const served = { router: desk.router, media: async () => new Response(null, { status: 404 }) };
  const page = import.meta.dirname;
  const server = await startBrowserServer({ desk: served, pageDirectory: page, port: 0, log: silentLog });
  const { client, close } = await connectDesk(server);
  return {
    client,
    desk,
    cut: close,
    close: async () => {
      close();
      await server.close();
    },
  };
}
