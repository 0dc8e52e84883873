/** Runs in the page: one more client of the desk, connected the way the page's own is, for tests to call. */

import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import { storedSession } from '../../../renderer/bridge/browser-session.ts';
import type { DeskClient } from '../../../shared/contract/index.ts';
import { CONNECT_MESSAGE } from '../../../shared/contract/page/bridge.ts';
import { sessionProtocols } from '../../../shared/contract/page/browser-session.ts';

declare global {
  interface Window {
    testDesk: DeskClient;
  }
}

const session = storedSession();
if (session === null) {
  const { port1, port2 } = new MessageChannel();
  window.postMessage(CONNECT_MESSAGE, window.location.origin, [port2]);
  window.testDesk = createORPCClient(new RPCLink({ port: port1 }));
  port1.start();
} else {
  const websocket = new WebSocket(`ws://${window.location.host}/rpc`, sessionProtocols(session));
  window.testDesk = createORPCClient(new SocketLink({ websocket }));
}
