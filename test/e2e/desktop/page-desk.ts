/** Runs in the page: one more client of the desk, connected the way the page's own is, for tests to call. */

import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { CONNECT_MESSAGE } from '../../../shared/contract/bridge.ts';
import type { DeskClient } from '../../../shared/contract/index.ts';

declare global {
  interface Window {
    testDesk: DeskClient;
  }
}

const { port1, port2 } = new MessageChannel();
window.postMessage(CONNECT_MESSAGE, window.location.origin, [port2]);
window.testDesk = createORPCClient(new RPCLink({ port: port1 }));
port1.start();
