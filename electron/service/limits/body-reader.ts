/** Reads JSON bodies off the wire: at most so many bytes, in at most so much time, however small the pieces are. */

import type { IncomingMessage } from 'node:http';
import { refuse } from '../refusal.ts';
import type { Deadlines } from './deadlines.ts';
import { LARGEST_JSON_BYTES, parseJsonBody, refuseBody, tooLarge } from './json-body.ts';

const FIRST_BYTES = 4096;
const EMPTY: Buffer = Buffer.alloc(0);

type Done = (failure: Error | null, body?: unknown) => void;

/** A content type parser for Fastify. @param deadlines how long a body may take */
export function createBodyReader(deadlines: Deadlines) {
  return (_request: unknown, payload: IncomingMessage, done: Done): void => {
    const refusal = refuseBody(payload.headers);
    if (refusal !== null) {
      done(refusal);
      return;
    }
    let bytes: Buffer = EMPTY;
    let length = 0;
    let answered = false;
    const deadline = deadlines.start(() =>
      answer(refuse(408, 'The body took too long.', { headers: { connection: 'close' } })),
    );

    function answer(failure: Error | null, body?: unknown): void {
      if (answered) return;
      answered = true;
      deadline.end();
      done(failure, body);
    }
    /** Pieces are copied: a million of one byte each would otherwise be a million buffers. */
    function onData(piece: Buffer): void {
      if (answered) return;
      if (length + piece.length > LARGEST_JSON_BYTES) {
        bytes = EMPTY;
        answer(tooLarge());
        return;
      }
      if (length === 0) bytes = piece;
      else {
        if (length + piece.length > bytes.length) {
          const larger = Buffer.allocUnsafe(Math.max(FIRST_BYTES, 2 * bytes.length, length + piece.length));
          bytes.copy(larger, 0, 0, length);
          bytes = larger;
        }
        piece.copy(bytes, length);
      }
      length += piece.length;
    }
    function onEnd(): void {
      if (answered) return;
      try {
        answer(null, parseJsonBody(length === bytes.length ? bytes : bytes.subarray(0, length)));
      } catch (failure) {
        answer(failure as Error);
      }
    }
    /** Comes after every body. An error costs its stack, so it is made for bodies that were cut off alone. */
    function onCut(): void {
      if (!answered) answer(refuse(400, 'The body was cut off.'));
    }
    payload.on('data', onData);
    payload.on('end', onEnd);
    payload.on('error', onCut);
    payload.on('close', onCut);
  };
}
