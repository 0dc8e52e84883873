/** Reads JSON bodies within limits of size, time and number of chunks, and writes answers straight to sockets that are then closed. */

import type { IncomingMessage } from 'node:http';
import type { TimeoutPool } from '../../../platform/time/timeout-pool.ts';
import { refuse } from '../../rules/refusal.ts';
import { LARGEST_JSON_BYTES, parseJsonBody, refuseBody, tooLarge } from './json-body.ts';

const CLOSING_HEADERS = 'Content-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nConnection: close';

/** The only methods that calls have (RFC 9110, section 15.5.6: a 405 names them). */
const ALLOW_HEADER = 'Allow: POST, OPTIONS\r\n';

/** Most chunks of a body. One read can bring ten thousand chunks of a byte each, and handling them blocks other requests. */
const MOST_PIECES = 1024;

type Done = (failure: Error | null, body?: unknown) => void;

/** A content type parser for Fastify. @param timeouts how long a body may take */
export function createBodyReader(timeouts: TimeoutPool) {
  return (request: { readonly id: string }, payload: IncomingMessage, done: Done): void => {
    const refusal = refuseBody(payload.headers);
    if (refusal !== null) {
      done(refusal);
      return;
    }
    let pieces: Buffer[] = [];
    let length = 0;
    let answered = false;
    const timeout = timeouts.start(() =>
      answer(refuse(408, 'The body took too long.', { headers: { connection: 'close' } })),
    );

    function answer(failure: Error | null, body?: unknown): void {
      if (answered) return;
      answered = true;
      pieces = [];
      timeout.cancel();
      done(failure, body);
    }
    function onData(piece: Buffer): void {
      if (answered) return;
      pieces.push(piece);
      length += piece.length;
      if (pieces.length > MOST_PIECES) {
        // Only destroying the body stops its remaining chunks; that closes the connection too.
        payload.socket.write(rawAnswer('413 Content Too Large', 'The body comes in too many pieces.', request.id));
        payload.destroy();
      } else if (length > LARGEST_JSON_BYTES) answer(tooLarge());
    }
    function onEnd(): void {
      if (answered) return;
      try {
        answer(null, parseJsonBody(Buffer.concat(pieces)));
      } catch (failure) {
        answer(failure as Error);
      }
    }
    /** Runs after every body. Building an error is expensive, so only bodies that were cut off get one. */
    function onCut(): void {
      if (!answered) answer(refuse(400, 'The body was cut off.'));
    }
    payload.on('data', onData);
    payload.on('end', onEnd);
    payload.on('error', onCut);
    payload.on('close', onCut);
  };
}

/** @param status with its reason phrase, for example `400 Bad Request` */
export function rawAnswer(status: string, sentence: string, requestId: string): string {
  const body = JSON.stringify({ error: sentence, requestId });
  return `HTTP/1.1 ${status}\r\n${status.startsWith('405') ? ALLOW_HEADER : ''}${CLOSING_HEADERS}\r\nX-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
