/** A clock that only a test moves: every sleep ends at its very moment, in order, and no real time passes. */

import type { Clock } from '../../../electron/platform/time/clock.ts';
import { createSleepers } from './sleepers.ts';

export interface VirtualClock extends Clock {
  /** Time passes, stopping at each sleep that ends on the way until what it woke has come to rest. Ends early once `until` holds. */
  advance(milliseconds: number, until?: () => boolean): Promise<void>;
  /** Time passes at once, as for a computer that was asleep: sleeps that are due end late. */
  jump(milliseconds: number, until?: () => boolean): Promise<void>;
  /** The time of day is set forwards or backwards: nothing that sleeps notices. */
  shift(milliseconds: number): void;
  /** Lets whatever is under way come to rest without time passing. */
  settle(): Promise<void>;
  /** The same time for one run of a program: its monotonic clock begins now, and its sleeps can be ended together. */
  lane(): ClockLane;
}

export interface ClockLane extends Clock {
  /** Every sleep, also one that is begun later, rejects with the reason. */
  end(reason: unknown): void;
}

/** Turns of the event loop that a chain of promises may take between two sleeps. */
const TURNS = 12;

/** @param settle waits until the program under test has come to rest: some turns of the event loop, if nothing better is known */
export function createVirtualClock(start = Date.UTC(2026, 0, 1), settle = someTurns): VirtualClock {
  let elapsed = 0;
  let shifted = 0;
  const { sleep, takeNext } = createSleepers(() => elapsed);

  async function endSleepers(end: number, until: () => boolean): Promise<void> {
    while (!until()) {
      const next = takeNext(end);
      if (next === undefined) return;
      elapsed = Math.max(elapsed, next.due);
      next.end();
      await settle();
    }
  }

  const now = () => start + elapsed + shifted;
  return {
    now,
    monotonic: () => elapsed,
    sleep,
    settle,
    shift: (milliseconds) => {
      shifted += milliseconds;
    },
    advance: async (milliseconds, until = never) => {
      const end = elapsed + milliseconds;
      await settle();
      await endSleepers(end, until);
      if (!until()) elapsed = end;
    },
    jump: async (milliseconds, until = never) => {
      elapsed += milliseconds;
      await endSleepers(elapsed, until);
    },
    lane() {
      const began = elapsed;
      const over = new AbortController();
      return {
        now,
        monotonic: () => elapsed - began,
        sleep: (milliseconds, signal) =>
          sleep(milliseconds, signal === undefined ? over.signal : AbortSignal.any([signal, over.signal])),
        end: (reason) => over.abort(reason),
      };
    },
  };
}

async function someTurns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Waits until no turn of the event loop is asked for and no file is worked on: exact for a program of which nothing else is real but
 * promises.
 */
export async function untilIdle(): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (process.getActiveResourcesInfo().some((one) => one === 'Immediate' || one.startsWith('FSReq')));
}

function never(): boolean {
  return false;
}
