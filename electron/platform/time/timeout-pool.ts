/** Many timeouts of one length that share a single timer. */

import { toCleartakeError } from '../../../shared/domain/errors.ts';
import type { Log } from '../log.ts';
import type { Clock } from './clock.ts';

interface Timeout {
  /** Starts its time again. */
  restart(): void;
  /** Cancels it. */
  cancel(): void;
}

export interface TimeoutPool {
  /** @param onTimeout called once, when the time has passed */
  start(onTimeout: () => void): Timeout;
  /** Cancels all timeouts, and those that are started later. */
  stop(): void;
}

interface Entry {
  due: number;
  readonly onTimeout: () => void;
}

/** @param milliseconds length of every timeout in the pool */
export function createTimeoutPool(clock: Clock, milliseconds: number, log: Pick<Log, 'error'>): TimeoutPool {
  // All timeouts are equally long, so insertion order is the order in which they are due.
  const entries = new Set<Entry>();
  const stopping = new AbortController();
  let watching = false;

  async function watch(): Promise<void> {
    for (;;) {
      const [first] = entries;
      if (first === undefined) break;
      const left = first.due - clock.monotonic();
      if (left > 0) await clock.sleep(left, stopping.signal);
      else fire(first);
    }
    watching = false;
  }

  function fire(entry: Entry): void {
    entries.delete(entry);
    try {
      entry.onTimeout();
    } catch (failure) {
      // One failing callback must not keep the other timeouts from firing.
      log.error('A timeout callback failed', { error: toCleartakeError(failure).message });
    }
  }

  function insert(entry: Entry): void {
    entries.add(entry);
    if (watching || stopping.signal.aborted) return;
    watching = true;
    watch().catch(() => undefined);
  }

  return {
    start: (onTimeout) => {
      const entry: Entry = { due: clock.monotonic() + milliseconds, onTimeout };
      insert(entry);
      return {
        restart: () => {
          if (!entries.delete(entry)) return;
          entry.due = clock.monotonic() + milliseconds;
          insert(entry);
        },
        cancel: () => {
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
