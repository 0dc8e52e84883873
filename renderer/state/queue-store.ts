/** The queue as the page knows it: one map of jobs, their order, and the totals. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JobView, QueueEvent, TotalsView } from '../../shared/contract/views.ts';
import { countIn, type JobCounts, NO_COUNTS } from './job-group.ts';

export const NO_TOTALS: TotalsView = {
  jobs: 0,
  notStarted: 0,
  done: 0,
  failed: 0,
  needsYou: 0,
  active: 0,
  waiting: 0,
  progress: 0,
  secondsLeft: null,
  speed: null,
  chargedToday: 0,
  held: 0,
  paused: false,
};

export interface QueueState {
  /**
   * Changed in place: copying fifty thousand entries for every event would cost more than drawing them. A changed job is a
   * new object, so selecting `jobs.get(id)` renders exactly the rows that changed.
   */
  readonly jobs: Map<string, JobView>;
  /** Ids by position; a new array only when jobs come, go or move. */
  readonly order: readonly string[];
  readonly totals: TotalsView;
  /** Kept in step with `jobs`, so that figures and rows never disagree. */
  readonly counts: JobCounts;
  readonly revision: number;
  /** Grows with every change: for what is computed from many jobs. */
  readonly changes: number;
  /** False until the queue was fetched once. */
  readonly loaded: boolean;
}

export type QueueStore = StoreApi<QueueState>;

export function createQueueStore(): QueueStore {
  return createStore<QueueState>(() => ({
    jobs: new Map(),
    order: [],
    totals: NO_TOTALS,
    counts: NO_COUNTS,
    revision: 0,
    changes: 0,
    loaded: false,
  }));
}

/** Replaces everything by a fetched queue. */
export function loadQueue(store: QueueStore, jobs: readonly JobView[], totals: TotalsView, revision: number): void {
  const map = new Map(jobs.map((job) => [job.id, job]));
  const counts = { ...NO_COUNTS };
  for (const job of map.values()) countIn(counts, job, 1);
  const changes = store.getState().changes + 1;
  store.setState({ jobs: map, order: orderOf(map), totals, counts, revision, changes, loaded: true });
}

/**
 * Applies events in their order.
 * @returns false when a revision is missing: nothing after the gap was applied, and the queue must be fetched anew
 */
export function applyEvents(store: QueueStore, events: readonly QueueEvent[]): boolean {
  const state = store.getState();
  let { revision, totals } = state;
  const counts = { ...state.counts };
  let moved = false;
  let whole = true;
  for (const event of events) {
    if (event.revision <= revision) continue;
    if (event.revision !== revision + 1) {
      whole = false;
      break;
    }
    moved = applyJobs(state.jobs, event, counts) || moved;
    revision = event.revision;
    totals = event.totals;
  }
  if (revision !== state.revision) {
    store.setState({
      revision,
      totals,
      counts,
      changes: state.changes + 1,
      ...(moved ? { order: orderOf(state.jobs) } : {}),
    });
  }
  return whole;
}

/**
 * @param counts changed along with the jobs
 * @returns whether the order may have changed
 */
export function applyJobs(
  jobs: Map<string, JobView>,
  event: Pick<QueueEvent, 'jobs' | 'removed'>,
  counts = { ...NO_COUNTS },
): boolean {
  let moved = false;
  for (const job of event.jobs) {
    const before = jobs.get(job.id);
    if (before !== undefined) countIn(counts, before, -1);
    if (before?.position !== job.position) moved = true;
    jobs.set(job.id, job);
    countIn(counts, job, 1);
  }
  for (const id of event.removed) {
    const before = jobs.get(id);
    if (before === undefined) continue;
    countIn(counts, before, -1);
    jobs.delete(id);
    moved = true;
  }
  return moved;
}

function orderOf(jobs: ReadonlyMap<string, JobView>): readonly string[] {
  return [...jobs.values()].sort((one, other) => one.position - other.position).map((job) => job.id);
}
