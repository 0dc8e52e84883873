/** The history as virtual rows. */

import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconPlayerPlayFilled,
  IconRotate,
} from '@tabler/icons-react';
import { memo, useCallback, useMemo } from 'react';
import type { HistoryEntry } from '../../../shared/contract/history.ts';
import type { VerdictView } from '../../../shared/contract/verdicts.ts';
import { formatDuration } from '../../../shared/domain/units.ts';
import grid from '../../components/grid/grid.module.css';
import { Grid, type RowPlace } from '../../components/grid/grid.tsx';
import { GridPart } from '../../components/grid/grid-part.tsx';
import { RowButton } from '../../components/grid/row-controls.tsx';
import { REUSED } from '../../components/jobs/strings.ts';
import { ModelPill } from '../../components/marks/marks.tsx';
import { costWords, formatMoment, shownName } from '../../components/text/format.ts';
import { verdictSource, verdictWords } from '../../components/verdicts/strings.ts';
import { VerdictMark } from '../../components/verdicts/verdict-mark.tsx';
import { useNow } from '../../state/clock-store.ts';
import { useDesk } from '../../state/desk-context.ts';
import classes from './history.module.css';
import { amountOf, folderOf, historyStateWord, isAudible, isReused } from './history-words.ts';
import { HISTORY } from './strings.ts';

const ROW_HEIGHT = 54;
const ICONS: Readonly<Record<string, typeof IconRotate>> = {
  done: IconCircleCheckFilled,
  failed: IconAlertTriangleFilled,
};

export function HistoryList({ entries, onEnd }: { entries: readonly HistoryEntry[]; onEnd: () => void }) {
  const ids = useMemo(() => entries.map((entry) => entry.jobId), [entries]);
  const row = useCallback(
    (place: RowPlace) => {
      const entry = entries[place.index];
      return entry === undefined ? null : <Row entry={entry} index={place.index} top={place.top} />;
    },
    [entries],
  );
  return (
    <Grid
      part="table"
      aria-label={HISTORY.title}
      className={grid.framed}
      ids={ids}
      rowHeight={ROW_HEIGHT}
      header={<Header />}
      row={row}
      onNearEnd={onEnd}
    />
  );
}

function Header() {
  return (
    <GridPart part="row" aria-rowindex={1} className={`${classes.columns} ${grid.head} ${classes.head}`}>
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

interface RowProps {
  readonly entry: HistoryEntry;
  readonly index: number;
  readonly top: number;
}

const Row = memo(function HistoryRow({ entry, index, top }: RowProps) {
  const desk = useDesk();
  return (
    <GridPart
      part="row"
      aria-rowindex={index + 2}
      className={`${classes.columns} ${grid.row} ${classes.row}`}
      style={{ transform: `translateY(${top}px)` }}
      data-job={entry.jobId}
    >
      <GridPart part="cell" className={classes.what}>
        <b className={grid.name} title={shownName(entry.name)} dir="auto">
          {shownName(entry.name)}
        </b>
        <small className={grid.under} title={entry.sourcePath ?? ''}>
          {folderOf(entry.sourcePath)}
        </small>
      </GridPart>
      <GridPart part="cell" className={`${classes.extra} ${grid.number}`}>
        {entry.durationSeconds === null ? '—' : formatDuration(entry.durationSeconds)}
      </GridPart>
      <GridPart part="cell" className={classes.results}>
        <State entry={entry} />
      </GridPart>
      <GridPart part="cell" className={`${classes.dim} ${classes.wide}`}>
        {entry.connection}
      </GridPart>
      <GridPart part="cell" className={classes.dim}>
        <Added at={entry.addedAt} />
      </GridPart>
      <GridPart part="cell" className={grid.number}>
        {costWords(amountOf(entry))}
      </GridPart>
      <GridPart part="cell" className={classes.end}>
        {isAudible(entry) && (
          <RowButton
            icon={<IconPlayerPlayFilled size={11} />}
            aria-label={HISTORY.listenTo(entry.name)}
            onClick={() => desk.goTo('listen', entry.jobId)}
          >
            {HISTORY.listen}
          </RowButton>
        )}
      </GridPart>
    </GridPart>
  );
});

/** Of a row, only this follows the clock. */
function Added({ at }: { at: number }) {
  return formatMoment(at, useNow());
}

function State({ entry }: { entry: HistoryEntry }) {
  const reused = isReused(entry);
  const word = reused ? REUSED.word : historyStateWord(entry.state);
  const models = entry.generations.filter((generation) => generation.state === 'stored');
  const Icon = reused ? IconRotate : (ICONS[entry.state] ?? IconCircleDashed);
  return (
    <span className={classes.state} data-tip={entry.error ?? undefined}>
      <span className={classes.icon} data-state={entry.state}>
        <Icon size={16} />
      </span>
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
