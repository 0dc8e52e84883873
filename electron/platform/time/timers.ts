/** Timers over a given clock, so that tests control time. */

import type { Dispose } from '../disposal.ts';
import type { Clock } from './clock.ts';

export interface Alarm {
  /** Rings once after this many milliseconds and replaces the earlier setting; null switches it off. */
  set(milliseconds: number | null): void;
  readonly isSet: boolean;
}

export function createAlarm(clock: Clock, ring: () => void): Alarm {
  let waiting: AbortController | null = null;
  return {
    get isSet() {
      return waiting !== null;
    },
    set(milliseconds) {
      // With a reason, because the default one is an error with a stack, which costs more than the timer.
      waiting?.abort(null);
      waiting = null;
      if (milliseconds === null) return;
      const mine = new AbortController();
      waiting = mine;
      clock.sleep(milliseconds, mine.signal).then(
        () => {
          if (waiting !== mine) return;
          waiting = null;
          ring();
        },
        () => undefined,
      );
    },
  };
}

/** Calls `work` at this interval until it is disposed of. */
export function every(clock: Clock, milliseconds: number, work: () => void): Dispose {
  const alarm = createAlarm(clock, () => {
    alarm.set(milliseconds);
    work();
  });
  alarm.set(milliseconds);
  return () => alarm.set(null);
}
