/** The view of the queue: filter, search, sort, selection, current row, and the row whose menu is open. */

import { createStore } from 'zustand/vanilla';
import type { JobGroup } from './job-group.ts';
import type { Sort } from './rows/sorting.ts';

export type FilterName = 'all' | JobGroup | 'to-hear' | 'could-be-better';

/** The row whose menu is open. */
export interface OpenMenu {
  readonly id: string;
  /** Where in the row it was asked for, in pixels from its top left corner; null for its button. */
  readonly at: { readonly x: number; readonly y: number } | null;
}

export interface ViewState {
  readonly filter: FilterName;
  readonly search: string;
  /** What had ended before this moment is folded away among all rows; null shows it. Milliseconds since the epoch. */
  readonly foldedBefore: number | null;
  /** Null is the queue's own order: the manual one. */
  readonly sort: Sort | null;
  readonly selected: ReadonlySet<string>;
  /** Start of a range selection. */
  readonly anchor: string | null;
  readonly current: string | null;
  readonly menu: OpenMenu | null;
  /** Whether the search field takes the focus as soon as it is there. */
  readonly searchWanted: boolean;
  /** A row to scroll to, and perhaps focus, as soon as the list contains it. */
  readonly scrollTarget: { readonly id: string; readonly focus: boolean } | null;
}

export const viewStore = createStore<ViewState>(() => ({
  filter: 'all',
  search: '',
  foldedBefore: null,
  sort: null,
  selected: new Set(),
  anchor: null,
  current: null,
  menu: null,
  searchWanted: false,
  scrollTarget: null,
}));

export function toggleSelected(id: string): void {
  const selected = new Set(viewStore.getState().selected);
  if (!selected.delete(id)) selected.add(id);
  viewStore.setState({ selected, anchor: id, current: id });
}

/** Selects everything between the anchor and `id` in the order shown. */
export function selectRange(order: readonly string[], id: string): void {
  const { anchor, current } = viewStore.getState();
  const began = anchor ?? current ?? id;
  const from = order.includes(began) ? began : id;
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
  viewStore.setState(({ current }) => ({ selected: new Set(), anchor: current }));
}

/** Deselects hidden rows, so that no action applies to rows that nobody sees. */
export function keepSelected(order: readonly string[]): void {
  const { selected } = viewStore.getState();
  if (selected.size === 0) return;
  const shown = new Set(order);
  const still = [...selected].filter((id) => shown.has(id));
  if (still.length < selected.size) viewStore.setState({ selected: new Set(still) });
}

export function openMenu(id: string, at: OpenMenu['at'] = null): void {
  viewStore.setState({ menu: { id, at }, current: id });
}

/** Closes the menu of this row, if it is open. */
export function closeMenu(id: string): void {
  viewStore.setState(({ menu }) => ({ menu: menu?.id === id ? null : menu }));
}

/** Scrolls to a row as soon as the list contains it. */
export function scrollToRow(id: string, focus: boolean): void {
  viewStore.setState({ scrollTarget: { id, focus } });
}

/** Moves the focus to the search field. */
export function wantSearch(): void {
  viewStore.setState({ searchWanted: true });
}

/** Makes a row the current one and the start of a range. */
export function moveTo(id: string): void {
  viewStore.setState({ current: id, anchor: id });
}

/** Called on focus. A Shift-click focuses its row too and must keep the start of the range. */
export function focusOn(id: string): void {
  viewStore.setState(({ anchor }) => ({ current: id, anchor: anchor ?? id }));
}

/** The row to focus after a removal: the next remaining one, else the previous one; null if none remains. */
export function rowAfterRemoval(order: readonly string[], leaving: ReadonlySet<string>): string | null {
  const first = order.findIndex((id) => leaving.has(id));
  const after = order.slice(Math.max(0, first)).find((id) => !leaving.has(id));
  return after ?? order.slice(0, Math.max(0, first)).findLast((id) => !leaving.has(id)) ?? null;
}

/** Returns the focus to the current row after a dialog closes. */
export function backToRow(): void {
  const { current } = viewStore.getState();
  if (current !== null) scrollToRow(current, true);
}
