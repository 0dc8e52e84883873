/** The tooltip of a grid: one for all rows, for whatever carries `data-tip`. Rows pay nothing for it. */

import { type RefObject, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './row-tip.module.css';

const OPENS_AFTER_MS = 350;
const GAP_PX = 5;
const WIDEST_PX = 340;
/** Closer to the bottom of the window, it opens above. */
const ROOM_BELOW_PX = 110;

interface Tip {
  readonly text: string;
  readonly left: number;
  readonly top?: number;
  readonly bottom?: number;
}

/** @param props.list the element around the rows */
export function RowTip({ list }: { list: RefObject<HTMLElement | null> }) {
  const [tip, setTip] = useState<Tip | null>(null);

  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const gone = new AbortController();
    const { signal } = gone;
    let over: Element | null = null;
    let timer: number | undefined;

    function follow(target: Element | null): void {
      if (target === over) return;
      over = target;
      window.clearTimeout(timer);
      setTip(null);
      if (target !== null) timer = window.setTimeout(() => open(target), OPENS_AFTER_MS);
    }

    function open(target: Element): void {
      const text = target.getAttribute('data-tip');
      if (text !== null && target.isConnected) setTip({ text, ...placeOf(target.getBoundingClientRect()) });
    }

    const leave = (): void => follow(null);
    element.addEventListener(
      'pointerover',
      ({ target, pointerType }) => {
        if (pointerType !== 'touch') follow(target instanceof Element ? target.closest('[data-tip]') : null);
      },
      { signal },
    );
    element.addEventListener('pointerleave', leave, { signal });
    element.addEventListener('pointerdown', leave, { signal });
    element.addEventListener('scroll', leave, { signal, passive: true });
    return () => {
      gone.abort();
      window.clearTimeout(timer);
    };
  }, [list]);

  if (tip === null) return null;
  const { text, ...place } = tip;
  return createPortal(
    <div role="tooltip" className={classes.tip} style={{ ...place, maxWidth: WIDEST_PX }}>
      {text}
    </div>,
    document.body,
  );
}

function placeOf({ left, top, bottom }: DOMRect): Omit<Tip, 'text'> {
  const inside = Math.max(GAP_PX, Math.min(left, window.innerWidth - WIDEST_PX - GAP_PX));
  return bottom > window.innerHeight - ROOM_BELOW_PX
    ? { left: inside, bottom: window.innerHeight - top + GAP_PX }
    : { left: inside, top: bottom + GAP_PX };
}
