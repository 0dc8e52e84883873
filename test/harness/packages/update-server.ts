/** An address for updates: what electron-builder would put there for an AppImage, and who asked for it. */

import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listen } from '../remote/listen.ts';

export interface UpdateServer {
  readonly origin: string;
  /** Oldest first; without the queries. */
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** From now on this is the newest version. @param damaged the digest is that of something else */
  publish(version: string, content: Buffer, damaged?: boolean): void;
  close(): Promise<void>;
}

export async function serveUpdates(): Promise<UpdateServer> {
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const files = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    requests.push({ path, headers: request.headers });
    const content = files.get(path);
    response.writeHead(content === undefined ? 404 : 200, { 'content-length': content?.length ?? 0 }).end(content);
  });
  const { close, origin } = await listen(server);
  return {
    origin,
    requests,
    publish(version, content, damaged = false) {
      const name = `Cleartake-${version}.AppImage`;
      const digest = createHash('sha512')
        .update(damaged ? 'something else' : content)
        .digest('base64');
      const lines = [
        ...[
          `version: ${version}`,
          'files:',
          `  - url: ${name}`,
          `    sha512: ${digest}`,
          `    size: ${content.length}`,
        ],
        ...[`path: ${name}`, `sha512: ${digest}`, "releaseDate: '2026-01-01T00:00:00.000Z'"],
      ];
      files.set('/latest-linux.yml', Buffer.from(`${lines.join('\n')}\n`));
      files.set(`/${name}`, content);
    },
    close,
  };
}
