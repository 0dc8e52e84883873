/** Keys of History's rows: walking, selecting, opening the detail. */

import type { KeyboardEvent } from 'react';
import type { GridHandle } from '../../../components/grid/grid.tsx';
import { entryAt, type HistoryRows } from './history-rows.ts';
import type { PickedRow, PickMode } from './row-marks.ts';

interface RowKeys {
  readonly handle: GridHandle | null;
  readonly rows: HistoryRows;
  readonly onAll: () => void;
  readonly onPick: (row: PickedRow, how: PickMode) => void;
  /** The key leads to a row that isn't loaded yet. */
  readonly onWait: (index: number, how: PickMode) => void;
}

const PAGE_ROWS = 10;

/** Arrows, Page Up and Down, Home and End walk, and with Shift select; Space selects a row, Enter opens it, Ctrl or Cmd with A selects all. */
export function pressKey(event: KeyboardEvent, { handle, onAll, onPick, onWait, rows }: RowKeys): void {
  const row = event.target instanceof HTMLElement && event.target.closest<HTMLElement>('[data-index]');
  if (!row || handle === null) return;
  const index = Number(row.dataset.index);
  const isRow = event.target === row;
  const id = entryAt(rows, index)?.jobId;
  if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    onAll();
    return;
  }
  if (id !== undefined && isRow && (event.key === 'Enter' || event.key === ' ')) {
    event.preventDefault();
    onPick({ jobId: id, index }, event.key === 'Enter' ? 'open' : 'toggle');
    return;
  }
  const next = placeAfter(event.key, index, rows.count);
  if (next === null || next < 0) return;
  event.preventDefault();
  const to = entryAt(rows, next)?.jobId;
  const how = event.shiftKey ? 'range' : 'move';
  if (to === undefined) onWait(next, how);
  else onPick({ jobId: to, index: next }, how);
  handle.show(next);
  focusRow(handle, next);
}

/** It is rendered once the list has scrolled. */
export function focusRow(handle: GridHandle | null, index: number): void {
  const rendered = () => handle?.list?.querySelector<HTMLElement>(`[data-index="${index}"]`);
  const there = rendered();
  if (there) there.focus();
  else requestAnimationFrame(() => rendered()?.focus());
}

/** Null for keys that don't walk. */
function placeAfter(key: string, index: number, count: number): number | null {
  const last = count - 1;
  switch (key) {
    case 'ArrowUp':
      return Math.max(0, index - 1);
    case 'ArrowDown':
      return Math.min(last, index + 1);
    case 'PageUp':
      return Math.max(0, index - PAGE_ROWS);
    case 'PageDown':
      return Math.min(last, index + PAGE_ROWS);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
