/** One recording in the queue. Renders again only if its own job, selection or position changes. */

import { type ChangeEvent, type MouseEvent, memo, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { JobView } from '../../../../shared/contract/views.ts';
import { withRowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { isWorkingStage } from '../../../../shared/domain/job-state.ts';
import { isModelId, modelOf } from '../../../../shared/domain/models.ts';
import grid from '../../../components/grid/grid.module.css';
import { GridPart, type RowPlace } from '../../../components/grid/grid.tsx';
import { RowButton, RowCheckbox, RowMenuButton } from '../../../components/grid/row-controls.tsx';
import { isPausedByQueue } from '../../../components/jobs/job-words.ts';
import { ModelPill } from '../../../components/marks/marks.tsx';
import { hueOf } from '../../../components/models/hue.ts';
import { TEXT } from '../../../components/strings.ts';
import { costWords, shownName } from '../../../components/text/format.ts';
import { TEST_IDS } from '../../../components/text/test-ids.ts';
import { OverviewWave } from '../../../components/waves/overview-wave.tsx';
import { useJob, useQueue, useSession } from '../../../state/desk-context.ts';
import { isBlocked, isToHear, waitsForMoney } from '../../../state/job-group.ts';
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
import { actionLabel, nextStep, type RowActionId } from '../actions/row-actions.ts';
import { QUEUE_TABLE } from '../strings.ts';
import columns from './columns/columns.module.css';
import { PriorityMark } from './order.tsx';
import classes from './queue.module.css';
import { RowFacts } from './row-facts.tsx';
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
      data-current={current || undefined}
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
      <GridPart part="gridcell" className={columns.sound}>
        <RowWave job={job} />
      </GridPart>
      <GridPart part="gridcell" className={columns.cell}>
        <div className={classes.names} data-loud={isToHear(job) || isWorkingStage(job.state.kind) || undefined}>
          <span className={classes.nameLine}>
            <span className={grid.name} title={name} dir="auto">
              {name}
            </span>
            <PriorityMark priority={job.priority} />
          </span>
          <RowFacts job={job} />
        </div>
      </GridPart>
      <GridPart part="gridcell" className={`${columns.cell} ${columns.models}`}>
        <RowModels job={job} />
      </GridPart>
      <GridPart part="gridcell" className={columns.cell} aria-colspan={costless ? 2 : 1}>
        <StatusCell job={job} paused={paused} />
      </GridPart>
      {!costless && (
        <GridPart
          part="gridcell"
          className={`${columns.cell} ${columns.cost} ${grid.number} ${cost === null || isCostOpen(job) ? columns.quiet : ''}`}
        >
          <Cost job={job} />
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

/** The original, and over it the best result or how far the work has come. */
function RowWave({ job }: { job: JobView }) {
  const { generations, id, state } = job;
  const stored = generations.findLast((generation) => generation.state === 'stored');
  const working = generations.find(({ progress }) => progress !== null && progress < 1) ?? generations.at(-1);
  const isWorking = isWorkingStage(state.kind);
  return (
    <OverviewWave
      original={`original:${id}`}
      result={isWorking || stored === undefined ? null : `result:${stored.id}`}
      hue={hueOf((isWorking ? working : stored)?.model ?? null)}
      progress={isWorking ? (working?.progress ?? 0) : null}
      stage={state.kind}
      perBar={2}
    />
  );
}

/** Those of the results, or those that Start would take. */
function RowModels({ job }: { job: JobView }) {
  const words = useSession(({ preset }) =>
    job.started || preset === null
      ? job.generations.map(({ model }) => model).join()
      : withRowSettings(preset, job.own).models.join(),
  );
  const kept = job.generations.find((generation) => generation.kept)?.model;
  return words
    .split(',')
    .map((model) => isModelId(model) && <ModelPill key={model} model={model} isKept={model === kept} />);
}

/** Free on this computer, with no figures to read. */
function Cost({ job }: { job: JobView }) {
  const isFree = useSession((session) => connectionOf(session, job)?.kind === 'built-in');
  if (isFree) return TEXT.free;
  return job.started ? costWords(costOf(job), isCostOpen(job)) : <ExpectedCost job={job} />;
}

function ExpectedCost({ job }: { job: JobView }) {
  const pricing = useSession(pricingOf);
  const models = expectedCosts(job, pricing).map(
    ({ cost, model }) => `${modelOf(model).label}: ${costWords(cost, true)}`,
  );
  return <span title={models.join('\n')}>{costWords(shownCost(job, pricing), true)}</span>;
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
    <span className={columns.action}>
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
