/** Reads the raw bytes of a request, up to a limit. */

import type { IncomingMessage } from 'node:http';

/** @returns `aborted` when the sender went away before the end */
export function readBody(request: IncomingMessage, most: number): Promise<Buffer | 'too-large' | 'aborted'> {
  if (Number(request.headers['content-length'] ?? 0) > most) return Promise.resolve('too-large');
  const { promise, resolve } = Promise.withResolvers<Buffer | 'too-large' | 'aborted'>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > most) {
      request.pause();
      resolve('too-large');
    } else chunks.push(chunk);
  });
  request.once('end', () => resolve(Buffer.concat(chunks)));
  request.once('error', () => resolve('aborted'));
  request.once('close', () => resolve('aborted'));
  return promise;
}
