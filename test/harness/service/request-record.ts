/** A plain proxy on loopback in front of a service: it passes everything on, and remembers which calls were made. */

import { createServer, request } from 'node:http';
import { listen } from '../remote/listen.ts';

export interface RequestRecord {
  /** Where desk and terminal find the service. */
  readonly baseUrl: string;
  /** Paths of the calls since it was last asked, in the order in which they arrived. */
  take(): string[];
  /** Those paths, without forgetting them. */
  seen(): readonly string[];
  close(): Promise<void>;
}

/** @param target base address of the service; signed addresses lead to it directly */
export async function startRequestRecord(target: string): Promise<RequestRecord> {
  let seen: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { pathname, search } = new URL(incoming.url ?? '/', target);
    if (incoming.method === 'POST') seen.push(pathname);
    const { host: _ours, ...headers } = incoming.headers;
    const onward = request(new URL(pathname + search, target), { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  const { close, origin } = await listen(server);
  return {
    baseUrl: origin,
    take() {
      const taken = seen;
      seen = [];
      return taken;
    },
    seen: () => seen,
    close,
  };
}
