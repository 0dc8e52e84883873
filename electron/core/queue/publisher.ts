/** Announces changes of the queue: gathered for a moment, numbered without a gap, sent as whole views. */

import type { QueueEvent } from '../../../shared/contract/views.ts';
import { createListeners, type Dispose } from '../../platform/disposal.ts';
import type { QueueContext } from './queue-context.ts';
import type { TotalsReader } from './totals.ts';
import { jobViews } from './views.ts';

/** Changes within this time go out together, in milliseconds. */
const GATHER_MS = 100;
/** Views in one event; more are sent in further ones. */
const MOST_VIEWS = 500;

export interface Publisher {
  readonly revision: number;
  /** A job changed. */
  touch(jobId: string): void;
  /** The totals changed without a job. */
  announce(): void;
  /** A job left the queue. */
  removed(jobId: string): void;
  subscribe(listener: (event: QueueEvent) => void): Dispose;
  stop(): void;
}

export function createPublisher(context: QueueContext, totals: TotalsReader, isPaused: () => boolean): Publisher {
  const listeners = createListeners<QueueEvent>();
  const touched = new Set<string>();
  const gone = new Set<string>();
  let revision = 0;
  let timer: NodeJS.Timeout | null = null;

  function gather(): void {
    timer ??= setTimeout(() => {
      timer = null;
      flush();
    }, GATHER_MS);
  }

  function flush(): void {
    const ids = [...touched].slice(0, MOST_VIEWS);
    for (const id of ids) touched.delete(id);
    const removed = [...gone];
    gone.clear();
    const rows = context.store.jobs.many(ids).filter((job) => job.removedAt === null);
    revision += 1;
    listeners.tell({ revision, jobs: jobViews(context, rows), removed, totals: totals.read(isPaused()) });
    if (touched.size > 0) gather();
  }

  return {
    get revision() {
      return revision;
    },
    touch(jobId) {
      touched.add(jobId);
      gather();
    },
    announce: gather,
    removed(jobId) {
      touched.delete(jobId);
      gone.add(jobId);
      gather();
    },
    subscribe: (listener) => listeners.add(listener),
    stop: () => {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
