/** Keys of History's rows: walking, selecting, opening the detail. */

import type { KeyboardEvent } from 'react';
import type { GridHandle } from '../../../components/grid/grid.tsx';
import type { Pick } from './row-marks.ts';

interface RowKeys {
  readonly handle: GridHandle | null;
  readonly ids: readonly string[];
  readonly onAll: () => void;
  readonly onPick: (jobId: string, how: Pick) => void;
}

const PAGE_ROWS = 10;

/** Arrows, Page Up and Down, Home and End walk, and with Shift select; Space selects a row, Enter opens it, Ctrl or Cmd with A selects all. */
export function pressKey(event: KeyboardEvent, { handle, ids, onAll, onPick }: RowKeys): void {
  const row = event.target instanceof HTMLElement && event.target.closest<HTMLElement>('[data-index]');
  if (!row || handle === null) return;
  const index = Number(row.dataset.index);
  const isRow = event.target === row;
  const id = ids[index];
  if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    onAll();
    return;
  }
  if (id !== undefined && isRow && (event.key === 'Enter' || event.key === ' ')) {
    event.preventDefault();
    onPick(id, event.key === 'Enter' ? 'open' : 'toggle');
    return;
  }
  const next = placeAfter(event.key, index, ids.length);
  const to = next === null ? undefined : ids[next];
  if (next === null || to === undefined) return;
  event.preventDefault();
  onPick(to, event.shiftKey ? 'range' : 'move');
  handle.show(next);
  const rendered = () => handle.list?.querySelector<HTMLElement>(`[data-index="${next}"]`);
  const there = rendered();
  if (there) there.focus();
  // It is rendered once the list has scrolled.
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
