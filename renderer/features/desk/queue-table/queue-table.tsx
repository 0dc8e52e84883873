/** The queue: a grid of recordings below the bar that filters them. */

import {
  type CSSProperties,
  memo,
  type PointerEvent,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { useStore } from 'zustand';
import grid from '../../../components/grid/grid.module.css';
import { Grid, type GridHandle, type RowPlace } from '../../../components/grid/grid.tsx';
import { hasResult } from '../../../components/jobs/results.ts';
import { QuietText } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { useShortcuts } from '../../../components/shortcuts/use-shortcuts.ts';
import { shownName } from '../../../components/text/format.ts';
import { useDesk, useQueue, useSession } from '../../../state/desk-context.ts';
import { dragStore } from '../../../state/page-stores.ts';
import { clearAdded } from '../../../state/queue-store.ts';
import { destinationAt } from '../../../state/reorder.ts';
import type { Pricing } from '../../../state/rows/job-cost.ts';
import { holdsCopies, pricingOf } from '../../../state/session-store.ts';
import { clearSelection, keepSelected, selectAll, selectRange, viewStore } from '../../../state/view-store.ts';
import { goToList, visibleSelector } from '../../../state/visible-rows.ts';
import { dropJobs, refuseIfSorted } from '../actions/move-jobs.ts';
import { nextStep, type RowActionId } from '../actions/row-actions.ts';
import { useRowActions } from '../actions/use-row-actions.ts';
import { ListBar } from '../list-bar/list-bar.tsx';
import { QUEUE_ORDER, QUEUE_TABLE } from '../strings.ts';
import { QueueBulkBar } from './bulk-bar.tsx';
import { Header } from './columns/header.tsx';
import { followDrag } from './follow-drag.ts';
import classes from './queue.module.css';
import { QueueMenu } from './queue-menu.tsx';
import { QueueRow } from './queue-row.tsx';
import { useGridKeys, useScrollToRow } from './use-grid-keys.ts';

const CONTROLS = 'button, a, input, label, [role="menu"]';

/** Pixels. */
const ROW_HEIGHTS = { compact: 36, comfortable: 52 } as const;

const NO_PRICING: Pricing = { preset: null, connections: [], reused: new Map() };

export function QueueTable() {
  // Letters, pressed filters and headings appear at once; the rows follow.
  const filter = useDeferredValue(useStore(viewStore, (view) => view.filter));
  const search = useDeferredValue(useStore(viewStore, (view) => view.search));
  const foldedBefore = useStore(viewStore, (view) => view.foldedBefore);
  const sort = useDeferredValue(useStore(viewStore, (view) => view.sort));
  // Prices change the order only where rows are sorted by them.
  const pricing = useSession((state) => (sort?.column === 'cost' ? pricingOf(state) : NO_PRICING));
  const ids = useQueue(
    useMemo(
      () => visibleSelector({ filter, foldedBefore, search, sort }, pricing),
      [filter, foldedBefore, search, sort, pricing],
    ),
  );
  return (
    <section className={`${grid.panel} ${classes.table}`} aria-label={QUEUE_TABLE.label}>
      <ListBar />
      <QueueBulkBar ids={ids} />
      <QueueGrid ids={ids} />
      <DragPreview />
    </section>
  );
}

const QueueGrid = memo(function QueueGrid({ ids }: { ids: readonly string[] }) {
  const handle = useRef<GridHandle>(null);
  const desk = useDesk();
  const { queue, session } = desk;
  const actions = useRowActions();
  const current = useStore(viewStore, (view) => view.current);
  const latest = useRef(ids);
  latest.current = ids;

  useEffect(() => keepSelected(ids), [ids]);
  useClearByEscape();
  // From anywhere on the desk; within the rows, their own keys come first.
  useShortcuts([
    ['mod+A', () => selectAll(latest.current)],
    ['G', () => goToList(desk)],
  ]);
  useScrollToRow(ids, handle);

  const onRange = useCallback((id: string) => selectRange(latest.current, id), []);
  const onRun = useCallback((action: RowActionId, id: string) => actions.run(action, [id]), [actions]);
  const onOpen = useCallback(
    (id: string) => {
      const job = queue.getState().jobs.get(id);
      if (job === undefined) return;
      // What can be heard is opened; else what comes next is done.
      const step = hasResult(job) ? 'compare' : nextStep(job, holdsCopies(session.getState()))?.id;
      if (step !== undefined) actions.run(step, [id]);
    },
    [queue, session, actions],
  );
  const copies = useSession(holdsCopies);
  const density = useSession((state) => state.preferences.density);
  const rowHeight = ROW_HEIGHTS[density];
  const manual = useStore(viewStore, (view) => view.sort === null);
  const row = useCallback(
    (place: RowPlace) => <QueueRow {...place} copies={copies} onRange={onRange} onOpen={onOpen} onRun={onRun} />,
    [copies, onRange, onOpen, onRun],
  );
  const onPointerDown = useRowDrag(latest, handle, rowHeight);
  const onView = useCallback(
    (first: number, end: number) => {
      const [added] = queue.getState().added;
      if (added !== undefined && latest.current.slice(first, end).includes(added)) clearAdded(queue);
    },
    [queue],
  );
  const onKeyDown = useGridKeys({ ids: latest, handle, onOpen });

  return (
    <Grid
      part="grid"
      aria-label={QUEUE_TABLE.label}
      aria-multiselectable
      data-density={density}
      data-manual={manual || undefined}
      style={{ '--row-height': `${rowHeight}px` } as CSSProperties}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+Home Alt+End"
      ids={ids}
      rowHeight={rowHeight}
      header={<Header ids={ids} />}
      row={row}
      current={current}
      handle={handle}
      nothing={
        <QuietText p={48} ta="center">
          {QUEUE_TABLE.none}
        </QuietText>
      }
      onView={onView}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    >
      <DropLine rowHeight={rowHeight} />
      <QueueMenu ids={ids} rowHeight={rowHeight} handle={handle} />
    </Grid>
  );
});

/** Escape clears the selection, unless a dialog, a menu or an input handles it. */
function useClearByEscape(): void {
  useEffect(() => {
    // Capture phase: a dialog or menu is already closed when the event bubbles up to the window.
    let belongsToOther = false;
    function look(): void {
      belongsToOther = document.querySelector('[role="dialog"], [role="menu"]') !== null;
    }
    function press(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.defaultPrevented || belongsToOther) return;
      if (viewStore.getState().selected.size > 0) clearSelection();
    }
    window.addEventListener('keydown', look, true);
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', look, true);
      window.removeEventListener('keydown', press);
    };
  }, []);
}

/** @returns the handler for the element around the rows */
function useRowDrag(
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
        if (refuseIfSorted()) return null;
        const { selected } = viewStore.getState();
        return selected.has(id) ? selected : new Set([id]);
      },
      destination: (index, moving) => destinationAt(ids.current, index, moving, desk.queue.getState()),
      onDrop: (moving, index) => dropJobs(desk, moving, index).catch(showRefusal),
    });
  };
}

function DropLine({ rowHeight }: { rowHeight: number }) {
  const index = useStore(dragStore, ({ drag }) => (drag === null || drag.to === null ? null : drag.index));
  if (index === null) return null;
  return (
    <div className={classes.dropLine} style={{ transform: `translateY(${index * rowHeight}px)` }} aria-hidden="true" />
  );
}

function DragPreview() {
  const { queue } = useDesk();
  const drag = useStore(dragStore, (state) => state.drag);
  if (drag === null) return null;
  const { jobs } = queue.getState();
  const [first] = drag.moving;
  const job = jobs.get(first ?? '');
  const changes = drag.to !== null && [...drag.moving].some((id) => jobs.get(id)?.priority !== drag.to?.priority);
  return (
    <div
      className={classes.dragged}
      style={{ transform: `translate(${drag.x + 14}px, ${drag.y + 10}px)` }}
      aria-hidden="true"
    >
      <b>{drag.moving.size === 1 ? shownName(job?.name ?? '') : QUEUE_ORDER.several(drag.moving.size)}</b>
      {changes && drag.to !== null && <span>{QUEUE_ORDER.newPriority(drag.to.priority)}</span>}
    </div>
  );
}
