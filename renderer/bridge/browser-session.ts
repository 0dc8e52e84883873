/**
 * The page's session with the browser host, kept for this tab alone, sent in headers and ended on request; the WebSocket that carries the
 * contract, and the files that go either way. The desktop has none.
 */

import { RPCLink } from '@orpc/client/websocket';
import { SESSION_PATHS, sessionHeaders, sessionProtocols } from '../../shared/contract/page/browser-session.ts';
import { uploadAddress } from '../../shared/contract/page/media-addresses.ts';
import type { ConnectResult } from './desk-link.ts';
import { desktopBridge } from './desktop-transport.ts';

/** Storage of this tab at this origin, port included: no other program on this computer receives it, and a reload keeps it. */
const STORED = 'cleartake-session';

/** The secret of this tab's session, or null. */
export function storedSession(): string | null {
  return window.sessionStorage.getItem(STORED);
}

/** Exchanges the token of the printed address for a session. */
async function openSession(token: string): Promise<'taken' | 'refused' | 'gone'> {
  try {
    const response = await post(SESSION_PATHS.session, { token });
    if (!response.ok) return 'refused';
    const { session } = (await response.json()) as { session: string };
    window.sessionStorage.setItem(STORED, session);
    return 'taken';
  } catch {
    return 'gone';
  }
}

/** Ends the session: the host closes the WebSocket, and the printed address is needed again. */
export async function endSession(): Promise<void> {
  await fetch(SESSION_PATHS.session, { method: 'DELETE', headers: mediaHeaders() });
  window.sessionStorage.removeItem(STORED);
}

/** Headers of every request below `/media/`. */
export function mediaHeaders(): Record<string, string> {
  const session = storedSession();
  return session === null ? {} : { ...sessionHeaders(session) };
}

/**
 * Downloads a file of the desk. Where there is a session, through an address that works once: a link sends no headers.
 * @param address path and query, at the page's own origin
 * @param name empty for the name that the address gives
 * @throws Error when the session is over
 */
export async function downloadFrom(address: string, name: string): Promise<void> {
  if (storedSession() === null) return followLink(address, name);
  const response = await post(SESSION_PATHS.address, { address });
  if (!response.ok) throw new Error(`The desk gave no address: ${response.status}`);
  const once = (await response.json()) as { address: string };
  followLink(once.address, name);
}

/** @param name empty for the name that the address gives */
function followLink(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

function post(path: string, body: unknown): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...mediaHeaders() },
    body: JSON.stringify(body),
  });
}

interface Upload {
  /** The path in the library, for `queue.add`. Rejects if the file couldn't be stored or the upload was aborted. */
  readonly path: Promise<string>;
  abort(): void;
}

/**
 * Uses `XMLHttpRequest` because `fetch` reports no upload progress.
 * @param name relative name, kept as it is (`Season 1/interview.wav`)
 * @param onProgress bytes sent so far
 */
export function uploadToHost(file: File, name: string, onProgress: (sentBytes: number) => void): Upload {
  const request = new XMLHttpRequest();
  const path = new Promise<string>((resolve, reject) => {
    request.open('POST', uploadAddress(name));
    for (const [header, value] of Object.entries(mediaHeaders())) request.setRequestHeader(header, value);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.responseType = 'json';
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded));
    request.addEventListener('load', () => {
      const stored: unknown = request.response;
      if (request.status < 300 && typeof stored === 'object' && stored !== null && 'path' in stored) {
        resolve(String(stored.path));
      } else {
        reject(new Error(`The upload was answered with ${request.status}`));
      }
    });
    request.addEventListener('error', () => reject(new Error('The upload failed')));
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    request.send(file);
  });
  return { path, abort: () => request.abort() };
}

/** @param served address at which the desk has the same text: a window saves only what the desk serves */
export function saveText(text: string, fileName: string, served: string): void {
  if (desktopBridge() !== null) {
    followLink(served, '');
    return;
  }
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  followLink(address, fileName);
  URL.revokeObjectURL(address);
}

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
  return { ok: true, transport: socketTransport(socket) };
}

/** A transport over an open WebSocket. */
export function socketTransport(socket: WebSocket): { link: RPCLink<Record<never, never>>; closed: Promise<void> } {
  // The link hears of the end first: what is aborted then must not be told to the desk, over a WebSocket that is closed.
  const link = new RPCLink({ websocket: socket });
  const closed = new Promise<void>((resolve) => socket.addEventListener('close', () => resolve(), { once: true }));
  return { link, closed };
}

/**
 * Follows a complete address that is put into this tab: only its fragment differs, so the browser loads nothing.
 * @param isConnected then the address is only taken out of the address bar
 * @param connect reads the token from there
 * @returns ends it
 */
export function followAddress(isConnected: () => boolean, connect: () => void): () => void {
  const follow = (): void => {
    if (tokenOf(window.location.hash) === null) return;
    if (isConnected()) window.history.replaceState(null, '', window.location.pathname);
    else connect();
  };
  window.addEventListener('hashchange', follow);
  return () => window.removeEventListener('hashchange', follow);
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
