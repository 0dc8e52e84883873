/** Deadlines of one length for many things at once: one sleep of the clock serves them all. */

import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { Clock } from '../../../platform/time/clock.ts';

interface Deadline {
  /** Begins the time anew. */
  touch(): void;
  /** It is over in time. */
  end(): void;
}

export interface Deadlines {
  /** @param onPassed called once, when the time has passed */
  start(onPassed: () => void): Deadline;
  /** Drops all of them. None passes any more. */
  stop(): void;
}

interface Entry {
  due: number;
  readonly onPassed: () => void;
}

/** @param milliseconds how long each of them has */
export function createDeadlines(clock: Clock, milliseconds: number, log: Pick<Log, 'error'>): Deadlines {
  // All are equally long, so that the order of insertion is the order in which they are due.
  const entries = new Set<Entry>();
  const stopping = new AbortController();
  let watching = false;

  async function watch(): Promise<void> {
    for (;;) {
      const [first] = entries;
      if (first === undefined) break;
      const left = first.due - clock.monotonic();
      if (left > 0) await clock.sleep(left, stopping.signal);
      else pass(first);
    }
    watching = false;
  }

  function pass(entry: Entry): void {
    entries.delete(entry);
    try {
      entry.onPassed();
    } catch (failure) {
      // Whatever it is, the other deadlines pass all the same.
      log.error('What a deadline brought about failed', { error: toCleartakeError(failure).message });
    }
  }

  function insert(entry: Entry): void {
    entries.add(entry);
    if (watching || stopping.signal.aborted) return;
    watching = true;
    watch().catch(() => undefined);
  }

  return {
    start: (onPassed) => {
      const entry: Entry = { due: clock.monotonic() + milliseconds, onPassed };
      insert(entry);
      return {
        touch: () => {
          if (!entries.delete(entry)) return;
          entry.due = clock.monotonic() + milliseconds;
          insert(entry);
        },
        end: () => {
          entries.delete(entry);
        },
      };
    },
    stop: () => {
      entries.clear();
      stopping.abort();
    },
  };
}
