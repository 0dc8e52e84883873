/** The desk as a page reaches it: over the browser host's WebSocket, from a test. */

import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { WebSocket } from 'ws';
import { sessionProtocols } from '../../../shared/contract/browser-session.ts';
import type { DeskClient } from '../../../shared/contract/index.ts';
import { openSession } from './browser-session.ts';

export interface SocketDesk {
  readonly client: DeskClient;
  /** For requests to `/media/`. */
  readonly session: string;
  close(): void;
}

/** @param host an address with its token, and its origin */
export async function connectDesk(host: { readonly url: string; readonly origin: string }): Promise<SocketDesk> {
  const session = await openSession(host);
  const socket = new WebSocket(`${host.origin.replace('http', 'ws')}/rpc`, sessionProtocols(session), {
    headers: { origin: host.origin },
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  // `ws` keeps to the browser's interface where the link uses it; only their event types differ.
  const websocket = socket as unknown as globalThis.WebSocket;
  return { client: createORPCClient(new RPCLink({ websocket })), session, close: () => socket.terminate() };
}
