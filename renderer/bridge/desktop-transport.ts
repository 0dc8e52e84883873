/** The desktop's way to the desk: one MessagePort, handed over by the preload. */

import { RPCLink } from '@orpc/client/message-port';
import { CONNECT_MESSAGE } from '../../shared/contract/bridge.ts';
import type { ConnectResult } from './transport.ts';

/** A port always opens; calls wait in it until the main process listens. */
export async function connectDesktop(): Promise<ConnectResult> {
  const { port1, port2 } = new MessageChannel();
  window.postMessage(CONNECT_MESSAGE, window.location.origin, [port2]);
  return { ok: true, transport: portTransport(port1) };
}

/** A transport over a port whose other end answers the contract. */
export function portTransport(port: MessagePort): { link: RPCLink<Record<never, never>>; closed: Promise<void> } {
  const closed = new Promise<void>((resolve) => port.addEventListener('close', () => resolve(), { once: true }));
  const link = new RPCLink({ port });
  port.start();
  return { link, closed };
}
