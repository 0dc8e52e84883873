/** Reads JSON bodies off the wire: at most so many bytes, in at most so much time, however small the pieces are. */

import type { IncomingMessage } from 'node:http';
import { refuse } from '../refusal.ts';
import type { Deadlines } from './deadlines.ts';
import { LARGEST_JSON_BYTES, parseJsonBody, refuseBody, tooLarge } from './json-body.ts';

/** Pieces below this are copied together: each would otherwise stay a buffer of its own. */
const SMALL_BYTES = 4096;
/** Pieces of a chunked body. One read can bring ten thousand of a byte each, and handing them out keeps everybody else waiting. */
const MOST_PIECES = 1024;

type Done = (failure: Error | null, body?: unknown) => void;

/** A content type parser for Fastify. @param deadlines how long a body may take */
export function createBodyReader(deadlines: Deadlines) {
  return (_request: unknown, payload: IncomingMessage, done: Done): void => {
    const refusal = refuseBody(payload.headers);
    if (refusal !== null) {
      done(refusal);
      return;
    }
    const gather = createGatherer();
    let length = 0;
    let pieces = 0;
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
    function onData(piece: Buffer): void {
      if (answered) return;
      pieces += 1;
      if (pieces > MOST_PIECES) {
        gather.clear();
        // Without an answer: only a body that is gone is not handed out any further.
        payload.destroy();
        return;
      }
      if (length + piece.length > LARGEST_JSON_BYTES) {
        gather.clear();
        answer(tooLarge());
        return;
      }
      gather.add(piece);
      length += piece.length;
    }
    function onEnd(): void {
      if (answered) return;
      try {
        answer(null, parseJsonBody(gather.take()));
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

function createGatherer() {
  let whole: Buffer[] = [];
  let tail: Buffer | null = null;
  let tailBytes = 0;

  function closeTail(): void {
    if (tail !== null && tailBytes > 0) whole.push(tail.subarray(0, tailBytes));
    tail = null;
    tailBytes = 0;
  }
  return {
    add: (piece: Buffer): void => {
      if (piece.length >= SMALL_BYTES || (whole.length === 0 && tail === null)) {
        closeTail();
        whole.push(piece);
        return;
      }
      if (tail !== null && tailBytes + piece.length > tail.length) closeTail();
      tail ??= Buffer.allocUnsafe(2 * SMALL_BYTES);
      piece.copy(tail, tailBytes);
      tailBytes += piece.length;
    },
    clear: (): void => {
      whole = [];
      tail = null;
      tailBytes = 0;
    },
    take: (): Buffer => {
      closeTail();
      const [only] = whole;
      return only !== undefined && whole.length === 1 ? only : Buffer.concat(whole);
    },
  };
}
