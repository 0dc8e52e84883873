/** The desk as a page reaches it: over the browser host's WebSocket, from a test. */

import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { WebSocket } from 'ws';
import type { DeskClient } from '../../../shared/contract/index.ts';
import { sessionHeaders, sessionProtocols } from '../../../shared/contract/page/browser-session.ts';
import { uploadAddress } from '../../../shared/contract/page/media-addresses.ts';
import { openSession } from './browser-session.ts';

export interface SocketDesk {
  readonly client: DeskClient;
  /** For requests to `/media/`. */
  readonly session: string;
  /** Uploads a file, as a page does with a dropped one. @returns the path of the copy, for `queue.add` */
  upload(file: string): Promise<string>;
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
  return {
    client: createORPCClient(new RPCLink({ websocket })),
    session,
    upload: (file) => upload(host.origin, session, file),
    close: () => socket.terminate(),
  };
}

async function upload(origin: string, session: string, file: string): Promise<string> {
  const answer = await fetch(origin + uploadAddress(path.basename(file)), {
    method: 'POST',
    headers: { ...sessionHeaders(session), origin },
    body: await openAsBlob(file),
  });
  return ((await answer.json()) as { path: string }).path;
}
