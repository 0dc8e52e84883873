/** A row that is in view before it is loaded: its place, without words. */

import grid from '../../../components/grid/grid.module.css';
import type { RowPlace } from '../../../components/grid/grid.tsx';
import { GridPart } from '../../../components/grid/grid-part.tsx';
import classes from '../history.module.css';
import { HISTORY } from '../strings.ts';

export function WaitingRow({ index, tabStop, top }: Pick<RowPlace, 'index' | 'tabStop' | 'top'>) {
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
        <span className="visually-hidden">{HISTORY.loading}</span>
      </GridPart>
    </GridPart>
  );
}
