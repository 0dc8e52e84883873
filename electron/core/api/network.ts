/** Where connections come from (undici's pools, or a test's network), and how many bytes a second transfers may move over them. */

import { Agent, type Dispatcher } from 'undici';
import { createConnector } from '../../platform/network/connector.ts';
import { createEgress, type Egress } from '../../platform/network/egress.ts';
import type { Clock } from '../../platform/time/clock.ts';

const CONNECT_MS = 10_000;
/** Longest silence on a connection, in milliseconds. */
const IDLE_MS = 60_000;

export interface Network {
  /** For calls and transfers: connections are kept alive and reused. */
  pool(): Dispatcher;
  /** For a single request: a paid request never uses a connection that may be half closed. */
  single(): Dispatcher;
}

/** Every request over it names the program, whoever makes it. */
export function namedNetwork({ pool, single }: Network, userAgent: string): Network {
  const name: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
    dispatch({ ...options, headers: { ...(options.headers as object), 'user-agent': userAgent } }, handler);
  return { pool: () => pool().compose(name), single: () => single().compose(name) };
}

export function networkOver(egress: Egress): Network {
  const usual = {
    connect: createConnector(egress, { timeoutMs: CONNECT_MS }),
    headersTimeout: IDLE_MS,
    bodyTimeout: IDLE_MS,
  };
  return {
    pool: () => new Agent(usual),
    single: () => new Agent({ ...usual, pipelining: 0, connections: 1 }),
  };
}

/** Without a proxy. */
export const undiciNetwork: Network = networkOver(createEgress());

/** Seconds' worth of the limit that can accumulate while nothing moves. */
const BURST_SECONDS = 0.25;
/** How soon a changed limit takes effect, in milliseconds. */
const LOOK_MS = 250;
/** A piece of a limited transfer takes about this fraction of a second. */
const PIECES_PER_SECOND = 8;
const SMALLEST_PIECE_BYTES = 4096;

/** A limit shared by all transfers of one direction: a token bucket that serves them in turn. */
export interface Bandwidth {
  /** How much to move at once, in bytes, at most `largest`: smaller limits mean smaller pieces. */
  pieceBytes(largest: number): number;
  /**
   * Reserves bytes. First come, first served, so that parallel transfers get equal shares.
   * @returns null when they may be moved at once
   */
  take(bytes: number, signal: AbortSignal): Promise<void> | null;
}

/** @param readLimit the present limit in bytes a second, null for none; called a few times a second */
export function createBandwidth(clock: Clock, readLimit: () => number | null): Bandwidth {
  let limit: number | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let filledAt = clock.monotonic();
  /** Bytes available now. Below zero, the next transfer waits until the debt is paid. */
  let level = 0;
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();

  function present(): number | null {
    const now = clock.monotonic();
    if (now - lookedAt >= LOOK_MS) {
      lookedAt = now;
      limit = readLimit();
    }
    return limit;
  }

  /** @returns milliseconds to wait before anything may be moved */
  function fill(): number {
    const allowed = present();
    const now = clock.monotonic();
    if (allowed === null) {
      level = 0;
      filledAt = now;
      return 0;
    }
    level = Math.min(allowed * BURST_SECONDS, level + ((now - filledAt) / 1000) * allowed);
    filledAt = now;
    return level >= 0 ? 0 : Math.min(LOOK_MS, Math.ceil((-level / allowed) * 1000));
  }

  async function takeInTurn(bytes: number, before: Promise<void>, signal: AbortSignal): Promise<void> {
    await before;
    signal.throwIfAborted();
    for (let wait = fill(); wait > 0; wait = fill()) await clock.sleep(wait, signal);
    if (present() !== null) level -= bytes;
  }

  return {
    pieceBytes(largest) {
      const allowed = present();
      if (allowed === null) return largest;
      return Math.min(largest, Math.max(SMALLEST_PIECE_BYTES, Math.floor(allowed / PIECES_PER_SECOND)));
    },
    take(bytes, signal) {
      if (waiting === 0 && fill() === 0) {
        if (limit !== null) level -= bytes;
        return null;
      }
      waiting += 1;
      const turn = takeInTurn(bytes, last, signal).finally(() => {
        waiting -= 1;
      });
      // A transfer that gives up hands its turn to the next.
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
