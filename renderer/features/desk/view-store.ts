/** How the queue is looked at: filter, search, selection, and the row that the keyboard is on. */

import { createStore } from 'zustand/vanilla';
import type { JobView } from '../../../shared/contract/views.ts';
import { groupOf } from '../../state/job-group.ts';
import type { FILTER_LABELS } from './strings.ts';

export type FilterName = keyof typeof FILTER_LABELS;

export interface ViewState {
  readonly filter: FilterName;
  readonly search: string;
  readonly selected: ReadonlySet<string>;
  /** Where a range selection began. */
  readonly anchor: string | null;
  readonly current: string | null;
}

export const viewStore = createStore<ViewState>(() => ({
  filter: 'all',
  search: '',
  selected: new Set(),
  anchor: null,
  current: null,
}));

export function toggleSelected(id: string): void {
  const selected = new Set(viewStore.getState().selected);
  if (!selected.delete(id)) selected.add(id);
  viewStore.setState({ selected, anchor: id, current: id });
}

/** Selects everything between the anchor and `id` in the order shown. */
export function selectRange(order: readonly string[], id: string): void {
  const { anchor, current } = viewStore.getState();
  const from = anchor ?? current ?? id;
  viewStore.setState({ selected: rangeOf(order, from, id), anchor: from, current: id });
}

export function rangeOf(order: readonly string[], one: string, other: string): ReadonlySet<string> {
  const first = order.indexOf(one);
  const last = order.indexOf(other);
  if (first < 0 || last < 0) return new Set(last < 0 ? [] : [other]);
  return new Set(order.slice(Math.min(first, last), Math.max(first, last) + 1));
}

export function selectAll(order: readonly string[]): void {
  viewStore.setState({ selected: new Set(order) });
}

export function clearSelection(): void {
  viewStore.setState({ selected: new Set(), anchor: null });
}

/** The row that the keyboard is on, and from which a range begins. */
export function moveTo(id: string): void {
  viewStore.setState({ current: id, anchor: id });
}

/** The row that got the focus: a click with Shift focuses its row too, and must not lose where the range began. */
export function focusOn(id: string): void {
  viewStore.setState({ current: id });
}

/** The ids to show, in order. Without filter or search it is the order itself. */
export function visibleIds(
  order: readonly string[],
  jobs: ReadonlyMap<string, JobView>,
  filter: FilterName,
  search: string,
): readonly string[] {
  const words = search.trim().toLowerCase();
  if (filter === 'all' && words === '') return order;
  return order.filter((id) => {
    const job = jobs.get(id);
    return (
      job !== undefined &&
      (filter === 'all' || groupOf(job) === filter) &&
      `${job.folder}/${job.name}`.toLowerCase().includes(words)
    );
  });
}
