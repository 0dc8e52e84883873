/** The history as virtual rows. */

import { useCallback, useMemo, useRef, useState } from 'react';
import { viewOf } from '../../../../shared/domain/history/filter-address.ts';
import grid from '../../../components/grid/grid.module.css';
import { Grid, type GridHandle, type RowPlace } from '../../../components/grid/grid.tsx';
import { GridPart } from '../../../components/grid/grid-part.tsx';
import { RowCheckbox } from '../../../components/grid/row-controls.tsx';
import { RowMenu } from '../../../components/grid/row-menu.tsx';
import { shownName } from '../../../components/text/format.ts';
import classes from '../history.module.css';
import { HISTORY } from '../strings.ts';
import type { Shown } from '../use-history.ts';
import type { ViewControl } from '../use-view.ts';
import { type OpenMenu, Row } from './history-row.tsx';
import { pressKey } from './row-keys.ts';
import type { Pick, RowMarks } from './row-marks.ts';
import { RowMenuItems } from './row-menu-items.tsx';

const ROW_HEIGHT = 54;

interface HistoryListProps {
  readonly shown: Shown;
  /** Jobs whose source is gone. */
  readonly missing: ReadonlySet<string>;
  readonly marks: RowMarks;
  /** Everything that the filter shows is selected. */
  readonly onAll: () => void;
  readonly onPick: (jobId: string, how: Pick) => void;
  readonly control: ViewControl;
  readonly onEnd: () => void;
  readonly onChanged: () => void;
}

export function HistoryList(props: HistoryListProps) {
  const { shown, missing, marks, onAll, onPick, control, onEnd, onChanged } = props;
  const { address, entries } = shown;
  const ids = useMemo(() => entries.map((entry) => entry.jobId), [entries]);
  const handle = useRef<GridHandle>(null);
  const { search } = useMemo(() => viewOf(address).filter, [address]);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const { current, selected } = marks;
  const row = useCallback(
    (place: RowPlace) => {
      const entry = entries[place.index];
      if (entry === undefined) return null;
      return (
        <Row
          search={search}
          entry={entry}
          isMissing={missing.has(entry.jobId)}
          index={place.index}
          top={place.top}
          tabStop={place.tabStop}
          isMenuOpen={menu?.jobId === entry.jobId}
          isSelected={selected.has(entry.jobId)}
          isCurrent={current === entry.jobId}
          onPick={onPick}
          onMenu={setMenu}
        />
      );
    },
    [entries, menu, missing, search, selected, current, onPick],
  );
  const at = menu === null ? -1 : ids.indexOf(menu.jobId);
  const entry = entries[at];
  return (
    <Grid
      part="grid"
      aria-label={HISTORY.title}
      aria-multiselectable
      className={grid.framed}
      ids={ids}
      rowHeight={ROW_HEIGHT}
      header={<Header isAll={selected.size >= shown.found.count} isSome={selected.size > 0} onAll={onAll} />}
      row={row}
      current={current}
      handle={handle}
      onNearEnd={onEnd}
      onKeyDown={(event) => pressKey(event, { handle: handle.current, ids, onAll, onPick })}
    >
      {menu !== null && entry !== undefined && (
        <RowMenu
          label={HISTORY.menuOf(shownName(entry.name))}
          top={at * ROW_HEIGHT}
          rowHeight={ROW_HEIGHT}
          at={menu.at}
          onClose={() => setMenu(null)}
        >
          <RowMenuItems
            entry={entry}
            control={control}
            onOpen={() => onPick(entry.jobId, 'open')}
            onChanged={onChanged}
          />
        </RowMenu>
      )}
    </Grid>
  );
}

interface HeaderProps {
  readonly isAll: boolean;
  readonly isSome: boolean;
  readonly onAll: () => void;
}

function Header({ isAll, isSome, onAll }: HeaderProps) {
  return (
    <GridPart part="row" aria-rowindex={1} className={`${classes.columns} ${grid.head} ${classes.head}`}>
      <GridPart part="columnheader">
        <RowCheckbox
          aria-label={HISTORY.selectAll}
          checked={isSome && isAll}
          indeterminate={isSome && !isAll}
          onChange={onAll}
        />
      </GridPart>
      <GridPart part="columnheader">{HISTORY.recording}</GridPart>
      <GridPart part="columnheader" className={`${classes.extra} ${grid.number}`}>
        {HISTORY.length}
      </GridPart>
      <GridPart part="columnheader" className={classes.results}>
        {HISTORY.results}
      </GridPart>
      <GridPart part="columnheader" className={classes.wide}>
        {HISTORY.connection}
      </GridPart>
      <GridPart part="columnheader">{HISTORY.when}</GridPart>
      <GridPart part="columnheader" className={grid.number}>
        {HISTORY.cost}
      </GridPart>
      <GridPart part="columnheader" />
    </GridPart>
  );
}
