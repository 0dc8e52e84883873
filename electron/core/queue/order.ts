/** The order of the queue, as the person changes it: priorities, and positions within them. */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import { type Places, POSITION_STEP, type Priority, placesBetween } from '../../../shared/domain/queue-order.ts';
import { CHUNK_ROWS, inChunks } from './in-chunks.ts';
import type { QueueContext } from './queue-context.ts';

const RANKS: Readonly<Record<Priority, number>> = { high: 1, normal: 0, low: -1 };

export function priorityOf(rank: number): Priority {
  return rank > 0 ? 'high' : rank < 0 ? 'low' : 'normal';
}

/** @returns how many changed */
export async function prioritizeJobs(
  { store, transitions }: QueueContext,
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
 * Puts jobs, in their present order, before another one.
 * @param before null for the end of the queue
 * @returns how many were moved, and whether others, of which nothing is announced, had to make room for them
 * @throws CleartakeError notFound when the other one is not on the queue
 */
export function moveJobs(
  { store, transitions }: QueueContext,
  jobIds: readonly string[],
  before: string | null,
): { readonly changed: number; readonly othersMoved: boolean } {
  return store.transaction(() => {
    const moving = inParts([...new Set(jobIds)].filter((id) => id !== before)).flatMap((part) =>
      store.jobs.many(part).filter((job) => job.removedAt === null),
    );
    moving.sort((one, other) => other.priority - one.priority || one.position - other.position);
    const target = before === null ? undefined : store.jobs.find(before);
    if (before !== null && (target === undefined || target.removedAt !== null))
      throw new CleartakeError('notFound', { detail: 'job' });
    const { first, step, othersMoved } = placesFor(store.jobs, moving.length, target?.position);
    moving.forEach((job, index) => {
      store.jobs.setPosition(job.id, first + index * step);
      transitions.touch(job.id);
    });
    return { changed: moving.length, othersMoved };
  });
}

/** Places between a position and the one before it, evenly; where there are too few, all from that position on are put further back. */
function placesFor(
  jobs: QueueContext['store']['jobs'],
  count: number,
  position: number | undefined,
): Places & { readonly othersMoved: boolean } {
  if (position === undefined) return { first: jobs.nextPosition(), step: POSITION_STEP, othersMoved: false };
  const last = jobs.positionBefore(position);
  const places = placesBetween(last, position, count);
  if (places !== null) return { ...places, othersMoved: false };
  jobs.makeRoom(position, POSITION_STEP * (count + 1));
  return { first: (last ?? position) + POSITION_STEP, step: POSITION_STEP, othersMoved: true };
}

function inParts(ids: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (let start = 0; start < ids.length; start += CHUNK_ROWS) parts.push(ids.slice(start, start + CHUNK_ROWS));
  return parts;
}
