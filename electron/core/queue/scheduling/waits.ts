/** Jobs that wait until a time of day: resumes them when it has come, and corrects their waits when the clock is set back. */

import { CHUNK_ROWS } from '../../store/open-store.ts';
import type { JobFilter } from '../../store/statements/job-filter.ts';
import type { QueueContext } from '../queue-context.ts';

/** Longest possible wait, in milliseconds: an hour is the most that a service may ask for, and jitter adds some minutes. */
const LONGEST_WAIT_MS = 70 * 60_000;

export interface Waits {
  /** Corrects all waits at the start of a desk: the clock may have been set back since the last run. */
  settle(): void;
  /** Corrects all waits. @param setBackBy milliseconds that the clock was set back */
  follow(setBackBy: number): void;
  /** Resumes one chunk of jobs whose wait is over. @returns milliseconds until the next wait is over; null when no job waits for a time */
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
