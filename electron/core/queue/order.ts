/** The order of the queue as the person changes it: priorities, and positions within them. */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import {
  arranged,
  POSITION_STEP,
  type Positions,
  type Priority,
  positionsBetween,
} from '../../../shared/domain/queue-order.ts';
import { inChunks, type Store } from '../store/open-store.ts';
import type { Books } from './parts/queue-context.ts';

const RANKS: Readonly<Record<Priority, number>> = { high: 1, normal: 0, low: -1 };

export function priorityOf(rank: number): Priority {
  return rank > 0 ? 'high' : rank < 0 ? 'low' : 'normal';
}

/** @returns how many changed */
export async function prioritizeJobs(
  { store, transitions }: Books,
  jobIds: readonly string[],
  priority: Priority,
): Promise<number> {
  let changed = 0;
  await inChunks(store, jobIds, (part) => {
    for (const job of store.jobs.many(part)) {
      if (job.removedAt !== null || job.priority === RANKS[priority]) continue;
      store.jobs.setPriority(job.id, RANKS[priority]);
      transitions.touch(job.id);
      changed += 1;
    }
  });
  return changed;
}

/**
 * Moves jobs, in their present order, before another one.
 * @param before null for the end of the queue
 * @returns how many were moved
 * @throws CleartakeError notFound when the other one is not in the queue
 */
export async function moveJobs(
  { store, transitions }: Books,
  jobIds: readonly string[],
  before: string | null,
): Promise<number> {
  const moving: { readonly id: string; readonly priority: number; readonly position: number }[] = [];
  await inChunks(store, [...new Set(jobIds)], (part) => {
    for (const { id, priority, position, removedAt } of store.jobs.many(part))
      if (removedAt === null && id !== before) moving.push({ id, priority, position });
  });
  moving.sort((one, other) => other.priority - one.priority || one.position - other.position);
  // The positions are reserved in one transaction; the jobs move to them in chunks.
  const { places, othersMoved } = store.transaction(() => {
    const target = before === null ? undefined : store.jobs.find(before);
    if (before !== null && (target === undefined || target.removedAt !== null))
      throw new CleartakeError('notFound', { detail: 'job' });
    return placesFor(store.jobs, moving.length, target?.position);
  });
  for (const id of othersMoved) transitions.touch(id);
  const placed = moving.map(({ id }, index) => ({ id, position: places.first + index * places.step }));
  await inChunks(store, placed, (part) => {
    for (const { id, position } of part) {
      store.jobs.setPosition(id, position);
      transitions.touch(id);
    }
  });
  return moving.length;
}

/**
 * Gives jobs the order in which they are listed. Priorities stay above it.
 * @returns how many were moved
 */
export async function arrangeJobs({ store, transitions }: Books, jobIds: readonly string[]): Promise<number> {
  const found = new Map<string, { readonly id: string; readonly priority: Priority; readonly position: number }>();
  await inChunks(store, jobIds, (part) => {
    for (const { id, priority, position, removedAt } of store.jobs.many(part))
      if (removedAt === null) found.set(id, { id, priority: priorityOf(priority), position });
  });
  const moving = arranged([...new Set(jobIds)].flatMap((id) => found.get(id) ?? []));
  await inChunks(store, moving, (part) => {
    for (const [{ id }, position] of part) {
      store.jobs.setPosition(id, position);
      transitions.touch(id);
    }
  });
  return moving.length;
}

/** Reserved positions, and the other jobs that had to move to make room. */
interface Room {
  readonly places: Positions;
  readonly othersMoved: readonly string[];
}

/** How many jobs behind the target move at first; four times as many when that is not enough. */
const FEW = 4;

/** Spreads positions evenly before a given one. Where the gap is too small, the jobs behind it are spread further apart. */
function placesFor(jobs: Store['jobs'], count: number, position: number | undefined): Room {
  if (position === undefined) return { places: { first: jobs.nextPosition(), step: POSITION_STEP }, othersMoved: [] };
  const last = jobs.positionBefore(position);
  for (let others = 0; ; others = others * 4 || FEW) {
    const behind = jobs.from(position, others + 1);
    const end = behind[others]?.position ?? jobs.nextPosition() + POSITION_STEP * (count + others);
    const places = positionsBetween(last, end, count + others);
    if (places === null) continue;
    const making = behind.slice(0, others);
    for (const [index, { id }] of making.entries()) jobs.setPosition(id, places.first + (count + index) * places.step);
    return { places, othersMoved: making.map(({ id }) => id) };
  }
}
