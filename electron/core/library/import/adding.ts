/** What is being added at the moment: who watches hears of it a few times a second, and anybody can stop it. */

import type { AddingView } from '../../../../shared/contract/queue/adding.ts';
import type { Dispose } from '../../../platform/disposal.ts';
import type { Clock } from '../../../platform/time/clock.ts';

/** More would only cost time. */
const REPORT_MS = 100;

export interface Adding {
  readonly current: AddingView | null;
  watch(listener: (adding: AddingView | null) => void): Dispose;
  /** Begins an import. @returns its signal, aborted by `stop` */
  begin(): AbortSignal;
  note(progress: AddingView): void;
  end(): void;
  stop(): void;
}

export function createAdding(clock: Pick<Clock, 'now'>): Adding {
  const listeners = new Set<(adding: AddingView | null) => void>();
  let current: AddingView | null = null;
  let stopping = new AbortController();
  let reportedAt = 0;

  function report(): void {
    reportedAt = clock.now();
    for (const listener of listeners) listener(current);
  }

  return {
    get current() {
      return current;
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    begin() {
      stopping = new AbortController();
      current = { found: 0, added: 0 };
      report();
      return stopping.signal;
    },
    note(progress) {
      current = progress;
      if (clock.now() - reportedAt >= REPORT_MS) report();
    },
    end() {
      current = null;
      report();
    },
    stop: () => stopping.abort(),
  };
}
