/** The faults of a rehearsal: calls are delayed, refused, or cut off before or after they take effect. */

import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FaultKind, isRehearsing, REHEARSAL_HEADER } from '../../../shared/service-api/rehearsal.ts';
import { LOCAL_PATHS } from '../../../shared/service-api/routes.ts';
import type { RunningRehearsal } from '../rehearsal/rehearsal.ts';
import { type Refusal, refuse } from '../rules/refusal.ts';

const RETRY_AFTER_SECONDS = '1';

/**
 * Adds the rehearsal to every route that is registered afterwards. Latency comes first. A fault comes after authentication and
 * before the body is read, so that 401, 403 and 405 stay as they are and no refused call uses up a fault.
 */
export function rehearseCalls(app: FastifyInstance, rehearsal: RunningRehearsal): void {
  const closing = new AbortController();
  const unanswered = new WeakSet<FastifyRequest>();
  app.addHook('preClose', async () => closing.abort());

  app.addHook('onRequest', async (request, reply) => {
    const { latencyMs } = rehearsal.settings();
    if (latencyMs === 0 || calledPath(request) === LOCAL_PATHS.rehearsal) return;
    // The call takes effect even when the client gives up during the delay.
    await rehearsal.clock.sleep(latencyMs, closing.signal).catch(() => cut(request, reply));
  });

  app.addHook('preParsing', async (request, reply, payload) => {
    if (request.method === 'OPTIONS' || request.is404) return payload;
    const kind = rehearsal.takeFault(calledPath(request));
    if (kind === 'drop-before') cut(request, reply);
    else if (kind === 'drop-after') unanswered.add(request);
    else if (kind !== null) throw refusalOf(kind);
    return payload;
  });

  // With a callback, since it is never called for a dropped connection: then nothing is written.
  app.addHook('onSend', (request, reply, payload, done) => {
    // As it is when the answer leaves: the call may have changed it.
    reply.header(REHEARSAL_HEADER, isRehearsing(rehearsal.settings()) ? 'on' : 'off');
    if (!unanswered.has(request)) return done(null, payload);
    if (isStream(payload)) payload.destroy();
    request.raw.socket.destroy();
  });
}

/** Ends the connection without running the handler and without an answer. */
function cut(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.destroy();
}

function refusalOf(kind: Exclude<FaultKind, 'drop-before' | 'drop-after'>): Refusal {
  switch (kind) {
    case '402':
      return refuse(402, 'A payment failed because of the rehearsal. End the rehearsal. Work in progress continues.', {
        code: 'paymentFailed',
        billing: { invoiceId: null, amount: null, since: null, payAt: null },
      });
    case '409':
      return refuse(409, 'Not possible right now because of the rehearsal. Try again.');
    case '500':
      return refuse(500, 'The service failed. Try again.');
    case '503':
      return refuse(503, 'The service is unavailable. Try again.');
    case '429':
      return refuse(429, 'Too many calls. Wait as long as Retry-After says.', {
        code: 'rateLimited',
        headers: { 'retry-after': RETRY_AFTER_SECONDS },
      });
  }
}

function isStream(payload: unknown): payload is Readable {
  return (
    typeof payload === 'object' && payload !== null && 'destroy' in payload && typeof payload.destroy === 'function'
  );
}

/** The path of the call's route, whatever spelling the call used. */
export function calledPath({ routeOptions, url, params }: FastifyRequest): string {
  const path = routeOptions.url ?? url.replace(/\?.*$/s, '');
  return path.replace(/:(\w+)/g, (_whole, name) => String((params as Record<string, unknown>)[name]));
}
