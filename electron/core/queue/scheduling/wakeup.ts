/** Runs the scheduler when it is woken: one run answers all calls that arrive within a moment. */

import type { Clock } from '../../../platform/time/clock.ts';
import { createAlarm } from '../../../platform/time/timers.ts';

/** Shortest time between two runs, in milliseconds: with many short recordings one run serves several jobs. */
const BETWEEN_RUNS_MS = 20;

export interface Wakeup {
  /** Runs the scheduler soon. */
  now(): void;
  /** Runs it after so many milliseconds and forgets an earlier such time; null only forgets it. */
  after(milliseconds: number | null): void;
  stop(): void;
}

export function createWakeup(clock: Clock, schedule: () => void): Wakeup {
  const alarm = createAlarm(clock, now);
  const pause = createAlarm(clock, runNow);
  let scheduled = false;
  let stopped = false;
  let ranAt = Number.NEGATIVE_INFINITY;

  function now(): void {
    if (scheduled || stopped) return;
    scheduled = true;
    const since = clock.monotonic() - ranAt;
    if (since < BETWEEN_RUNS_MS) pause.set(BETWEEN_RUNS_MS - since);
    else setImmediate(runNow);
  }

  function runNow(): void {
    scheduled = false;
    if (stopped) return;
    ranAt = clock.monotonic();
    schedule();
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
