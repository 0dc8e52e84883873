/** The queue on the page: jobs, order and totals. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JobView, QueueEvent, TotalsView } from '../../shared/contract/views.ts';
import { inQueueOrder } from '../../shared/domain/queue-order.ts';
import { countIn, type JobCounts, NO_COUNTS } from './job-group.ts';

export const NO_TOTALS: TotalsView = {
  jobs: 0,
  notStarted: 0,
  done: 0,
  failed: 0,
  needsYou: 0,
  inReview: 0,
  active: 0,
  waiting: 0,
  run: null,
  lastRun: null,
  speed: null,
  chargedToday: 0,
  unpricedToday: 0,
  held: 0,
  spending: [],
  paused: false,
};

export type Placement = Pick<JobView, 'priority' | 'position'>;

export interface QueueState {
  /**
   * Mutated in place: copying fifty thousand entries for every event would cost more than rendering them. A changed job is a
   * new object, so selecting `jobs.get(id)` renders exactly the rows that changed.
   */
  readonly jobs: Map<string, JobView>;
  /** The failed ones; mutated in place too. */
  readonly failed: Set<string>;
  /** Moves that the desk hasn't confirmed yet: older events don't undo them. Mutated in place too. */
  readonly pendingMoves: Map<string, Placement>;
  /** Ids in queue order; a new array only if jobs are added, removed or moved. */
  readonly order: readonly string[];
  /** Ids of recordings that were added since the queue was loaded and that the person hasn't been shown, oldest first. */
  readonly added: readonly string[];
  /** When the last of the recordings was added. */
  readonly newest: number;
  readonly totals: TotalsView;
  /** Updated together with `jobs`, so that counts and rows always agree. */
  readonly counts: JobCounts;
  readonly revision: number;
  /** Incremented by every change, for values computed from many jobs. */
  readonly changes: number;
  /** False until the queue was fetched once. */
  readonly loaded: boolean;
}

export type QueueStore = StoreApi<QueueState>;

export function createQueueStore(): QueueStore {
  return createStore<QueueState>(() => ({
    jobs: new Map(),
    failed: new Set(),
    pendingMoves: new Map(),
    order: [],
    added: [],
    newest: 0,
    totals: NO_TOTALS,
    counts: NO_COUNTS,
    revision: 0,
    changes: 0,
    loaded: false,
  }));
}

/** Replaces everything with a fetched queue. */
export function loadQueue(store: QueueStore, jobs: readonly JobView[], totals: TotalsView, revision: number): void {
  const map = new Map(jobs.map((job) => [job.id, job]));
  const counts = { ...NO_COUNTS };
  for (const job of map.values()) countIn(counts, job, 1);
  const failed = new Set([...map.values()].flatMap((job) => (job.state.kind === 'failed' ? job.id : [])));
  const changes = store.getState().changes + 1;
  const order = orderOf(map.keys(), map);
  store.setState({
    jobs: map,
    failed,
    pendingMoves: new Map(),
    order,
    newest: newestOf(map, map.keys(), 0),
    totals,
    counts,
    revision,
    changes,
    loaded: true,
  });
}

/**
 * Applies events in order.
 * @returns false if a revision is missing: nothing after the gap was applied, and the queue must be fetched again
 */
export function applyEvents(store: QueueStore, events: readonly QueueEvent[]): boolean {
  const state = store.getState();
  let { revision, totals } = state;
  const counts = { ...state.counts };
  let moved = false;
  let whole = true;
  const added: string[] = [];
  for (const event of events) {
    if (event.revision <= revision) continue;
    if (event.revision !== revision + 1) {
      whole = false;
      break;
    }
    moved = applyJobs(state, event, counts, added) || moved;
    revision = event.revision;
    totals = event.totals;
  }
  if (revision !== state.revision) {
    store.setState({
      revision,
      totals,
      counts,
      changes: state.changes + 1,
      ...(added.length > 0
        ? { added: [...state.added, ...added], newest: newestOf(state.jobs, added, state.newest) }
        : {}),
      ...(moved ? { order: orderOf(state.jobs.keys(), state.jobs) } : {}),
    });
  }
  return whole;
}

/**
 * @param counts updated together with the jobs
 * @param added gets the ids of new recordings: of those added since `newest`, not of removed ones that come back
 * @returns whether the order may have changed
 */
function applyJobs(
  { jobs, failed, newest, pendingMoves }: Pick<QueueState, 'jobs' | 'failed' | 'newest' | 'pendingMoves'>,
  event: Pick<QueueEvent, 'jobs' | 'removed'>,
  counts: Parameters<typeof countIn>[0],
  added: string[],
): boolean {
  let moved = false;
  for (const announced of event.jobs) {
    const job = { ...announced, ...pendingMoves.get(announced.id) };
    const before = jobs.get(job.id);
    if (before !== undefined) countIn(counts, before, -1);
    if (before === undefined && job.addedAt >= newest) added.push(job.id);
    if (before === undefined || inQueueOrder(before, job) !== 0) moved = true;
    jobs.set(job.id, job);
    if (job.state.kind === 'failed') failed.add(job.id);
    else failed.delete(job.id);
    countIn(counts, job, 1);
  }
  for (const id of event.removed) {
    const before = jobs.get(id);
    if (before === undefined) continue;
    countIn(counts, before, -1);
    jobs.delete(id);
    failed.delete(id);
    moved = true;
  }
  return moved;
}

/** Sorts ids into queue order; fast if they nearly are. */
export function orderOf(ids: Iterable<string>, jobs: ReadonlyMap<string, JobView>): readonly string[] {
  const found: JobView[] = [];
  for (const id of ids) {
    const job = jobs.get(id);
    if (job !== undefined) found.push(job);
  }
  return found.sort(inQueueOrder).map((job) => job.id);
}

function newestOf(jobs: ReadonlyMap<string, JobView>, ids: Iterable<string>, from: number): number {
  let newest = from;
  for (const id of ids) newest = Math.max(newest, jobs.get(id)?.addedAt ?? 0);
  return newest;
}

/** The person was shown what was added. */
export function clearAdded(store: QueueStore): void {
  if (store.getState().added.length > 0) store.setState({ added: [] });
}
