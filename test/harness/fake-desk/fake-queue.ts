/** A queue that lives in memory: jobs are added, change their state and go, and everybody who watches is told. */

import type { JobView, QueueEvent, TotalsView } from '../../../shared/contract/views.ts';
import type { JobState } from '../../../shared/domain/job-state.ts';

export interface FakeQueue {
  readonly jobs: readonly JobView[];
  revision(): number;
  totals(): TotalsView;
  /** How many iterators are open. */
  watchers(): number;
  add(path: string, started: boolean): JobView;
  /** @returns how many of the jobs were there */
  change(ids: readonly string[], state: JobState): number;
  remove(ids: readonly string[]): number;
  watch(signal: AbortSignal | undefined): AsyncGenerator<QueueEvent, void, void>;
}

export function createFakeQueue(): FakeQueue {
  const jobs: JobView[] = [];
  const waiting = new Set<(event: QueueEvent) => void>();
  let revision = 0;
  let added = 0;

  function totals(): TotalsView {
    const of = (kind: JobState['kind']) => jobs.filter((job) => job.state.kind === kind).length;
    return {
      jobs: jobs.length,
      notStarted: jobs.filter((job) => !job.started).length,
      done: of('done'),
      failed: of('failed'),
      needsYou: of('needs-you'),
      active: of('generating'),
      waiting: of('waiting'),
      progress: 0,
      failedShare: 0,
      secondsLeft: null,
      speed: null,
      chargedToday: 0,
      unpricedToday: 0,
      held: 0,
      paused: false,
    };
  }
  function tell(changed: readonly JobView[], removed: readonly string[]): void {
    revision += 1;
    for (const listener of waiting) listener({ revision, jobs: [...changed], removed: [...removed], totals: totals() });
  }
  return {
    jobs,
    revision: () => revision,
    totals,
    watchers: () => waiting.size,
    add: (path, started) => {
      added += 1;
      const job = newJob(`job-${added}`, added, path, started);
      jobs.push(job);
      tell([job], []);
      return job;
    },
    change: (ids, state) => {
      const found = jobs.filter((job) => ids.includes(job.id));
      for (const job of found) jobs[jobs.indexOf(job)] = { ...job, started: true, state };
      if (found.length > 0)
        tell(
          jobs.filter((job) => ids.includes(job.id)),
          [],
        );
      return found.length;
    },
    remove: (ids) => {
      const found = jobs.filter((job) => ids.includes(job.id));
      for (const job of found) jobs.splice(jobs.indexOf(job), 1);
      if (found.length > 0)
        tell(
          [],
          found.map((job) => job.id),
        );
      return found.length;
    },
    watch: async function* (signal) {
      const events: QueueEvent[] = [{ revision, jobs: [], removed: [], totals: totals() }];
      let wake: () => void = () => undefined;
      const listener = (event: QueueEvent) => {
        events.push(event);
        wake();
      };
      waiting.add(listener);
      const onAbort = () => wake();
      signal?.addEventListener('abort', onAbort);
      try {
        while (signal?.aborted !== true) {
          const event = events.shift();
          if (event !== undefined) yield event;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      } finally {
        signal?.removeEventListener('abort', onAbort);
        waiting.delete(listener);
      }
    },
  };
}

function newJob(id: string, position: number, path: string, started: boolean): JobView {
  return {
    id,
    priority: 'normal',
    position,
    name: path.split('/').at(-1) ?? path,
    folder: '',
    bytes: 1000,
    durationSeconds: 60,
    hasVideo: false,
    started,
    state: { kind: 'queued' },
    transfer: null,
    generations: [],
    connectionId: 'built-in',
    connection: 'This computer',
    secondsLeft: null,
    addedAt: 0,
    finishedAt: null,
  };
}
