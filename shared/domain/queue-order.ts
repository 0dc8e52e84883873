/** The order of the queue: by priority, then by position. */

export const PRIORITIES = ['high', 'normal', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Distance between the positions of new jobs: a moved job fits between two others, which keep their positions. */
export const POSITION_STEP = 2 ** 20;

interface Placed {
  readonly priority: Priority;
  /** Ascending, within a priority. */
  readonly position: number;
}

/** Comparator for sorting. */
export function inQueueOrder(one: Placed, other: Placed): number {
  if (one.priority === other.priority) return one.position - other.position;
  return PRIORITIES.indexOf(one.priority) - PRIORITIES.indexOf(other.priority);
}

/** Evenly spread positions: the first, and the distance to the next. */
export interface Positions {
  readonly first: number;
  readonly step: number;
}

/**
 * Evenly spread positions for `count` jobs between two others.
 * @param after the position before them; undefined at the head of the queue
 * @returns null when there are too few whole numbers in between
 */
export function positionsBetween(after: number | undefined, before: number, count: number): Positions | null {
  const start = after ?? before - POSITION_STEP * (count + 1);
  const step = Math.floor((before - start) / (count + 1));
  return step > 0 ? { first: start + step, step } : null;
}

/**
 * Gives jobs the order in which they are listed: within each priority they exchange their positions, and all others keep theirs.
 * @returns those that change
 */
export function arranged<Job extends Placed>(jobs: readonly Job[]): readonly (readonly [job: Job, position: number])[] {
  return PRIORITIES.flatMap((priority) => {
    const ofPriority = jobs.filter((job) => job.priority === priority);
    const positions = ofPriority.map((job) => job.position).sort((one, other) => one - other);
    return ofPriority.flatMap((job, index) => {
      const position = positions[index] ?? job.position;
      return position === job.position ? [] : [[job, position] as const];
    });
  });
}
