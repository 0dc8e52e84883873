/** Announces changes of the queue: collects them for a moment, numbers the events without gaps and sends whole views. */

import type { QueueEvent } from '../../../../shared/contract/views.ts';
import { createListeners, type Dispose } from '../../../platform/disposal.ts';
import { createAlarm } from '../../../platform/time/timers.ts';
import type { TotalsReader } from './totals.ts';
import { jobViews, type ViewPorts } from './views.ts';

/** Changes within this time are sent together, in milliseconds. */
const GATHER_MS = 100;
/** After a quiet time a person waits for the first change, in milliseconds. */
const FIRST_MS = 10;
/** Most views in one event, so that reading them doesn't keep the event loop. The others follow in the next one, after this many milliseconds. */
const MOST_VIEWS = 50;
const NEXT_MS = 10;

export interface Publisher {
  readonly revision: number;
  /** A job changed. */
  touch(jobId: string): void;
  /** The totals changed, but no job did. */
  announce(): void;
  /** A job left the queue. */
  removed(jobId: string): void;
  subscribe(listener: (event: QueueEvent) => void): Dispose;
  /** Ends all announcements and reads. */
  stop(): void;
}

export function createPublisher(context: ViewPorts, totals: TotalsReader): Publisher {
  const listeners = createListeners<QueueEvent>();
  const touched = new Set<string>();
  const gone = new Set<string>();
  let listening = 0;
  let revision = 0;
  let sentAt = Number.NEGATIVE_INFINITY;
  const { clock } = context.ports;
  const alarm = createAlarm(clock, flush);
  let stopped = false;

  function gather(milliseconds = GATHER_MS): void {
    if (!stopped && !alarm.isSet) alarm.set(milliseconds);
  }

  function flush(): void {
    revision += 1;
    if (listening === 0) {
      touched.clear();
      gone.clear();
      return;
    }
    sentAt = clock.now();
    const ids = firstOf(touched, MOST_VIEWS);
    for (const id of ids) touched.delete(id);
    const removed = [...gone];
    gone.clear();
    const rows = context.store.jobs.many(ids).filter((job) => job.removedAt === null);
    listeners.notify({ revision, jobs: jobViews(context, rows), removed, totals: totals.read() });
    if (touched.size > 0) gather(NEXT_MS);
    else if (totals.freshAfter !== null) gather(Math.max(GATHER_MS, totals.freshAfter));
  }

  function gatherAtOnce(): void {
    // A delayed announcement of totals must not delay this change.
    if (touched.size === 0 && gone.size === 0) alarm.set(null);
    if (alarm.isSet) return;
    gather(clock.now() - sentAt >= GATHER_MS ? FIRST_MS : GATHER_MS);
  }

  return {
    get revision() {
      return revision;
    },
    touch(jobId) {
      if (touched.has(jobId)) return;
      gatherAtOnce();
      touched.add(jobId);
    },
    announce: () => gather(),
    removed(jobId) {
      touched.delete(jobId);
      gatherAtOnce();
      gone.add(jobId);
    },
    subscribe(listener) {
      const remove = listeners.add(listener);
      let isListening = true;
      listening += 1;
      return () => {
        if (isListening) listening -= 1;
        isListening = false;
        return remove();
      };
    },
    stop: () => {
      stopped = true;
      alarm.set(null);
    },
  };
}

function firstOf(ids: ReadonlySet<string>, count: number): string[] {
  const first: string[] = [];
  for (const id of ids) {
    if (first.length === count) break;
    first.push(id);
  }
  return first;
}
