/** Scrolls to the row that the view store asks for and, if asked, focuses it. */

import { type RefObject, useEffect } from 'react';
import { useStore } from 'zustand';
import { moveTo, viewStore } from '../../../state/view-store.ts';

/** Frames to wait for the row: the virtual list creates it only after scrolling. */
const FRAMES = 10;

/** @param show scrolls to an index of `ids` */
export function useScrollToRow(
  ids: readonly string[],
  scroll: RefObject<HTMLElement | null>,
  show: (index: number) => void,
): void {
  const scrollTarget = useStore(viewStore, (view) => view.scrollTarget);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` does not change which row is asked for
  useEffect(() => {
    if (scrollTarget === null) return;
    const index = ids.indexOf(scrollTarget.id);
    if (index < 0) return;
    viewStore.setState({ scrollTarget: null });
    show(index);
    if (!scrollTarget.focus) return;
    moveTo(scrollTarget.id);
    focusSoon(scroll, scrollTarget.id, FRAMES);
  }, [scrollTarget, ids]);
}

function focusSoon(scroll: RefObject<HTMLElement | null>, id: string, frames: number): void {
  requestAnimationFrame(() => {
    const row = scroll.current?.querySelector<HTMLElement>(`[data-job="${CSS.escape(id)}"]`);
    if (row) row.focus({ preventScroll: true });
    else if (frames > 0) focusSoon(scroll, id, frames - 1);
  });
}
