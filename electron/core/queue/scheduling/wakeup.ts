/** Decides when to look for work: one look answers all requests that arrive within a moment. */

import type { Clock } from '../../../platform/time/clock.ts';
import { createAlarm } from '../../../platform/time/timers.ts';

/** Shortest time between two looks, in milliseconds: with many short recordings one look serves several jobs. */
const BETWEEN_LOOKS_MS = 20;

export interface Wakeup {
  /** Looks soon. */
  now(): void;
  /** Looks after so many milliseconds, instead of when it was to look before; null for not at all. */
  after(milliseconds: number | null): void;
  stop(): void;
}

export function createWakeup(clock: Clock, look: () => void): Wakeup {
  const alarm = createAlarm(clock, now);
  const pause = createAlarm(clock, lookNow);
  let scheduled = false;
  let stopped = false;
  let lookedAt = Number.NEGATIVE_INFINITY;

  function now(): void {
    if (scheduled || stopped) return;
    scheduled = true;
    const since = clock.monotonic() - lookedAt;
    if (since < BETWEEN_LOOKS_MS) pause.set(BETWEEN_LOOKS_MS - since);
    else setImmediate(lookNow);
  }

  function lookNow(): void {
    scheduled = false;
    if (stopped) return;
    lookedAt = clock.monotonic();
    look();
  }

  return {
    now,
    after: (milliseconds) => alarm.set(milliseconds),
    stop() {
      stopped = true;
      alarm.set(null);
      pause.set(null);
    },
  };
}
