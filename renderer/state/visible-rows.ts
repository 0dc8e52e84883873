/** Which rows of the queue are shown, and in which order. */

import type { JobView } from '../../shared/contract/views.ts';
import type { PageDesk } from './desk.ts';
import { couldBeBetter, groupOf, isOver, isStalled, isToHear } from './job-group.ts';
import type { QueueState } from './queue-store.ts';
import type { Pricing } from './rows/job-cost.ts';
import { createSorter, plain, type Sort } from './rows/sorting.ts';
import { pricingOf } from './session-store.ts';
import { type FilterName, scrollToRow, type ViewState, viewStore } from './view-store.ts';

/** Where a search looks, of each job that was searched: the next letter and the next event don't compute it again. */
const searched = new WeakMap<JobView, string>();

function searchedIn(job: JobView): string {
  let text = searched.get(job);
  if (text === undefined) {
    text = plain(`${job.folder}/${job.name}`);
    searched.set(job, text);
  }
  return text;
}

type Queue = Pick<QueueState, 'order' | 'jobs' | 'totals'>;

/** The visible ids, in the order shown. */
export function visibleOf({ queue: rows, session }: Pick<PageDesk, 'queue' | 'session'>): readonly string[] {
  const { sort } = viewStore.getState();
  const queue = rows.getState();
  const ids = visibleInQueueOrder(queue);
  return sort === null ? ids : createSorter(sort, pricingOf(session.getState()))(ids, queue.jobs);
}

/** The focus goes to the current row, or to the first one that is shown. */
export function goToList(desk: Pick<PageDesk, 'queue' | 'session'>): void {
  const ids = visibleOf(desk);
  const { current } = viewStore.getState();
  const id = current !== null && ids.includes(current) ? current : ids[0];
  if (id !== undefined) scrollToRow(id, true);
}

/** The visible ids in the queue's own order, however they are sorted on the page. */
export function visibleInQueueOrder(queue: Queue): readonly string[] {
  const { filter, foldedBefore, search } = viewStore.getState();
  return visibleIds(queue, { filter, foldedBefore, search, stalled: isStalled(queue) });
}

interface RowFilter extends Pick<ViewState, 'filter' | 'foldedBefore' | 'search'> {
  /** Whether unfinished work counts as waiting. */
  readonly stalled: boolean;
}

/** The ids to show, in the queue's order. Without filter or search, the order itself. */
export function visibleIds(
  { order, jobs }: Pick<QueueState, 'order' | 'jobs'>,
  { filter, foldedBefore, search, stalled }: RowFilter,
): readonly string[] {
  const words = plain(search.trim());
  if (filter === 'all' && words === '') {
    if (foldedBefore === null) return order;
    return order.filter((id) => !isFolded(jobs.get(id), foldedBefore));
  }
  return order.filter((id) => {
    const job = jobs.get(id);
    return job !== undefined && passes(job, filter, stalled) && (words === '' || searchedIn(job).includes(words));
  });
}

/** Whether it had ended before the last Start: what runs is found at once. */
export function isFolded(job: JobView | undefined, foldedBefore: number): boolean {
  return job !== undefined && isOver(job) && job.finishedAt !== null && job.finishedAt < foldedBefore;
}

function passes(job: JobView, filter: FilterName, stalled: boolean): boolean {
  if (filter === 'could-be-better') return couldBeBetter(job);
  if (filter === 'to-hear') return isToHear(job);
  return filter === 'all' || groupOf(job, stalled) === filter;
}

/**
 * Selects the visible ids for as long as filter, search and sort stay the same: the same array until others are visible, or another
 * order, however many jobs change.
 */
export function visibleSelector(
  {
    filter,
    foldedBefore,
    search,
    sort,
  }: Pick<ViewState, 'filter' | 'foldedBefore' | 'search'> & { readonly sort: Sort | null },
  pricing: Pricing,
): (queue: QueueState) => readonly string[] {
  const sorter = sort === null ? null : createSorter(sort, pricing);
  let changes = -1;
  let ids: readonly string[] = [];
  let shown: readonly string[] = [];
  return (queue) => {
    if (queue.changes === changes) return shown;
    changes = queue.changes;
    const now = visibleIds(queue, { filter, foldedBefore, search, stalled: isStalled(queue) });
    if (now.length !== ids.length || now.some((id, index) => id !== ids[index])) ids = now;
    shown = sorter === null ? ids : sorter(ids, queue.jobs);
    return shown;
  };
}
