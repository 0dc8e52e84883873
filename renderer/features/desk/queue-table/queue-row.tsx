/** One recording in the queue. Renders again only if its own job, selection or position changes. */

import { Group } from '@mantine/core';
import { type ChangeEvent, type MouseEvent, memo, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { JobView } from '../../../../shared/contract/views.ts';
import { modelOf } from '../../../../shared/domain/models.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import grid from '../../../components/grid/grid.module.css';
import { GridPart, type RowPlace } from '../../../components/grid/grid.tsx';
import { RowButton, RowCheckbox, RowMenuButton } from '../../../components/grid/row-controls.tsx';
import { isPausedByQueue } from '../../../components/jobs/job-words.ts';
import { costWords, shortSpan, shownName } from '../../../components/text/format.ts';
import { TEST_IDS } from '../../../components/text/test-ids.ts';
import { useJob, useQueue, useSession } from '../../../state/desk-context.ts';
import { isBlocked, waitsForMoney } from '../../../state/job-group.ts';
import { dragStore, isDragged } from '../../../state/page-stores.ts';
import { costOf, expectedCosts, isCostOpen, shownCost } from '../../../state/rows/job-cost.ts';
import { connectionOf, pricingOf } from '../../../state/session-store.ts';
import {
  closeMenu,
  focusOn,
  moveTo,
  openMenu,
  toggleSelected,
  type ViewState,
  viewStore,
} from '../../../state/view-store.ts';
import { actionLabel, isNeeded, nextStep, type RowActionId } from '../actions/row-actions.ts';
import { RowChips } from '../own/row-chips.tsx';
import { QUEUE_TABLE } from '../strings.ts';
import columns from './columns/columns.module.css';
import { PriorityMark } from './order.tsx';
import classes from './queue.module.css';
import { StatusCell } from './status/status-cell.tsx';

interface QueueRowProps extends RowPlace {
  /** Selects from the anchor to this row. */
  readonly onRange: (id: string) => void;
  readonly onOpen: (id: string) => void;
  readonly onRun: (action: RowActionId, id: string) => void;
  /** Whether recordings are copies in the library. */
  readonly copies: boolean;
}

const SELECTED = 1;
const CURRENT = 2;
const MENU = 4;

function marksOf({ selected, current, menu }: ViewState, id: string): number {
  return (selected.has(id) ? SELECTED : 0) | (current === id ? CURRENT : 0) | (menu?.id === id ? MENU : 0);
}

export const QueueRow = memo(function QueueRow(props: QueueRowProps) {
  const { id, index, top, tabStop, copies, onRange, onOpen, onRun } = props;
  const job = useJob(id);
  // One subscription instead of three: scrolling mounts many rows.
  const marks = useStore(viewStore, (view) => marksOf(view, id));
  const selected = (marks & SELECTED) !== 0;
  const current = (marks & CURRENT) !== 0;
  const paused = useQueue(({ totals, jobs }) => isPausedByQueue(jobs.get(id), totals));
  const dragged = useStore(dragStore, isDragged(id));
  const row = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // Move the focus only within the grid: a click elsewhere on the page keeps its own.
    if (current && row.current?.parentElement?.contains(document.activeElement)) row.current.focus();
  }, [current]);
  // A menu doesn't outlive its row: that may scroll out of the virtual list.
  useEffect(() => () => closeMenu(id), [id]);

  if (job === undefined) return null;
  const name = shownName(job.name);
  const cost = costOf(job);
  // Without a time left and a cost, the sentence takes their columns.
  const isStuck = ['failed', 'needs-you', 'in-review'].includes(job.state.kind);
  const stopped = isStuck || isBlocked(job) || waitsForMoney(job);
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
    event.preventDefault();
    const { left, top } = event.currentTarget.getBoundingClientRect();
    openMenu(id, { x: event.clientX - left, y: event.clientY - top });
  }

  return (
    <GridPart
      ref={row}
      part="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      tabIndex={tabStop ? 0 : -1}
      className={`${columns.columns} ${costless ? columns.costless : ''} ${grid.row} ${classes.row}`}
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
      <GridPart part="gridcell" className={columns.check}>
        <RowCheckbox
          tabIndex={-1}
          aria-label={QUEUE_TABLE.select(name)}
          checked={selected}
          onChange={check}
          onClick={(event) => event.stopPropagation()}
        />
      </GridPart>
      <GridPart part="gridcell" className={columns.cell}>
        <div className={classes.nameLine}>
          <span className={classes.names}>
            <span className={grid.name} title={name} dir="auto">
              {name}
            </span>
            {job.folder !== '' && (
              <span className={`${grid.under} ${classes.folder}`} title={job.folder} dir="auto">
                {job.folder}
              </span>
            )}
          </span>
          <Group component="span" gap={6} wrap="nowrap">
            <RowChips job={job} />
            <PriorityMark priority={job.priority} />
          </Group>
        </div>
      </GridPart>
      <GridPart part="gridcell" className={`${columns.cell} ${columns.length} ${grid.number} ${columns.quiet}`}>
        <Length job={job} />
      </GridPart>
      <GridPart
        part="gridcell"
        className={`${columns.cell} ${stopped && !costless ? columns.sentence : ''}`}
        aria-colspan={costless ? 3 : stopped ? 2 : 1}
      >
        <StatusCell job={job} paused={paused} />
      </GridPart>
      {!stopped && (
        <GridPart part="gridcell" className={`${columns.cell} ${columns.left} ${grid.number} ${columns.quiet}`}>
          {job.secondsLeft === null || paused ? '—' : shortSpan(job.secondsLeft)}
        </GridPart>
      )}
      {!costless && (
        <GridPart
          part="gridcell"
          className={`${columns.cell} ${columns.cost} ${grid.number} ${cost === null || isCostOpen(job) ? columns.quiet : ''}`}
        >
          {job.started ? costWords(cost, isCostOpen(job)) : <ExpectedCost job={job} />}
        </GridPart>
      )}
      <GridPart part="gridcell" className={columns.last}>
        {!paused && <NextStep job={job} copies={copies} onRun={onRun} />}
        <RowMenuButton
          label={QUEUE_TABLE.menu(job.name)}
          open={(marks & MENU) !== 0}
          onOpen={() => openMenu(id)}
          onClose={() => closeMenu(id)}
        />
      </GridPart>
    </GridPart>
  );
});

function ExpectedCost({ job }: { job: JobView }) {
  const pricing = useSession(pricingOf);
  const models = expectedCosts(job, pricing).map(
    ({ cost, model }) => `${modelOf(model).label}: ${costWords(cost, true)}`,
  );
  return <span title={models.join('\n')}>{costWords(shownCost(job, pricing), true)}</span>;
}

/** Where it decides the price, a length counts only once it was counted in the file: headers may be wrong. */
function Length({ job }: { job: JobView }) {
  const isPriced = useSession((session) => {
    const prices = connectionOf(session, job)?.prices ?? {};
    return Object.values(prices).some((price) => price !== 0);
  });
  const { kind } = job.state;
  const isMeasured = job.countedSeconds !== null || !isPriced || (kind !== 'queued' && kind !== 'preparing');
  if (!isMeasured) return <span title={QUEUE_TABLE.measuringWhy}>{QUEUE_TABLE.measuring}</span>;
  return job.durationSeconds === null ? '—' : formatDuration(job.durationSeconds);
}

interface NextStepProps {
  readonly job: JobView;
  /** Whether recordings are copies in the library. */
  readonly copies: boolean;
  readonly onRun: (action: RowActionId, id: string) => void;
}

function NextStep({ job, copies, onRun }: NextStepProps) {
  const step = nextStep(job, copies);
  if (step === null) return null;
  return (
    <span className={columns.action} data-offer={!isNeeded(job) || undefined}>
      <RowButton
        tabIndex={-1}
        icon={step.hasIcon ? <step.icon size={11} /> : null}
        onClick={(event) => {
          event.stopPropagation();
          onRun(step.id, job.id);
        }}
      >
        {actionLabel(step, job)}
      </RowButton>
    </span>
  );
}
