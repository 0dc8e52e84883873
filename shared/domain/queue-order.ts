/** The order of the queue: what is first by priority, then by position. */

export const PRIORITIES = ['high', 'normal', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

interface Placed {
  readonly priority: Priority;
  /** Ascending, within a priority. */
  readonly position: number;
}

/** For sorting. */
export function inQueueOrder(one: Placed, other: Placed): number {
  return PRIORITIES.indexOf(one.priority) - PRIORITIES.indexOf(other.priority) || one.position - other.position;
}
