/** Drags rows to another position: the pressed row, or the whole selection if it includes the row. */

import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { GridHandle } from '../../../components/grid/grid.tsx';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { destinationAt } from '../../../state/destination.ts';
import { viewStore } from '../../../state/view-store.ts';
import { dropJobs, tellIfSorted } from '../actions/move-jobs.ts';
import { followDrag } from './follow-drag.ts';

const CONTROLS = 'button, a, input, label, [role="menu"]';

/** @returns the handler for the element around the rows */
export function useRowDrag(
  ids: RefObject<readonly string[]>,
  handle: RefObject<GridHandle | null>,
  rowHeight: number,
): (event: PointerEvent) => void {
  const desk = useDesk();
  const end = useRef<() => void>(() => undefined);
  useEffect(() => () => end.current(), []);

  return (event) => {
    const { target } = event;
    // Touch scrolls the list; a click with a modifier key selects.
    if (event.button !== 0 || event.pointerType === 'touch' || event.shiftKey || event.ctrlKey || event.metaKey) return;
    const list = handle.current?.list ?? null;
    if (!(target instanceof Element) || list === null || target.closest(CONTROLS) !== null) return;
    const id = target.closest('[data-job]')?.getAttribute('data-job');
    if (id === null || id === undefined) return;
    end.current = followDrag(event, {
      list,
      rowHeight,
      count: () => ids.current.length,
      moving: () => {
        if (tellIfSorted()) return null;
        const { selected } = viewStore.getState();
        return selected.has(id) ? selected : new Set([id]);
      },
      destination: (index, moving) => destinationAt(ids.current, index, moving, desk.queue.getState()),
      onDrop: (moving, index) => dropJobs(desk, moving, index).catch(showRefusal),
    });
  };
}
