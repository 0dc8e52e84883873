/** A storage host of a test's own: real HTTP, answers as the test says, every request written down. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen } from './listen.ts';

export interface StoredRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** What arrived of the body, whatever became of the request. */
  body: Buffer;
}

export interface StorageHost {
  readonly origin: string;
  readonly requests: readonly StoredRequest[];
}

/** @param answer called with each request once its headers are there; `number` counts from 0 */
export async function startStorage(
  answer: (request: IncomingMessage, response: ServerResponse, number: number, stored: StoredRequest) => void,
): Promise<StorageHost> {
  const requests: StoredRequest[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const stored: StoredRequest = { method, path: url, headers, body: Buffer.alloc(0) };
    requests.push(stored);
    request.on('data', (chunk: Buffer) => {
      stored.body = Buffer.concat([stored.body, chunk]);
    });
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    answer(request, response, requests.length - 1, stored);
  });
  const { close, origin } = await listen(server);
  onTestFinished(close);
  return { origin, requests };
}
