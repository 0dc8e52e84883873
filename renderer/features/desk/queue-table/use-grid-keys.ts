/** Keyboard shortcuts of the queue: navigating, selecting, moving rows, and the next step. And scrolling to a row. */

import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { useStore } from 'zustand';
import type { GridHandle } from '../../../components/grid/grid.tsx';
import { moveTo, openMenu, selectAll, selectRange, toggleSelected, viewStore } from '../../../state/view-store.ts';
import type { Step } from '../actions/move-jobs.ts';
import { ROW_ACTIONS } from '../actions/row-actions.ts';
import { useRowActions } from '../actions/use-row-actions.ts';

/** Frames to wait for the row: the virtual list creates it only after scrolling. */
const FRAMES_UNTIL_ROW = 10;

const PAGE_ROWS = 10;
/** With Alt, keys move the rows instead of the focus. */
const STEPS: Readonly<Record<string, Step>> = { ArrowUp: 'up', ArrowDown: 'down', Home: 'top', End: 'bottom' };

interface GridKeys {
  readonly ids: RefObject<readonly string[]>;
  readonly handle: RefObject<GridHandle | null>;
  onOpen(id: string): void;
}

export function useGridKeys({ ids, handle, onOpen }: GridKeys): (event: KeyboardEvent) => void {
  const actions = useRowActions();

  function step(by: number, extend: boolean): void {
    const order = ids.current;
    const { current } = viewStore.getState();
    const from = current === null ? -1 : order.indexOf(current);
    const index = Math.min(order.length - 1, Math.max(0, from + by));
    const id = order[index];
    if (id === undefined) return;
    if (extend) selectRange(order, id);
    else moveTo(id);
    handle.current?.show(index);
    // The virtual list may create the row only after scrolling.
    requestAnimationFrame(() => rowElement(handle.current, id)?.focus({ preventScroll: true }));
  }

  function targets(): readonly string[] {
    const { selected, current } = viewStore.getState();
    if (selected.size > 0) return [...selected];
    return current === null ? [] : [current];
  }

  return (event) => {
    const { current } = viewStore.getState();
    const mod = event.ctrlKey || event.metaKey;
    if (isTyping(event.target) || isControl(event)) return;
    if (event.altKey) {
      const way = STEPS[event.key];
      if (way === undefined || mod) return;
      actions.step(targets(), way);
      event.preventDefault();
      return;
    }
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    switch (key) {
      case 'ArrowDown':
        step(1, event.shiftKey);
        break;
      case 'ArrowUp':
        step(-1, event.shiftKey);
        break;
      case 'PageDown':
        step(PAGE_ROWS, event.shiftKey);
        break;
      case 'PageUp':
        step(-PAGE_ROWS, event.shiftKey);
        break;
      case 'Home':
        step(-ids.current.length, event.shiftKey);
        break;
      case 'End':
        step(ids.current.length, event.shiftKey);
        break;
      case ' ':
        if (current !== null) toggleSelected(current);
        break;
      case 'Enter':
        if (mod || current === null) return;
        onOpen(current);
        break;
      case 'm':
      case 'ContextMenu':
        if (mod || current === null) return;
        openMenu(current);
        break;
      case 'F10':
        if (!event.shiftKey || current === null) return;
        openMenu(current);
        break;
      default: {
        if (key === 'a' && mod) {
          selectAll(ids.current);
          break;
        }
        const action = ROW_ACTIONS.find(({ keys }) => keys?.presses.includes(key));
        // Letters with Ctrl or Cmd are the browser's.
        if (action === undefined || (mod && key.length === 1)) return;
        actions.run(action.id, targets());
      }
    }
    event.preventDefault();
  };
}

function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type !== 'checkbox';
}

/** Space and Enter belong to a focused button or checkbox. */
function isControl(event: KeyboardEvent): boolean {
  const control = event.target instanceof HTMLButtonElement || event.target instanceof HTMLInputElement;
  return control && (event.key === ' ' || event.key === 'Enter');
}

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
    focusSoon(handle, scrollTarget.id, FRAMES_UNTIL_ROW);
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
