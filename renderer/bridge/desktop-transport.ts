/** The desktop host as the page sees it: the bridge on `window`, and the MessagePort to the desk that the preload passes on. */

import { RPCLink } from '@orpc/client/message-port';
import { BRIDGE_NAME, CONNECT_MESSAGE, type DesktopBridge } from '../../shared/contract/page/bridge.ts';
import type { ConnectResult } from './desk-link.ts';

declare global {
  interface Window {
    readonly cleartake?: DesktopBridge<File>;
  }
}

/** The desktop's bridge, or null in the browser host. */
export function desktopBridge(): DesktopBridge<File> | null {
  return window[BRIDGE_NAME] ?? null;
}

/** Never fails: the port queues calls until the main process listens. */
export async function connectDesktop(): Promise<ConnectResult> {
  const { port1, port2 } = new MessageChannel();
  window.postMessage(CONNECT_MESSAGE, window.location.origin, [port2]);
  return { ok: true, transport: portTransport(port1) };
}

/** A transport over a port; the other end implements the contract. */
export function portTransport(port: MessagePort): { link: RPCLink<Record<never, never>>; closed: Promise<void> } {
  const closed = new Promise<void>((resolve) => port.addEventListener('close', () => resolve(), { once: true }));
  const link = new RPCLink({ port });
  port.start();
  return { link, closed };
}
