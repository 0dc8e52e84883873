/** A clock that can be moved forward, so that what takes days can be tried in minutes. */

import { createListeners } from '../../platform/disposal.ts';
import type { Clock } from '../../platform/time/clock.ts';

export interface MovableClock extends Clock {
  /** Moves the time forward; sleeps that are due then end. It never goes back. */
  move(milliseconds: number): void;
}

/** The longest delay of a Node timer; a longer one would fire at once. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** Wraps a clock. Until it is moved both show the same time. */
export function createMovableClock(base: Clock): MovableClock {
  let moved = 0;
  const moves = createListeners<void>();

  async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const due = base.monotonic() + moved + milliseconds;
    for (;;) {
      const left = due - base.monotonic() - moved;
      if (left <= 0) return;
      const woken = new AbortController();
      const onAbort = () => woken.abort();
      const leave = moves.add(onAbort);
      signal?.addEventListener('abort', onAbort, { once: true });
      try {
        await base.sleep(Math.min(left, LONGEST_WAIT_MS), woken.signal);
      } catch (reason) {
        signal?.throwIfAborted();
        if (!woken.signal.aborted) throw reason;
      } finally {
        signal?.removeEventListener('abort', onAbort);
        await leave();
      }
    }
  }

  return {
    now: () => base.now() + moved,
    monotonic: () => base.monotonic() + moved,
    sleep,
    move: (milliseconds) => {
      moved += milliseconds;
      moves.notify();
    },
  };
}
