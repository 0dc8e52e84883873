/** The queue as a virtual grid: only visible rows exist. */

import { Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import grid from '../../../components/grid/grid.module.css';
import { GridPart } from '../../../components/grid/grid-part.tsx';
import { useDesk, useQueue } from '../../../state/desk-context.ts';
import { isStalled } from '../../../state/job-group.ts';
import { holdsCopies } from '../../../state/session-store.ts';
import {
  clearSelection,
  keepSelected,
  selectAll,
  selectRange,
  viewStore,
  visibleIds,
} from '../../../state/view-store.ts';
import { nextStep } from '../actions/job-actions.ts';
import { useJobActions } from '../actions/use-job-actions.ts';
import { DragPreview, DropLine } from '../drag/drag-marks.tsx';
import { useRowDrag } from '../drag/use-row-drag.ts';
import { ListBar } from '../list-bar/list-bar.tsx';
import { TABLE } from '../strings.ts';
import classes from './queue.module.css';
import { QueueRow } from './queue-row.tsx';
import { useGridKeys } from './use-grid-keys.ts';
import { useScrollToRow } from './use-scroll-to-row.ts';

const ROW_HEIGHT = 52;
const OVERSCAN = 6;

export function QueueTable() {
  const ids = useVisibleIds();
  const scroll = useRef<HTMLDivElement>(null);
  const { queue, session } = useDesk();
  const actions = useJobActions();
  const latest = useRef(ids);
  latest.current = ids;

  // Keep the callback stable: a new one makes the virtualizer measure every row again.
  const getItemKey = useCallback((index: number) => ids[index] ?? index, [ids]);
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    getItemKey,
  });

  useEffect(() => keepSelected(ids), [ids]);
  useClearByEscape();
  useScrollToRow(ids, scroll, (index) => virtualizer.scrollToIndex(index));

  const items = virtualizer.getVirtualItems();
  const current = useStore(viewStore, (view) => view.current);
  // Tab enters the grid at the current row, or at the first visible row if that one is out of view.
  const tabStop = (items.find((item) => ids[item.index] === current) ?? items[0])?.index;

  const onRange = useCallback((id: string) => selectRange(latest.current, id), []);
  const onOpen = useCallback(
    (id: string) => {
      const job = queue.getState().jobs.get(id);
      const step = job === undefined ? null : nextStep(job, holdsCopies(session.getState()));
      if (step !== null) actions.run(step, [id]);
    },
    [queue, session, actions],
  );
  const onPointerDown = useRowDrag(latest, scroll, ROW_HEIGHT);
  const onKeyDown = useGridKeys({ ids: latest, scroll, show: (index) => virtualizer.scrollToIndex(index), onOpen });

  return (
    <section className={`${grid.panel} ${grid.framed}`} aria-label={TABLE.label}>
      <ListBar ids={ids} />
      <GridPart
        part="grid"
        className={grid.panel}
        aria-label={TABLE.label}
        aria-multiselectable
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+Home Alt+End"
        aria-rowcount={ids.length + 1}
        onKeyDown={onKeyDown}
      >
        <Header ids={ids} />
        <div ref={scroll} className={grid.scroll}>
          {ids.length === 0 && <p className={classes.nothing}>{TABLE.none}</p>}
          <GridPart
            part="rowgroup"
            className={grid.canvas}
            style={{ height: virtualizer.getTotalSize() }}
            onPointerDown={onPointerDown}
          >
            {items.map((item) => (
              <QueueRow
                key={item.key}
                id={ids[item.index] ?? ''}
                index={item.index}
                top={item.start}
                tabStop={item.index === tabStop}
                onRange={onRange}
                onOpen={onOpen}
              />
            ))}
            <DropLine rowHeight={ROW_HEIGHT} />
          </GridPart>
        </div>
      </GridPart>
      <DragPreview />
    </section>
  );
}

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

function useVisibleIds(): readonly string[] {
  const { queue } = useDesk();
  const order = useQueue((state) => state.order);
  const filter = useStore(viewStore, (view) => view.filter);
  const search = useStore(viewStore, (view) => view.search);
  const stalled = useQueue(isStalled);
  const narrowed = filter !== 'all' || search !== '';
  // Changed jobs matter only for a filtered list, so ignore the counter otherwise.
  const changes = useQueue((state) => (narrowed ? state.changes : 0));
  // biome-ignore lint/correctness/useExhaustiveDependencies: jobs are mutated in place; the counter stands for them
  return useMemo(
    () => visibleIds(order, queue.getState().jobs, filter, search, stalled),
    [order, queue, filter, search, stalled, changes],
  );
}

function Header({ ids }: { ids: readonly string[] }) {
  const selected = useStore(viewStore, (view) => view.selected.size);
  const all = ids.length > 0 && selected >= ids.length;
  return (
    <GridPart part="row" aria-rowindex={1} className={`${classes.columns} ${grid.head} ${classes.header}`}>
      <GridPart part="columnheader" className={classes.check}>
        <Checkbox
          aria-label={TABLE.selectAll}
          disabled={ids.length === 0}
          checked={all}
          indeterminate={selected > 0 && !all}
          onChange={() => (all ? clearSelection() : selectAll(ids))}
        />
      </GridPart>
      <GridPart part="columnheader" className={classes.cell} style={{ paddingLeft: 6 }}>
        {TABLE.recording}
      </GridPart>
      <GridPart part="columnheader" className={`${classes.cell} ${classes.extra} ${grid.number}`}>
        {TABLE.length}
      </GridPart>
      <GridPart part="columnheader" className={classes.cell}>
        {TABLE.status}
      </GridPart>
      <GridPart part="columnheader" className={`${classes.cell} ${classes.extra} ${grid.number}`}>
        {TABLE.left}
      </GridPart>
      <GridPart part="columnheader" className={`${classes.cell} ${grid.number}`}>
        {TABLE.cost}
      </GridPart>
      <GridPart part="columnheader" className={classes.end}>
        <span className="visually-hidden">{TABLE.actions}</span>
      </GridPart>
    </GridPart>
  );
}
