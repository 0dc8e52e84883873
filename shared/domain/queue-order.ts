/** The order of the queue: what is first by priority, then by position. */

export const PRIORITIES = ['high', 'normal', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** How far apart jobs are put: one that is moved finds a place between two others, and those stay where they are. */
export const POSITION_STEP = 2 ** 20;

interface Placed {
  readonly priority: Priority;
  /** Ascending, within a priority. */
  readonly position: number;
}

/** For sorting. */
export function inQueueOrder(one: Placed, other: Placed): number {
  if (one.priority === other.priority) return one.position - other.position;
  return PRIORITIES.indexOf(one.priority) - PRIORITIES.indexOf(other.priority);
}

/** Positions: the first, and the distance of each from the one before it. */
export interface Positions {
  readonly first: number;
  readonly step: number;
}

/**
 * Evenly spread places for some jobs before a position.
 * @param after the position before it; undefined when it is the first of all
 * @returns null when there are too few whole numbers in between
 */
export function positionsBetween(after: number | undefined, before: number, count: number): Positions | null {
  const start = after ?? before - POSITION_STEP * (count + 1);
  const step = Math.floor((before - start) / (count + 1));
  return step > 0 ? { first: start + step, step } : null;
}
