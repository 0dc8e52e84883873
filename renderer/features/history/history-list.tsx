/** The history as virtual rows. */

import { Button, Tooltip } from '@mantine/core';
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconPlayerPlayFilled,
  IconRotate,
} from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { HistoryEntry } from '../../../shared/contract/history.ts';
import { formatDuration } from '../../../shared/domain/units.ts';
import grid from '../../components/grid/grid.module.css';
import { GridPart } from '../../components/grid/grid-part.tsx';
import { REUSED } from '../../components/jobs/strings.ts';
import { ModelPill } from '../../components/marks/marks.tsx';
import { costWords, formatMoment, shownName } from '../../components/text/format.ts';
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
  const scroll = useRef<HTMLDivElement>(null);
  const now = useNow();
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= entries.length - 20) onEnd();
  }, [last, entries.length, onEnd]);

  return (
    <GridPart
      part="table"
      aria-label={HISTORY.title}
      aria-rowcount={entries.length + 1}
      className={`${grid.panel} ${grid.framed}`}
    >
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
      <GridPart ref={scroll} className={grid.scroll} part="presentation">
        <GridPart part="rowgroup" className={grid.canvas} style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const entry = entries[item.index];
            return entry === undefined ? null : (
              <Row key={entry.jobId} entry={entry} index={item.index} top={item.start} now={now} />
            );
          })}
        </GridPart>
      </GridPart>
    </GridPart>
  );
}

function Row({ entry, index, top, now }: { entry: HistoryEntry; index: number; top: number; now: number }) {
  const desk = useDesk();
  const amount = amountOf(entry);
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
        {formatMoment(entry.addedAt, now)}
      </GridPart>
      <GridPart part="cell" className={grid.number}>
        {costWords(amount)}
      </GridPart>
      <GridPart part="cell" className={classes.end}>
        {isAudible(entry) && (
          <Button
            size="compact-sm"
            fz={12}
            h={28}
            px={10}
            leftSection={<IconPlayerPlayFilled size={11} />}
            aria-label={HISTORY.listenTo(entry.name)}
            onClick={() => desk.goTo('listen', entry.jobId)}
          >
            {HISTORY.listen}
          </Button>
        )}
      </GridPart>
    </GridPart>
  );
}

function State({ entry }: { entry: HistoryEntry }) {
  const reused = isReused(entry);
  const word = reused ? REUSED.word : historyStateWord(entry.state);
  const models = entry.generations.filter((generation) => generation.state === 'stored');
  const Icon = reused ? IconRotate : (ICONS[entry.state] ?? IconCircleDashed);
  return (
    <Tooltip label={entry.error} disabled={entry.error === null}>
      <span className={classes.state}>
        <span className={classes.icon} data-state={entry.state}>
          <Icon size={16} />
        </span>
        {word}
        {models.map((generation) => (
          <ModelPill key={generation.model} model={generation.model} />
        ))}
        {entry.error !== null && <span className="visually-hidden">{entry.error}</span>}
      </span>
    </Tooltip>
  );
}
