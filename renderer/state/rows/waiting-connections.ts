/** The connections of recordings that wait for Start. Pure. */

import { isStartable } from '../job-group.ts';
import type { QueueState } from '../queue-store.ts';

let last: { readonly jobs: QueueState['jobs']; readonly changes: number; readonly ids: readonly string[] } | null =
  null;

/** Ids, the same array until they change. */
export function waitingConnectionIds({ jobs, changes, counts }: QueueState): readonly string[] {
  if (last?.jobs === jobs && last.changes === changes) return last.ids;
  const found = new Set<string>();
  let left = counts.startable;
  for (const job of jobs.values()) {
    if (left === 0) break;
    if (!isStartable(job)) continue;
    found.add(job.connectionId);
    left -= 1;
  }
  const same = last !== null && last.ids.length === found.size && last.ids.every((id) => found.has(id));
  last = { jobs, changes, ids: same && last !== null ? last.ids : [...found] };
  return last.ids;
}
