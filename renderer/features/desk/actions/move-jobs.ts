/** Moves recordings and changes priorities: on the page at once, then on the desk. */

import { notifications } from '@mantine/notifications';
import type { Priority } from '../../../../shared/domain/queue-order.ts';
import { shownName } from '../../../components/text/format.ts';
import type { PageDesk } from '../../../state/desk.ts';
import { announce } from '../../../state/page-stores.ts';
import { type Destination, destinationAt, placeJobs, showPrioritized } from '../../../state/reorder.ts';
import { scrollToRow, viewStore } from '../../../state/view-store.ts';
import { visibleInQueueOrder } from '../../../state/visible-rows.ts';
import { QUEUE_COLUMNS, QUEUE_ORDER, SORT } from '../strings.ts';

/** Says that sorted rows can't be moved. @returns whether they are sorted */
export function refuseIfSorted(): boolean {
  const { sort } = viewStore.getState();
  if (sort === null) return false;
  notifications.show({ id: 'sorted', role: 'status', message: SORT.inTheWay(QUEUE_COLUMNS[sort.column]) });
  return true;
}

/** One step, or all the way, among the visible rows. */
export type Step = 'up' | 'down' | 'top' | 'bottom';

/** Moves the visible ones of `jobIds`. The focused row keeps the focus. */
export async function stepJobs(desk: PageDesk, jobIds: readonly string[], step: Step): Promise<void> {
  if ((step === 'up' || step === 'down') && refuseIfSorted()) return;
  const moving = new Set(jobIds);
  const shown = visibleInQueueOrder(desk.queue.getState());
  const first = shown.findIndex((id) => moving.has(id));
  const last = shown.findLastIndex((id) => moving.has(id));
  if (first < 0) return;
  const index = { up: Math.max(0, first - 1), down: Math.min(shown.length, last + 2), top: 0, bottom: shown.length }[
    step
  ];
  await dropJobs(desk, moving, index);
}

/** @param index the visible row above which they are dropped */
export async function dropJobs(desk: PageDesk, moving: ReadonlySet<string>, index: number): Promise<void> {
  const to = destinationAt(visibleInQueueOrder(desk.queue.getState()), index, moving, desk.queue.getState());
  if (to === null) return;
  const { order, jobs } = desk.queue.getState();
  const jobIds = order.filter((id) => moving.has(id));
  const changing = jobIds.filter((id) => jobs.get(id)?.priority !== to.priority);
  const change = placeJobs(desk.queue, moving, to);
  announcePlace(desk, jobIds, to, changing.length > 0);
  const { current } = viewStore.getState();
  scrollToRow(current !== null && moving.has(current) ? current : (jobIds[0] ?? ''), true);
  try {
    if (changing.length > 0) await desk.client.queue.prioritize({ jobIds: changing, priority: to.priority });
    await desk.client.queue.move({ jobIds, before: to.before });
    change.done();
  } catch (thrown) {
    change.undo();
    throw thrown;
  }
}

export async function prioritize(desk: PageDesk, jobIds: readonly string[], priority: Priority): Promise<void> {
  const { jobs } = desk.queue.getState();
  const changing = jobIds.filter((id) => jobs.has(id) && jobs.get(id)?.priority !== priority);
  if (changing.length === 0) return;
  const change = showPrioritized(desk.queue, changing, priority);
  announce(QUEUE_ORDER.prioritized(nameOf(desk, changing), priority));
  const { current } = viewStore.getState();
  if (current !== null && changing.includes(current)) scrollToRow(current, true);
  try {
    await desk.client.queue.prioritize({ jobIds: changing, priority });
    change.done();
  } catch (thrown) {
    change.undo();
    throw thrown;
  }
}

function announcePlace(desk: PageDesk, jobIds: readonly string[], to: Destination, changed: boolean): void {
  const shown = visibleInQueueOrder(desk.queue.getState());
  const place = shown.indexOf(jobIds[0] ?? '') + 1;
  announce(QUEUE_ORDER.moved(nameOf(desk, jobIds), place, shown.length, changed ? to.priority : null));
}

function nameOf(desk: PageDesk, jobIds: readonly string[]): string {
  const [only] = jobIds;
  const name = desk.queue.getState().jobs.get(only ?? '')?.name ?? '';
  return jobIds.length === 1 ? shownName(name) : QUEUE_ORDER.several(jobIds.length);
}
