/** Jobs that wait for a moment of the clock: who waited long enough goes on, and a clock that is set back takes nobody's time. */

import { CHUNK_ROWS } from '../../store/open-store.ts';
import type { JobFilter } from '../../store/statements/job-filter.ts';
import type { QueueContext } from '../queue-context.ts';

/** No wait is longer: an hour is the most that a service may ask for, and some minutes keep those that it asked apart. */
const LONGEST_WAIT_MS = 70 * 60_000;

export interface Waits {
  /** At the start of a desk: the clock may have been set back since the last run. */
  settle(): void;
  /** The clock was set back by so many milliseconds. */
  follow(setBackBy: number): void;
  /** Ends waits that are over, some hundred at a time. @returns milliseconds until the next one is over; null when there is none */
  endThoseOver(filter: JobFilter): number | null;
}

export function createWaits({
  ports,
  store,
  transitions,
}: Pick<QueueContext, 'ports' | 'store' | 'transitions'>): Waits {
  function follow(setBackBy: number): void {
    if (setBackBy > 0) store.lanes.shiftWaits(-setBackBy);
  }

  return {
    follow,
    settle() {
      const now = ports.clock.now();
      follow(store.events.lastAt() - now);
      store.lanes.endWaitsBy(now + LONGEST_WAIT_MS);
    },
    endThoseOver(filter) {
      const earliest = store.lanes.earliestWait(filter);
      if (earliest === null || earliest > filter.now) return earliest === null ? null : earliest - filter.now;
      const over = store.lanes.due(filter, CHUNK_ROWS);
      store.transaction(() => {
        for (const id of over) transitions.job(id, { kind: 'resume' });
      });
      const next = store.lanes.earliestWait(filter);
      return next === null ? null : Math.max(0, next - filter.now);
    },
  };
}
