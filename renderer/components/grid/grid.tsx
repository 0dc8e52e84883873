/** A virtual grid or table: a fixed header above rows of one height. Only the visible rows are in the document. */

import {
  type ComponentPropsWithRef,
  Fragment,
  type PointerEventHandler,
  type ReactNode,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import grid from './grid.module.css';
import classes from './grid.module.css';
import { useRowWindow } from './use-row-window.ts';

const TIP_OPENS_AFTER_MS = 350;

const TIP_GAP_PX = 5;

const WIDEST_TIP_PX = 340;

/** Closer to the bottom of the window, it opens above. */
const ROOM_BELOW_PX = 110;

/** Rows before the end at which more are loaded. */
const NEAR_ROWS = 20;

export interface GridHandle {
  /** The scrolling element. */
  readonly list: HTMLElement | null;
  /** Scrolls as little as possible to bring a row into view. */
  show(index: number): void;
}

/** One for each row, in order. A list of strings is one; a longer list may know only those in view. */
export interface RowIds {
  readonly length: number;
  /** Without repeats. @param end the row after the last one */
  slice(first: number, end: number): readonly string[];
}

export interface RowPlace {
  readonly id: string;
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  /** Whether the Tab key stops here. */
  readonly tabStop: boolean;
}

interface GridProps extends Omit<ComponentPropsWithRef<'div'>, 'onPointerDown'> {
  /** A grid is operated row by row with the keyboard; a table is only read. */
  readonly part: 'grid' | 'table';
  readonly ids: RowIds;
  readonly rowHeight: number;
  readonly header: ReactNode;
  /** Should give a memoized component: it is called for all rendered rows whenever one of them comes or goes. */
  readonly row: (place: RowPlace) => ReactNode;
  /** Tab enters the grid here, or at the first row in view if this one is out of view. */
  readonly current?: string | null;
  readonly handle?: RefObject<GridHandle | null>;
  /** Called when the end of the list comes near: time to load more. */
  readonly onNearEnd?: () => void;
  /** Called with the first row in view and the one after the last, whenever others are. */
  readonly onView?: (first: number, end: number) => void;
  /** On the rows, not on the header. */
  readonly onPointerDown?: PointerEventHandler;
  /** Instead of rows if there are none. */
  readonly nothing?: ReactNode;
  /** Among the rows, and scrolled with them. */
  readonly children?: ReactNode;
}

export function Grid({
  ids,
  rowHeight,
  header,
  row,
  current = null,
  handle,
  onNearEnd,
  onView,
  onPointerDown,
  nothing,
  children,
  className = '',
  ...rest
}: GridProps) {
  const list = useRef<HTMLDivElement>(null);
  const { top, bottom, first, end, isPassing, show } = useRowWindow(list, ids.length, rowHeight);
  useImperativeHandle(
    handle,
    () => ({
      get list() {
        return list.current;
      },
      show,
    }),
    [show],
  );
  const nearEnd = end > ids.length - NEAR_ROWS;
  // Whenever there are more rows, it is asked anew whether they suffice.
  useEffect(() => {
    if (nearEnd && ids.length > 0) onNearEnd?.();
  }, [nearEnd, ids.length, onNearEnd]);
  useEffect(() => onView?.(top, bottom), [onView, top, bottom]);
  const shown = ids.slice(first, end);
  const stop = current === null ? -1 : shown.indexOf(current);
  const tabStop = stop < 0 ? top : first + stop;
  return (
    <GridPart className={`${grid.panel} ${className}`} aria-rowcount={ids.length + 1} {...rest}>
      {header}
      <GridPart part="presentation" ref={list} className={grid.scroll} data-passing={isPassing || undefined}>
        {ids.length === 0 && nothing}
        <GridPart
          part="rowgroup"
          className={grid.canvas}
          // A table has nothing to press, so this is where its scrolling keys work.
          {...(rest.part === 'table' ? { tabIndex: 0, 'aria-label': rest['aria-label'] } : {})}
          style={{ height: ids.length * rowHeight }}
          onPointerDown={onPointerDown}
        >
          {shown.map((id, place) => {
            const index = first + place;
            return (
              <Fragment key={id}>{row({ id, index, top: index * rowHeight, tabStop: index === tabStop })}</Fragment>
            );
          })}
          {children}
        </GridPart>
      </GridPart>
      <RowTip list={list} />
    </GridPart>
  );
}

interface GridPartProps extends ComponentPropsWithRef<'div'> {
  readonly part: 'grid' | 'table' | 'rowgroup' | 'row' | 'gridcell' | 'cell' | 'columnheader' | 'presentation';
}

/** Absolutely positioned rows can't be table elements, so they and what is around them carry roles. */
export function GridPart({ part, ...rest }: GridPartProps) {
  return <div role={part} {...rest} />;
}

interface Tip {
  readonly text: string;
  readonly left: number;
  readonly top?: number;
  readonly bottom?: number;
}

/** @param props.list the element around the rows */
function RowTip({ list }: { list: RefObject<HTMLElement | null> }) {
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
      if (target !== null) timer = window.setTimeout(() => open(target), TIP_OPENS_AFTER_MS);
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
    <div role="tooltip" className={classes.tip} style={{ ...place, maxWidth: WIDEST_TIP_PX }}>
      {text}
    </div>,
    document.body,
  );
}

function placeOf({ left, top, bottom }: DOMRect): Omit<Tip, 'text'> {
  const inside = Math.max(TIP_GAP_PX, Math.min(left, window.innerWidth - WIDEST_TIP_PX - TIP_GAP_PX));
  return bottom > window.innerHeight - ROOM_BELOW_PX
    ? { left: inside, bottom: window.innerHeight - top + TIP_GAP_PX }
    : { left: inside, top: bottom + TIP_GAP_PX };
}
