/** Where recordings go when they are dropped between two rows. Pure. */

import type { JobView } from '../../shared/contract/views.ts';
import type { Priority } from '../../shared/domain/queue-order.ts';
import type { Destination } from './reorder.ts';

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
    return { priority, before: behind(above, priority, moving, order, jobs) };
  return { priority, before: below };
}

/** The next job of that priority in the whole queue, so that hidden rows in between keep their positions. */
function behind(
  above: string | null,
  priority: Priority,
  moving: ReadonlySet<string>,
  order: readonly string[],
  jobs: ReadonlyMap<string, JobView>,
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
