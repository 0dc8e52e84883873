/** Where rows are dropped, and optimistic changes of the queue's order: applied at once, before the desk answers. */

import type { JobView } from '../../shared/contract/views.ts';
import {
  arranged,
  inQueueOrder,
  POSITION_STEP,
  type Positions,
  type Priority,
  positionsBetween,
} from '../../shared/domain/queue-order.ts';
import { orderOf, type Placement, type QueueState, type QueueStore } from './queue-store.ts';

/** Where jobs go: before another job of that priority, or after all of them if null. */
export interface Destination {
  readonly priority: Priority;
  readonly before: string | null;
}

/** A change that the desk hasn't confirmed yet. */
export interface PendingChange {
  /** The desk accepted it: events from the desk apply again. */
  done(): void;
  /** The desk refused it: everything moves back. */
  undo(): void;
}

/** Moves jobs, in their current order, to a destination. */
export function placeJobs(store: QueueStore, ids: ReadonlySet<string>, to: Destination): PendingChange {
  const moving = store.getState().order.filter((id) => ids.has(id));
  const { first, step } = placesFor(store.getState(), ids, to);
  return movePending(
    store,
    moving.map((id, index) => [id, { priority: to.priority, position: first + index * step }]),
  );
}

/** Gives jobs another priority; their positions stay. */
export function showPrioritized(store: QueueStore, ids: Iterable<string>, priority: Priority): PendingChange {
  const { jobs } = store.getState();
  return movePending(
    store,
    [...ids].flatMap((id) => {
      const job = jobs.get(id);
      return job === undefined ? [] : [[id, { priority, position: job.position }] as const];
    }),
  );
}

/** Gives jobs the order in which they are listed, within their priority. */
export function showArranged(store: QueueStore, ids: readonly string[]): PendingChange {
  const { jobs } = store.getState();
  const moving = arranged(ids.flatMap((id) => jobs.get(id) ?? []));
  return movePending(
    store,
    moving.map(([{ id, priority }, position]) => [id, { priority, position }]),
  );
}

/** The positions that the desk will assign, or fractions where the desk would renumber first. */
function placesFor(
  { jobs, order }: Pick<QueueState, 'jobs' | 'order'>,
  moving: ReadonlySet<string>,
  { priority, before }: Destination,
): Positions {
  const next = jobs.get(before ?? '');
  if (next === undefined) {
    let last = 0;
    for (const job of jobs.values()) if (job.position > last) last = job.position;
    return { first: last + POSITION_STEP, step: POSITION_STEP };
  }
  const aboveId = order.slice(0, order.indexOf(next.id)).findLast((id) => !moving.has(id));
  const above = jobs.get(aboveId ?? '');
  const after = above?.priority === priority ? above.position : next.position - POSITION_STEP * (moving.size + 1);
  const step = (next.position - after) / (moving.size + 1);
  return positionsBetween(after, next.position, moving.size) ?? { first: after + step, step };
}

function movePending(
  store: QueueStore,
  placements: readonly (readonly [id: string, place: Placement])[],
): PendingChange {
  const { pendingMoves, jobs } = store.getState();
  const earlier = placements.map(([id]) => [id, jobs.get(id)] as const);
  for (const [id, place] of placements) pendingMoves.set(id, place);
  put(store, placements);

  function release(): void {
    for (const [id, place] of placements) if (pendingMoves.get(id) === place) pendingMoves.delete(id);
  }

  return {
    done: release,
    undo() {
      // Jobs that were moved again meanwhile stay there.
      const back = placements.filter(([id, place]) => pendingMoves.get(id) === place).map(([id]) => id);
      release();
      const returning = new Set(back);
      put(
        store,
        earlier.flatMap(([id, job]) => (job !== undefined && returning.has(id) ? [[id, job] as const] : [])),
      );
    },
  };
}

function put(store: QueueStore, placements: readonly (readonly [id: string, place: Placement])[]): void {
  const { jobs, order, changes } = store.getState();
  let moved = false;
  for (const [id, { priority, position }] of placements) {
    const job = jobs.get(id);
    if (job === undefined || inQueueOrder(job, { priority, position }) === 0) continue;
    jobs.set(id, { ...job, priority, position });
    moved = true;
  }
  if (moved) store.setState({ order: orderOf(order, jobs), changes: changes + 1 });
}

interface Queue {
  readonly order: readonly string[];
  readonly jobs: ReadonlyMap<string, JobView>;
}

/**
 * The destination of a drop above the visible row `index`, or below the last one. Recordings dropped among those of another
 * priority adopt it; between two priorities they keep their own if it is one of the two.
 * @returns null if nothing would change
 */
export function destinationAt(
  shown: readonly string[],
  index: number,
  moving: ReadonlySet<string>,
  { order, jobs }: Queue,
): Destination | null {
  const above = stayingBefore(shown, index, moving);
  const below = stayingFrom(shown, index, moving);
  const around = [below, above].flatMap((id) => jobs.get(id ?? '') ?? []);
  const first = around[0];
  if (first === undefined) return null;
  const own = onlyPriority(moving, jobs);
  const priority = around.find((job) => job.priority === own)?.priority ?? first.priority;
  if (own === priority && isTogetherAt(shown, index, moving)) return null;
  if (first.priority !== priority || below === null)
    return { priority, before: behind(above, priority, moving, { order, jobs }) };
  return { priority, before: below };
}

/** The next job of that priority in the whole queue, so that hidden rows in between keep their positions. */
function behind(
  above: string | null,
  priority: Priority,
  moving: ReadonlySet<string>,
  { order, jobs }: Queue,
): string | null {
  if (above === null) return null;
  const next = stayingFrom(order, order.indexOf(above) + 1, moving);
  return next !== null && jobs.get(next)?.priority === priority ? next : null;
}

function stayingFrom(ids: readonly string[], from: number, moving: ReadonlySet<string>): string | null {
  for (let index = from; index < ids.length; index++) {
    const id = ids[index];
    if (id !== undefined && !moving.has(id)) return id;
  }
  return null;
}

function stayingBefore(ids: readonly string[], end: number, moving: ReadonlySet<string>): string | null {
  for (let index = end - 1; index >= 0; index--) {
    const id = ids[index];
    if (id !== undefined && !moving.has(id)) return id;
  }
  return null;
}

/** The common priority; null if they differ. */
export function onlyPriority(ids: Iterable<string>, jobs: ReadonlyMap<string, JobView>): Priority | null {
  let only: Priority | null = null;
  for (const id of ids) {
    const priority = jobs.get(id)?.priority ?? null;
    if (only !== null && priority !== only) return null;
    only = priority;
  }
  return only;
}

/** Whether they are already adjacent at this index. */
function isTogetherAt(shown: readonly string[], index: number, moving: ReadonlySet<string>): boolean {
  let first = index;
  while (first > 0 && moving.has(shown[first - 1] ?? '')) first -= 1;
  let last = index;
  while (last < shown.length && moving.has(shown[last] ?? '')) last += 1;
  return last - first === moving.size;
}
