/** The queue as the page knows it: one map of jobs, their order, and the totals. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JobView, QueueEvent, TotalsView } from '../../shared/contract/views.ts';

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
    revision: 0,
    changes: 0,
    loaded: false,
  }));
}

/** Replaces everything by a fetched queue. */
export function loadQueue(store: QueueStore, jobs: readonly JobView[], totals: TotalsView, revision: number): void {
  const map = new Map(jobs.map((job) => [job.id, job]));
  const state = store.getState();
  store.setState({ jobs: map, order: orderOf(map), totals, revision, changes: state.changes + 1, loaded: true });
}

/**
 * Applies events in their order.
 * @returns false when a revision is missing: nothing after the gap was applied, and the queue must be fetched anew
 */
export function applyEvents(store: QueueStore, events: readonly QueueEvent[]): boolean {
  const state = store.getState();
  let { revision, totals } = state;
  let moved = false;
  let whole = true;
  for (const event of events) {
    if (event.revision <= revision) continue;
    if (event.revision !== revision + 1) {
      whole = false;
      break;
    }
    moved = applyJobs(state.jobs, event) || moved;
    revision = event.revision;
    totals = event.totals;
  }
  if (revision !== state.revision) {
    store.setState({
      revision,
      totals,
      changes: state.changes + 1,
      ...(moved ? { order: orderOf(state.jobs) } : {}),
    });
  }
  return whole;
}

/** @returns whether the order may have changed */
export function applyJobs(jobs: Map<string, JobView>, event: Pick<QueueEvent, 'jobs' | 'removed'>): boolean {
  let moved = false;
  for (const job of event.jobs) {
    if (jobs.get(job.id)?.position !== job.position) moved = true;
    jobs.set(job.id, job);
  }
  for (const id of event.removed) moved = jobs.delete(id) || moved;
  return moved;
}

function orderOf(jobs: ReadonlyMap<string, JobView>): readonly string[] {
  return [...jobs.values()].sort((one, other) => one.position - other.position).map((job) => job.id);
}
