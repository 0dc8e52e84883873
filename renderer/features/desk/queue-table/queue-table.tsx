/** The queue: a grid of recordings below the bar that filters them. */

import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import grid from '../../../components/grid/grid.module.css';
import { Grid, type GridHandle, type RowPlace } from '../../../components/grid/grid.tsx';
import { GridPart } from '../../../components/grid/grid-part.tsx';
import { RowCheckbox } from '../../../components/grid/row-controls.tsx';
import { useDesk, useQueue, useSession } from '../../../state/desk-context.ts';
import { holdsCopies } from '../../../state/session-store.ts';
import {
  clearSelection,
  keepSelected,
  selectAll,
  selectRange,
  viewStore,
  visibleSelector,
} from '../../../state/view-store.ts';
import { type JobAction, nextStep } from '../actions/job-actions.ts';
import { useJobActions } from '../actions/use-job-actions.ts';
import { DragPreview, DropLine } from '../drag/drag-marks.tsx';
import { useRowDrag } from '../drag/use-row-drag.ts';
import { ListBar } from '../list-bar/list-bar.tsx';
import { TABLE } from '../strings.ts';
import classes from './queue.module.css';
import { QueueMenu } from './queue-menu.tsx';
import { QueueRow } from './queue-row.tsx';
import { useGridKeys } from './use-grid-keys.ts';
import { useScrollToRow } from './use-scroll-to-row.ts';

const ROW_HEIGHT = 52;

export function QueueTable() {
  // Letters and pressed filters appear at once; the rows follow.
  const filter = useDeferredValue(useStore(viewStore, (view) => view.filter));
  const search = useDeferredValue(useStore(viewStore, (view) => view.search));
  const ids = useQueue(useMemo(() => visibleSelector(filter, search), [filter, search]));
  return (
    <section className={`${grid.panel} ${grid.framed}`} aria-label={TABLE.label}>
      <ListBar />
      <QueueGrid ids={ids} />
      <DragPreview />
    </section>
  );
}

const QueueGrid = memo(function QueueGrid({ ids }: { ids: readonly string[] }) {
  const handle = useRef<GridHandle>(null);
  const { queue, session } = useDesk();
  const actions = useJobActions();
  const current = useStore(viewStore, (view) => view.current);
  const latest = useRef(ids);
  latest.current = ids;

  useEffect(() => keepSelected(ids), [ids]);
  useClearByEscape();
  useScrollToRow(ids, handle);

  const onRange = useCallback((id: string) => selectRange(latest.current, id), []);
  const onRun = useCallback((action: JobAction, id: string) => actions.run(action, [id]), [actions]);
  const onOpen = useCallback(
    (id: string) => {
      const job = queue.getState().jobs.get(id);
      const step = job === undefined ? null : nextStep(job, holdsCopies(session.getState()));
      if (step !== null) actions.run(step, [id]);
    },
    [queue, session, actions],
  );
  const copies = useSession(holdsCopies);
  const row = useCallback(
    (place: RowPlace) => <QueueRow {...place} copies={copies} onRange={onRange} onOpen={onOpen} onRun={onRun} />,
    [copies, onRange, onOpen, onRun],
  );
  const onPointerDown = useRowDrag(latest, handle, ROW_HEIGHT);
  const onKeyDown = useGridKeys({ ids: latest, handle, onOpen });

  return (
    <Grid
      part="grid"
      aria-label={TABLE.label}
      aria-multiselectable
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+Home Alt+End"
      ids={ids}
      rowHeight={ROW_HEIGHT}
      header={<Header ids={ids} />}
      row={row}
      current={current}
      handle={handle}
      nothing={<p className={classes.nothing}>{TABLE.none}</p>}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    >
      <DropLine rowHeight={ROW_HEIGHT} />
      <QueueMenu ids={ids} rowHeight={ROW_HEIGHT} handle={handle} />
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

function Header({ ids }: { ids: readonly string[] }) {
  const selected = useStore(viewStore, (view) => view.selected.size);
  const all = ids.length > 0 && selected >= ids.length;
  return (
    <GridPart part="row" aria-rowindex={1} className={`${classes.columns} ${grid.head} ${classes.header}`}>
      <GridPart part="columnheader" className={classes.check}>
        <RowCheckbox
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
