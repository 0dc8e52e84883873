/** Brings the row that is wanted into sight, and gives it the focus when that is asked for. */

import { type RefObject, useEffect } from 'react';
import { useStore } from 'zustand';
import { moveTo, viewStore } from '../../../state/view-store.ts';

/** How often a row is looked for, a frame each: it exists only after the list has moved. */
const FRAMES = 10;

/** @param show scrolls to a place in `ids` */
export function useWantedRow(
  ids: readonly string[],
  scroll: RefObject<HTMLElement | null>,
  show: (index: number) => void,
): void {
  const wanted = useStore(viewStore, (view) => view.wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: how the list scrolls does not change what is wanted
  useEffect(() => {
    if (wanted === null) return;
    const index = ids.indexOf(wanted.id);
    if (index < 0) return;
    viewStore.setState({ wanted: null });
    show(index);
    if (!wanted.focus) return;
    moveTo(wanted.id);
    focusSoon(scroll, wanted.id, FRAMES);
  }, [wanted, ids]);
}

function focusSoon(scroll: RefObject<HTMLElement | null>, id: string, frames: number): void {
  requestAnimationFrame(() => {
    const row = scroll.current?.querySelector<HTMLElement>(`[data-job="${CSS.escape(id)}"]`);
    if (row) row.focus({ preventScroll: true });
    else if (frames > 0) focusSoon(scroll, id, frames - 1);
  });
}
