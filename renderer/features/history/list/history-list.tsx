/** The history as virtual rows. */

import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { viewOf } from '../../../../shared/domain/history/filter-address.ts';
import grid from '../../../components/grid/grid.module.css';
import { Grid, type GridHandle, GridPart, type RowPlace } from '../../../components/grid/grid.tsx';
import { RowCheckbox, RowMenu } from '../../../components/grid/row-controls.tsx';
import { shownName } from '../../../components/text/format.ts';
import classes from '../history.module.css';
import { HISTORY_PAGE } from '../strings.ts';
import { type HistoryRowMenu, Row } from './history-row.tsx';
import { entryAt, type HistoryRows, indexOfJob, type RowView, rowIds } from './history-rows.ts';
import { focusRow, pressKey } from './row-keys.ts';
import type { PickedRow, PickMode, RowMarks } from './row-marks.ts';
import { RowMenuItems } from './row-menu-items.tsx';
import type { Shown, ViewControl } from './use-history.ts';

const ROW_HEIGHT = 54;

interface HistoryListProps {
  readonly shown: Shown;
  /** Jobs whose source is gone. */
  readonly missing: ReadonlySet<string>;
  readonly marks: RowMarks;
  /** Everything that the filter shows is selected. */
  readonly onAll: () => void;
  readonly onPick: (row: PickedRow, how: PickMode) => void;
  readonly control: ViewControl;
  readonly onLook: (view: RowView) => void;
  readonly onChanged: (deleted?: readonly string[]) => void;
}

export function HistoryList(props: HistoryListProps) {
  const { shown, missing, marks, onAll, onPick, control, onLook, onChanged } = props;
  const { address, rows } = shown;
  const ids = useMemo(() => rowIds(rows), [rows]);
  const handle = useRef<GridHandle>(null);
  const { search } = useMemo(() => viewOf(address).filter, [address]);
  const [menu, setMenu] = useState<HistoryRowMenu | null>(null);
  const { current, selected } = marks;
  const onWait = useWaiting(rows, handle, onPick);
  const onView = useCallback((first: number, end: number) => onLook({ first, end: end + 1 }), [onLook]);
  const row = useCallback(
    ({ index, tabStop, top }: RowPlace) => {
      const entry = entryAt(rows, index);
      if (entry === undefined) return <WaitingRow index={index} top={top} tabStop={tabStop} />;
      return (
        <Row
          search={search}
          entry={entry}
          isMissing={missing.has(entry.jobId)}
          index={index}
          top={top}
          tabStop={tabStop}
          isMenuOpen={menu?.jobId === entry.jobId}
          isSelected={selected.has(entry.jobId)}
          isCurrent={current === entry.jobId}
          onPick={onPick}
          onMenu={setMenu}
        />
      );
    },
    [rows, menu, missing, search, selected, current, onPick],
  );
  // Another search begins at its first row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address shows other rows
  useLayoutEffect(() => {
    if (handle.current?.list) handle.current.list.scrollTop = 0;
  }, [address]);
  const at = menu === null ? -1 : indexOfJob(rows, menu.jobId);
  const entry = entryAt(rows, at);
  return (
    <Grid
      part="grid"
      aria-label={HISTORY_PAGE.title}
      aria-multiselectable
      className={grid.framed}
      ids={ids}
      rowHeight={ROW_HEIGHT}
      header={<Header isAll={selected.size >= rows.count} isSome={selected.size > 0} onAll={onAll} />}
      row={row}
      current={current}
      handle={handle}
      onView={onView}
      onKeyDown={(event) => pressKey(event, { handle: handle.current, onAll, onPick, onWait, rows })}
    >
      {menu !== null && entry !== undefined && (
        <RowMenu
          label={HISTORY_PAGE.menuOf(shownName(entry.name))}
          top={at * ROW_HEIGHT}
          rowHeight={ROW_HEIGHT}
          at={menu.at}
          onClose={() => setMenu(null)}
        >
          <RowMenuItems
            entry={entry}
            control={control}
            onOpen={() => onPick({ jobId: entry.jobId, index: at }, 'open')}
            onChanged={onChanged}
          />
        </RowMenu>
      )}
    </Grid>
  );
}

/** Picks a row that a key led to as soon as it is loaded, unless the person has gone elsewhere. */
function useWaiting(
  rows: HistoryRows,
  handle: RefObject<GridHandle | null>,
  onPick: (row: PickedRow, how: PickMode) => void,
): (index: number, how: PickMode) => void {
  const waits = useRef<{ readonly index: number; readonly how: PickMode } | null>(null);
  useEffect(() => {
    const { current } = waits;
    const entry = current === null ? undefined : entryAt(rows, current.index);
    if (current === null || entry === undefined) return;
    waits.current = null;
    const { activeElement } = document;
    if (activeElement !== document.body && !handle.current?.list?.contains(activeElement)) return;
    onPick({ jobId: entry.jobId, index: current.index }, current.how);
    focusRow(handle.current, current.index);
  }, [rows, handle, onPick]);
  return useCallback((index, how) => {
    waits.current = { index, how };
  }, []);
}

interface HeaderProps {
  readonly isAll: boolean;
  readonly isSome: boolean;
  readonly onAll: () => void;
}

function Header({ isAll, isSome, onAll }: HeaderProps) {
  return (
    <GridPart part="row" aria-rowindex={1} className={`${classes.columns} ${grid.head}`}>
      <GridPart part="columnheader">
        <RowCheckbox
          aria-label={HISTORY_PAGE.selectAll}
          checked={isSome && isAll}
          indeterminate={isSome && !isAll}
          onChange={onAll}
        />
      </GridPart>
      <GridPart part="columnheader">{HISTORY_PAGE.recording}</GridPart>
      <GridPart part="columnheader" className={`${classes.extra} ${grid.number}`}>
        {HISTORY_PAGE.length}
      </GridPart>
      <GridPart part="columnheader" className={classes.results}>
        {HISTORY_PAGE.results}
      </GridPart>
      <GridPart part="columnheader" className={classes.wide}>
        {HISTORY_PAGE.connection}
      </GridPart>
      <GridPart part="columnheader">{HISTORY_PAGE.when}</GridPart>
      <GridPart part="columnheader" className={grid.number}>
        {HISTORY_PAGE.cost}
      </GridPart>
      <GridPart part="columnheader" />
    </GridPart>
  );
}

function WaitingRow({ index, tabStop, top }: Pick<RowPlace, 'index' | 'tabStop' | 'top'>) {
  return (
    <GridPart
      part="row"
      aria-rowindex={index + 2}
      aria-busy
      className={`${classes.columns} ${grid.row} ${classes.row}`}
      style={{ transform: `translateY(${top}px)` }}
      tabIndex={tabStop ? 0 : -1}
      data-index={index}
      data-waiting
    >
      <GridPart part="gridcell" />
      <GridPart part="gridcell">
        <span className={classes.waiting} />
        <span className="visually-hidden">{HISTORY_PAGE.loading}</span>
      </GridPart>
    </GridPart>
  );
}
