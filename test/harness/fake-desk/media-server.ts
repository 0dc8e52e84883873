/**
 * Serves the media of two recordings of the fake desk beside the pages under test: what workers fetch can't be answered by the page. The
 * takes of any other job have none.
 */

import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Plugin } from 'vite';
import { fakeMedia } from './fake-media.ts';
import { HEARD, TALK } from './heard.ts';

export function fakeMediaServer(): Plugin {
  const jobs = new Map([HEARD, TALK].map((job) => [job.id, job]));
  return {
    name: 'fake-media',
    configureServer(server) {
      server.middlewares.use('/media', (request, response) => {
        const address = new URL(`/media${request.url ?? ''}`, 'http://localhost');
        const { range } = request.headers;
        void fakeMedia(new Request(address, range === undefined ? {} : { headers: { range } }), jobs).then(
          ({ status, body, headers }) => {
            response.writeHead(status, Object.fromEntries(headers));
            if (body === null) response.end();
            else Readable.fromWeb(body as ReadableStream).pipe(response);
          },
        );
      });
    },
  };
}
