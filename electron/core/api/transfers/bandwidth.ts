/** A limit on what all transfers of one direction take together: a token bucket in which everyone has their turn. */

import type { Clock } from '../../../platform/time/clock.ts';

/** Seconds of the limit that may be saved up while nothing moves. */
const BURST_SECONDS = 0.25;
/** A changed limit is noticed within this time, in milliseconds. */
const LOOK_MS = 250;
/** Pieces of a limited transfer take about this part of a second. */
const PIECES_PER_SECOND = 8;
const SMALLEST_PIECE_BYTES = 4096;

export interface Bandwidth {
  /** The size of the pieces to move at once, in bytes, at most `largest`: the smaller the limit, the smaller they are. */
  pieceBytes(largest: number): number;
  /**
   * Takes leave to move so many bytes. Whoever asks first goes first, so that transfers side by side get the same share.
   * @returns null when it may be done at once
   */
  take(bytes: number, signal: AbortSignal): Promise<void> | null;
}

/** @param readLimit the present limit in bytes a second, null for none; asked a few times a second */
export function createBandwidth(clock: Clock, readLimit: () => number | null): Bandwidth {
  let limit: number | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let filledAt = clock.monotonic();
  /** Bytes that may go at once; below zero the next one waits until they are made up for. */
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

  /** @returns milliseconds to wait before anything may go */
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
      // One that gives up lets the next one have its turn.
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
