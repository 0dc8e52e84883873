/** The transport of the browser host: the token from the address becomes a session, then a WebSocket carries the contract. */

import { RPCLink } from '@orpc/client/websocket';
import { sessionProtocols } from '../../shared/contract/page/browser-session.ts';
import { openSession, storedSession } from './browser-session.ts';
import type { ConnectResult } from './desk-link.ts';

/** Exchanges the token for a session, if the address has one, and opens the WebSocket. */
export async function connectBrowser(): Promise<ConnectResult> {
  const token = tokenOf(window.location.hash);
  if (token !== null) {
    const taken = await openSession(token);
    if (taken !== 'taken') return { ok: false, failure: taken };
    // Remove the token from the address bar, the history and screenshots.
    window.history.replaceState(null, '', window.location.pathname);
  }
  const session = storedSession();
  if (session === null) return { ok: false, failure: 'refused' };
  const socket = await openSocket(session);
  if (socket === null) return { ok: false, failure: await whyClosed() };
  const closed = new Promise<void>((resolve) => socket.addEventListener('close', () => resolve(), { once: true }));
  return { ok: true, transport: { link: new RPCLink({ websocket: socket }), closed } };
}

/** The token of `#token=…`, or null when the fragment has none. */
export function tokenOf(hash: string): string | null {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token');
  return token === null || token === '' ? null : token;
}

function openSocket(session: string): Promise<WebSocket | null> {
  const address = new URL('./rpc', window.location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  address.hash = '';
  const socket = new WebSocket(address, sessionProtocols(session));
  socket.binaryType = 'blob';
  return new Promise((resolve) => {
    socket.addEventListener('open', () => resolve(socket), { once: true });
    socket.addEventListener('close', () => resolve(null), { once: true });
  });
}

/** A page can't see why a WebSocket failed: ask whether the host still serves anything. */
async function whyClosed(): Promise<'refused' | 'gone'> {
  try {
    await fetch('./', { method: 'HEAD', cache: 'no-store' });
    return 'refused';
  } catch {
    return 'gone';
  }
}
