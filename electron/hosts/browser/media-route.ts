/** `/media/*` on Fastify: adapts the listener's Node streams to the Request and Response of the desk's media handler. */

import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const PASSED_ON = ['range', 'if-range', 'if-none-match', 'content-type', 'content-length'] as const;

/**
 * Serves `/media/*`. Bodies stream both ways; when the client disconnects, the request's signal is aborted.
 * @param media handles every method, even those it refuses
 */
export function serveMedia(
  server: FastifyInstance,
  origin: () => string,
  media: (request: Request) => Promise<Response>,
): void {
  // A scope of its own, in which bodies of every type stay streams.
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.route({
      method: ['GET', 'HEAD', 'POST'],
      url: '/media/*',
      handler: async (request, reply) => {
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        const answer = await media(toRequest(request, origin(), gone.signal));
        // The rest of a refused upload isn't read: the connection closes after the response.
        if (request.method === 'POST' && !answer.ok) reply.header('connection', 'close');
        return reply.send(answer);
      },
    });
  });
}

function toRequest(request: FastifyRequest, origin: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const name of PASSED_ON) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const hasBody = request.method === 'POST';
  return new Request(new URL(request.url, origin), {
    method: request.method,
    headers,
    signal,
    ...(hasBody ? { body: Readable.toWeb(request.raw) as ReadableStream<Uint8Array>, duplex: 'half' as const } : {}),
  });
}
