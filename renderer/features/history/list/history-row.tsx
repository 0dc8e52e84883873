/** A recording of the history as a row. */

import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { memo, type MouseEvent as ReactMouseEvent } from 'react';
import type { HistoryEntry } from '../../../../shared/contract/history.ts';
import type { VerdictView } from '../../../../shared/contract/listening/verdicts.ts';
import { folderOf } from '../../../../shared/domain/history/facts.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import { ConnectionName } from '../../../components/connections/connection-name.tsx';
import { askToFind } from '../../../components/find-source/find-dialog.tsx';
import grid from '../../../components/grid/grid.module.css';
import { GridPart } from '../../../components/grid/grid.tsx';
import { type MenuPoint, RowButton, RowCheckbox, RowMenuButton } from '../../../components/grid/row-controls.tsx';
import { StateIcon } from '../../../components/jobs/job-marks.tsx';
import { drawnState } from '../../../components/jobs/job-words.ts';
import { REUSED } from '../../../components/jobs/strings.ts';
import { ModelPill } from '../../../components/marks/marks.tsx';
import { FIND, verdictSource, verdictWords } from '../../../components/strings.ts';
import { costWords, formatMoment, shownName } from '../../../components/text/format.ts';
import { VerdictMark } from '../../../components/verdicts/verdicts.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import { useNow } from '../../../state/page-stores.ts';
import classes from '../history.module.css';
import { MarkedText } from '../parts.tsx';
import { HISTORY_PAGE } from '../strings.ts';
import { amountOf, historyStateWord, isAudible, isEntryReused } from './history-words.ts';
import type { PickedRow, PickMode } from './row-marks.ts';

/** The row whose menu is open, and where the pointer asked for it. */
export interface HistoryRowMenu {
  readonly jobId: string;
  readonly at: MenuPoint | null;
}

interface RowProps {
  /** What is searched for: its matches are marked. */
  readonly search: string;
  readonly entry: HistoryEntry;
  readonly isMissing: boolean;
  readonly index: number;
  readonly top: number;
  readonly tabStop: boolean;
  readonly isMenuOpen: boolean;
  readonly isSelected: boolean;
  readonly isCurrent: boolean;
  readonly onPick: (row: PickedRow, how: PickMode) => void;
  readonly onMenu: (menu: HistoryRowMenu | null) => void;
}

export const Row = memo(function HistoryRow({
  search,
  entry,
  isMissing,
  index,
  top,
  tabStop,
  isMenuOpen,
  isSelected,
  isCurrent,
  onPick,
  onMenu,
}: RowProps) {
  const desk = useDesk();
  const { jobId } = entry;
  return (
    <GridPart
      part="row"
      aria-rowindex={index + 2}
      className={`${classes.columns} ${grid.row} ${classes.row}`}
      style={{ transform: `translateY(${top}px)` }}
      tabIndex={tabStop ? 0 : -1}
      data-job={jobId}
      data-index={index}
      aria-selected={isSelected}
      data-current={isCurrent || undefined}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('button, input') !== null) return;
        onPick({ jobId, index }, howOf(event));
      }}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) onMenu({ jobId, at: null });
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        const { left, top: edge } = event.currentTarget.getBoundingClientRect();
        onMenu({ jobId, at: { x: event.clientX - left, y: event.clientY - edge } });
      }}
    >
      <GridPart part="gridcell">
        <RowCheckbox
          aria-label={HISTORY_PAGE.select(shownName(entry.name))}
          tabIndex={-1}
          checked={isSelected}
          onChange={({ nativeEvent }) =>
            onPick({ jobId, index }, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey ? 'range' : 'toggle')
          }
        />
      </GridPart>
      <GridPart part="gridcell" className={classes.what}>
        <b className={grid.name} title={shownName(entry.name)} dir="auto">
          <MarkedText text={shownName(entry.name)} search={search} />
        </b>
        <small className={grid.under} title={entry.sourcePath ?? ''}>
          {isMissing ? <Missing entry={entry} /> : <MarkedText text={folderOf(entry.sourcePath)} search={search} />}
        </small>
      </GridPart>
      <GridPart part="gridcell" className={`${classes.extra} ${grid.number}`}>
        {entry.durationSeconds === null ? '—' : formatDuration(entry.durationSeconds)}
      </GridPart>
      <GridPart part="gridcell" className={classes.results}>
        <State entry={entry} />
      </GridPart>
      <GridPart part="gridcell" className={`${classes.dim} ${classes.wide}`}>
        <ConnectionName id={entry.connectionId} name={entry.connection} />
      </GridPart>
      <GridPart part="gridcell" className={classes.dim}>
        <Added at={entry.addedAt} />
      </GridPart>
      <GridPart part="gridcell" className={grid.number}>
        {costWords(amountOf(entry))}
      </GridPart>
      <GridPart part="gridcell" className={`${classes.end} ${grid.controls}`}>
        {isAudible(entry) && (
          <RowButton
            icon={<IconPlayerPlayFilled size={11} />}
            aria-label={HISTORY_PAGE.listenTo(entry.name)}
            onClick={() => desk.goTo('listen', entry.jobId)}
          >
            {HISTORY_PAGE.listen}
          </RowButton>
        )}
        <RowMenuButton
          label={HISTORY_PAGE.menuOf(shownName(entry.name))}
          open={isMenuOpen}
          onOpen={() => onMenu({ jobId, at: null })}
          onClose={() => onMenu(null)}
        />
      </GridPart>
    </GridPart>
  );
});

/** As lists of the system do. */
function howOf(event: ReactMouseEvent): PickMode {
  if (event.shiftKey) return 'range';
  return event.ctrlKey || event.metaKey ? 'toggle' : 'open';
}

/** Instead of the folder: the file isn't there anymore. */
function Missing({ entry: { jobId, name } }: { entry: HistoryEntry }) {
  return (
    <>
      {FIND.gone} ·{' '}
      <button
        type="button"
        className={classes.find}
        aria-label={FIND.actionFor(name)}
        onClick={() => askToFind({ jobId, name })}
      >
        {FIND.action}
      </button>
    </>
  );
}

/** Of a row, only this follows the clock. */
function Added({ at }: { at: number }) {
  return formatMoment(at, useNow());
}

function State({ entry }: { entry: HistoryEntry }) {
  const reused = isEntryReused(entry);
  const word = reused ? REUSED.word : historyStateWord(entry.state);
  const models = entry.generations.filter((generation) => generation.state === 'stored');
  const { icon, tone } = drawnState(entry.state);
  return (
    <span className={classes.state} data-tip={entry.error ?? undefined}>
      <StateIcon icon={reused ? 'again' : icon} tone={tone} />
      {word}
      {models.map((generation) => (
        <ModelPill key={generation.model} model={generation.model} />
      ))}
      {entry.verdict !== null && <Verdict verdict={entry.verdict} />}
      {entry.error !== null && <span className="visually-hidden">{entry.error}</span>}
    </span>
  );
}

function Verdict({ verdict }: { verdict: VerdictView }) {
  const words = verdictWords(verdict);
  return (
    <span className={classes.verdict} title={verdictSource(verdict.listener, words)}>
      <VerdictMark verdict={verdict} />
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
