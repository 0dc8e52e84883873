/** Which rows of a long list are rendered. All rows have the same height, so nothing is ever measured but the list itself. */

import { type RefObject, startTransition, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows rendered beyond each edge of the view, so that scrolling a little shows no gap. */
const EDGE = 6;
/** Milliseconds that the list rests after a leap before edges and buttons are shown: while it races on, nobody would meet them. */
const REST_MS = 80;

interface View {
  /** The first row in view. */
  readonly top: number;
  /** Rows that may be in view together; 0 until the list was measured. */
  readonly rows: number;
  /** Rows beyond each edge. */
  readonly edge: number;
  readonly isPassing: boolean;
}

export interface RowWindow {
  /** The first row in view. */
  readonly top: number;
  /** The row after the last one that is wholly in view. */
  readonly bottom: number;
  /** The first rendered row. */
  readonly first: number;
  /** The row after the last rendered one. */
  readonly end: number;
  /** Whether the list leaps on so fast that nobody can press anything in it. */
  readonly isPassing: boolean;
  /** Scrolls as little as possible to bring a row into view. */
  show(index: number): void;
}

/** @param list the scrolling element */
export function useRowWindow(list: RefObject<HTMLElement | null>, count: number, rowHeight: number): RowWindow {
  const [view, setView] = useState<View>({ top: 0, rows: 0, edge: 0, isPassing: false });
  const height = useRef(0);
  const rendered = useRef(view);
  useLayoutEffect(() => {
    rendered.current = view;
  }, [view]);

  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    let asked = rendered.current;
    let rest: number | undefined;
    const ask = (): void => startTransition(() => setView(asked));

    /** @param put renders the rows that are missing in view */
    function look(scrollTop: number, put: (rows: () => void) => void = flushSync): void {
      const top = Math.floor(Math.max(0, scrollTop) / rowHeight);
      const rows = Math.ceil(height.current / rowHeight) + 1;
      if (top === asked.top && rows === asked.rows) return;
      asked = { top, rows, edge: EDGE, isPassing: false };
      window.clearTimeout(rest);
      const { current } = rendered;
      const missing = Math.abs(top - current.top) > current.edge || rows > current.rows;
      if (!missing) {
        ask();
        return;
      }
      // Rows that are missing in view must be in the next frame, and nothing else: the edges can wait for their turn.
      put(() => setView({ top, rows, edge: 0, isPassing: current.rows > 0 }));
      rest = window.setTimeout(ask, REST_MS);
    }

    // Measured once, so that the first frame has rows; from then on the browser reports it.
    height.current = element.clientHeight;
    tellBarWidth(element);
    look(element.scrollTop, (rows) => rows());

    // Asked in a scroll event, before anything has changed the page, the position costs no layout.
    const onScroll = (): void => look(element.scrollTop);
    const resized = new ResizeObserver(([entry]) => {
      height.current = entry?.contentRect.height ?? 0;
      tellBarWidth(element);
      look(element.scrollTop);
    });
    resized.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.clearTimeout(rest);
      resized.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [list, rowHeight]);

  const show = useCallback(
    (index: number) => {
      const element = list.current;
      if (element === null) return;
      const top = index * rowHeight;
      const below = top + rowHeight - height.current;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (below > element.scrollTop) element.scrollTop = below;
    },
    [list, rowHeight],
  );

  // The list may have become shorter than the place it was scrolled to.
  const top = Math.min(view.top, Math.max(0, count - view.rows));
  return {
    top,
    bottom: Math.min(count, top + Math.max(0, view.rows - 1)),
    first: Math.max(0, top - view.edge),
    end: Math.min(count, top + view.rows + view.edge),
    isPassing: view.isPassing,
    show,
  };
}

/** For the headings, which stand beside the scrolling rows: pixels that the scroll bar takes, none where there is nothing to scroll. */
function tellBarWidth(list: HTMLElement): void {
  list.parentElement?.style.setProperty('--ct-bar', `${list.offsetWidth - list.clientWidth}px`);
}
