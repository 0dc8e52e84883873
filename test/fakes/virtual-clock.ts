/** A clock that only a test moves: every sleep ends at its very moment, in order, and no real time passes. */

import type { Clock } from '../../electron/platform/clock.ts';

export interface VirtualClock extends Clock {
  /** Time passes, stopping at each sleep that ends on the way until what it woke has come to rest. */
  advance(milliseconds: number): Promise<void>;
  /** Time passes at once, as for a computer that was asleep: sleeps that are due end late. */
  jump(milliseconds: number): Promise<void>;
  /** Lets whatever is under way come to rest without time passing. */
  settle(): Promise<void>;
}

interface Sleeper {
  readonly due: number;
  readonly end: () => void;
}

/** Turns of the event loop that a chain of promises may take between two sleeps. */
const TURNS = 12;

export function createVirtualClock(start = Date.UTC(2026, 0, 1)): VirtualClock {
  let time = start;
  const sleepers = new Set<Sleeper>();

  async function settle(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  function nextDue(until: number): Sleeper | undefined {
    let next: Sleeper | undefined;
    for (const sleeper of sleepers) {
      if (sleeper.due <= until && (next === undefined || sleeper.due < next.due)) next = sleeper;
    }
    return next;
  }

  async function endSleepers(until: number): Promise<void> {
    for (let next = nextDue(until); next !== undefined; next = nextDue(until)) {
      time = Math.max(time, next.due);
      sleepers.delete(next);
      next.end();
      await settle();
    }
  }

  return {
    now: () => time,
    monotonic: () => time - start,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        const onAbort = () => {
          sleepers.delete(sleeper);
          reject(signal?.reason);
        };
        const sleeper: Sleeper = {
          due: time + Math.max(0, milliseconds),
          end: () => {
            signal?.removeEventListener('abort', onAbort);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', onAbort, { once: true });
      }),
    settle,
    advance: async (milliseconds) => {
      const until = time + milliseconds;
      await settle();
      await endSleepers(until);
      time = until;
    },
    jump: async (milliseconds) => {
      time += milliseconds;
      await endSleepers(time);
    },
  };
}
