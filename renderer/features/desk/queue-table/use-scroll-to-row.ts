/** Scrolls to the row that the view store asks for and, if asked, focuses it. */

import { type RefObject, useEffect } from 'react';
import { useStore } from 'zustand';
import type { GridHandle } from '../../../components/grid/grid.tsx';
import { moveTo, viewStore } from '../../../state/view-store.ts';

/** Frames to wait for the row: the virtual list creates it only after scrolling. */
const FRAMES = 10;

export function useScrollToRow(ids: readonly string[], handle: RefObject<GridHandle | null>): void {
  const scrollTarget = useStore(viewStore, (view) => view.scrollTarget);
  useEffect(() => {
    if (scrollTarget === null) return;
    const index = ids.indexOf(scrollTarget.id);
    if (index < 0) return;
    viewStore.setState({ scrollTarget: null });
    handle.current?.show(index);
    if (!scrollTarget.focus) return;
    moveTo(scrollTarget.id);
    focusSoon(handle, scrollTarget.id, FRAMES);
  }, [scrollTarget, ids, handle]);
}

/** The row of a job, if it is rendered. */
export function rowElement(handle: GridHandle | null, id: string): HTMLElement | null {
  return handle?.list?.querySelector<HTMLElement>(`[data-job="${CSS.escape(id)}"]`) ?? null;
}

function focusSoon(handle: RefObject<GridHandle | null>, id: string, frames: number): void {
  requestAnimationFrame(() => {
    const row = rowElement(handle.current, id);
    if (row) row.focus({ preventScroll: true });
    else if (frames > 0) focusSoon(handle, id, frames - 1);
  });
}
