/** One recording in the queue. Renders again only if its own job, selection or position changes. */

import { Checkbox } from '@mantine/core';
import { type ChangeEvent, type MouseEvent, memo, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { formatDuration } from '../../../../shared/domain/units.ts';
import grid from '../../../components/grid/grid.module.css';
import { GridPart } from '../../../components/grid/grid-part.tsx';
import { costOf, isPausedByQueue } from '../../../components/jobs/job-words.ts';
import { costWords, shortTime, shownName } from '../../../components/text/format.ts';
import { TEST_IDS } from '../../../components/text/test-ids.ts';
import { useJob, useQueue } from '../../../state/desk-context.ts';
import { isBlocked } from '../../../state/job-group.ts';
import { focusOn, moveTo, openMenu, toggleSelected, viewStore } from '../../../state/view-store.ts';
import { dragStore, isDragged } from '../drag/follow-drag.ts';
import { TABLE } from '../strings.ts';
import { PriorityMark } from './order.tsx';
import classes from './queue.module.css';
import { RowAction, RowMenu } from './row-actions.tsx';
import { StatusCell } from './status-cell.tsx';

interface QueueRowProps {
  readonly id: string;
  /** Index among the visible rows. */
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  /** Whether the Tab key stops here. */
  readonly tabStop: boolean;
  /** Selects from the anchor to this row. */
  readonly onRange: (id: string) => void;
  readonly onOpen: (id: string) => void;
}

export const QueueRow = memo(function QueueRow({ id, index, top, tabStop, onRange, onOpen }: QueueRowProps) {
  const job = useJob(id);
  const selected = useStore(viewStore, (view) => view.selected.has(id));
  const current = useStore(viewStore, (view) => view.current === id);
  const paused = useQueue(({ totals, jobs }) => isPausedByQueue(jobs.get(id), totals));
  const dragged = useStore(dragStore, isDragged(id));
  const row = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // Move the focus only within the grid: a click elsewhere on the page keeps its own.
    if (current && row.current?.parentElement?.contains(document.activeElement)) row.current.focus();
  }, [current]);

  if (job === undefined) return null;
  const name = shownName(job.name);
  const cost = costOf(job);
  // Without a time left, the sentence takes its column.
  const stopped = job.state.kind === 'failed' || job.state.kind === 'needs-you' || isBlocked(job);
  const costless = stopped && cost === null;

  function press(event: MouseEvent): void {
    if (event.shiftKey) onRange(id);
    else if (event.ctrlKey || event.metaKey) toggleSelected(id);
    else moveTo(id);
  }

  function check(event: ChangeEvent<HTMLInputElement>): void {
    const click = event.nativeEvent;
    if (click instanceof window.MouseEvent && click.shiftKey) onRange(id);
    else toggleSelected(id);
  }

  function askForMenu(event: MouseEvent<HTMLElement>): void {
    // Events of the open menu bubble through React's tree, although the menu is rendered elsewhere.
    if (!event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    openMenu(id);
  }

  return (
    <GridPart
      ref={row}
      part="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      tabIndex={tabStop ? 0 : -1}
      className={`${classes.columns} ${grid.row} ${classes.row}`}
      style={{ transform: `translateY(${top}px)` }}
      data-testid={TEST_IDS.queueRow}
      data-job={id}
      data-state={job.state.kind}
      data-dragged={dragged || undefined}
      onFocus={() => focusOn(id)}
      onClick={press}
      onDoubleClick={() => onOpen(id)}
      onContextMenu={askForMenu}
    >
      <GridPart part="gridcell" className={classes.check}>
        <Checkbox
          tabIndex={-1}
          aria-label={TABLE.select(name)}
          checked={selected}
          onChange={check}
          onClick={(event) => event.stopPropagation()}
        />
      </GridPart>
      <GridPart part="gridcell" className={classes.cell} style={{ paddingLeft: 6 }}>
        <div className={classes.nameLine}>
          <span className={grid.name} title={name} dir="auto">
            {name}
          </span>
          <PriorityMark priority={job.priority} />
        </div>
        {job.folder !== '' && (
          <div className={grid.under} title={job.folder}>
            {job.folder}
          </div>
        )}
      </GridPart>
      <GridPart part="gridcell" className={`${classes.cell} ${classes.extra} ${grid.number} ${classes.quiet}`}>
        {job.durationSeconds === null ? '—' : formatDuration(job.durationSeconds)}
      </GridPart>
      <GridPart
        part="gridcell"
        className={`${classes.cell} ${stopped ? classes.sentenceCell : ''} ${costless ? classes.longCell : ''}`}
        aria-colspan={stopped ? 2 : 1}
      >
        <StatusCell job={job} paused={paused} />
      </GridPart>
      {!stopped && (
        <GridPart part="gridcell" className={`${classes.cell} ${classes.extra} ${grid.number} ${classes.quiet}`}>
          {job.secondsLeft === null || paused ? '—' : shortTime(job.secondsLeft)}
        </GridPart>
      )}
      <GridPart part="gridcell" className={`${classes.cell} ${costless ? classes.extra : ''} ${grid.number}`}>
        {costWords(cost)}
      </GridPart>
      <GridPart part="gridcell" className={classes.end}>
        {!paused && <RowAction job={job} />}
        <RowMenu job={job} />
      </GridPart>
    </GridPart>
  );
});
