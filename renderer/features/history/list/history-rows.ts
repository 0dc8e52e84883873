/** The rows of a long list, of which only pages around the view are kept. Pure. */

import type { HistoryEntry, HistorySums } from '../../../../shared/contract/history.ts';
import type { RowIds } from '../../../components/grid/grid.tsx';

/** Rows of a page. */
export const PAGE = 100;
/** Pages that are kept: those nearest to the view. */
const MOST_PAGES = 24;
/** Rows beyond the view that are loaded, too: a wheel meets no gap. */
const AHEAD = 60;
/** Chromium lays out nothing beyond 33,554,400 pixels. */
const MOST_ROWS = 600_000;

export interface HistoryRows {
  /** All of them, whether they are loaded or not. */
  readonly count: number;
  /** Whether there are more than `count`: it grows when its end is loaded. */
  readonly isOpen: boolean;
  /** Entries by the number of their page. */
  readonly pages: ReadonlyMap<number, readonly HistoryEntry[]>;
}

/** Rows in view: the first one and the one after the last. */
export interface RowView {
  readonly first: number;
  readonly end: number;
}

/**
 * The rows of a new answer.
 * @param offset of the first entry, at the beginning of a page
 * @param total recordings in the history
 */
export function rowsOf(
  entries: readonly HistoryEntry[],
  offset: number,
  { count, isMore }: Pick<HistorySums, 'count' | 'isMore'>,
  { isWhole, total }: { readonly isWhole: boolean; readonly total: number },
): HistoryRows {
  const known = isWhole ? total : count;
  const rows = { count: Math.min(known, MOST_ROWS), isOpen: isMore && !isWhole, pages: new Map() };
  return withPages(rows, offset, entries, { first: offset, end: offset + 1 });
}

/** With entries that were loaded. Pages far from the view are forgotten. */
export function withPages(
  rows: HistoryRows,
  offset: number,
  entries: readonly HistoryEntry[],
  view: RowView,
): HistoryRows {
  const pages = new Map(rows.pages);
  for (let start = 0; start < entries.length; start += PAGE)
    pages.set(Math.floor((offset + start) / PAGE), entries.slice(start, start + PAGE));
  const middle = (view.first + view.end) / 2 / PAGE - 0.5;
  const far = [...pages.keys()].sort((one, other) => Math.abs(other - middle) - Math.abs(one - middle));
  for (const page of far.slice(0, Math.max(0, far.length - MOST_PAGES))) pages.delete(page);
  return { ...rows, ...extentAfter(rows, offset, entries.length), pages };
}

function extentAfter({ count, isOpen }: HistoryRows, offset: number, loaded: number) {
  const end = offset + loaded;
  if (loaded % PAGE !== 0 || loaded === 0) return end < count || isOpen ? { count: end, isOpen: false } : {};
  return isOpen && end >= count ? { count: Math.min(MOST_ROWS, Math.max(count, end) + MORE) } : {};
}

/** Rows by which an open list grows. */
const MORE = 10_000;

/** The row that a page to be loaded begins with: in view, then beyond it. Null when nothing is missing. */
export function offsetToLoad({ count, pages }: HistoryRows, { first, end }: RowView): number | null {
  const missing = (from: number, to: number): number | null => {
    const last = Math.floor((Math.min(to, count) - 1) / PAGE);
    for (let page = Math.floor(Math.max(0, from) / PAGE); page <= last; page++)
      if (!pages.has(page)) return page * PAGE;
    return null;
  };
  return missing(first, end) ?? missing(end, end + AHEAD) ?? missing(first - AHEAD, first);
}

export function entryAt({ pages }: HistoryRows, index: number): HistoryEntry | undefined {
  return pages.get(Math.floor(index / PAGE))?.[index % PAGE];
}

/** -1 for one that isn't loaded. */
export function indexOfJob({ pages }: HistoryRows, jobId: string): number {
  for (const [page, entries] of pages) {
    const index = entries.findIndex((entry) => entry.jobId === jobId);
    if (index >= 0) return page * PAGE + index;
  }
  return -1;
}

export function loadedEntries({ pages }: HistoryRows): readonly HistoryEntry[] {
  return [...pages.values()].flat();
}

/** For the grid: an id for each row, made up for those that aren't loaded. */
export function rowIds(rows: HistoryRows): RowIds {
  return {
    length: rows.count,
    slice: (first, end) => {
      const ids = new Set<string>();
      for (let index = first; index < end; index++) {
        const id = entryAt(rows, index)?.jobId;
        // A recording that moved while the pages were loaded may be in two of them.
        ids.add(id === undefined || ids.has(id) ? `row ${index}` : id);
      }
      return [...ids];
    },
  };
}
