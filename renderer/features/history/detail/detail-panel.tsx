/** The detail of the current row: beside the list where there is room, above it in a narrow window. */

import { Button, CloseButton } from '@mantine/core';
import { IconDownload, IconPlayerPlay } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { HistoryEntry } from '../../../../shared/contract/history.ts';
import { folderOf } from '../../../../shared/domain/history/facts.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import { ConnectionName } from '../../../components/connections/connection-name.tsx';
import { QuietText } from '../../../components/layout/layout.tsx';
import { MeasuresTable } from '../../../components/measures/measures-table.tsx';
import { askToSaveAs } from '../../../components/save-as/ask.ts';
import { SAVE_AS } from '../../../components/save-as/strings.ts';
import { costWords, formatMoment, shownName } from '../../../components/text/format.ts';
import { NoteBox } from '../../../components/verdicts/verdicts.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import { useNow } from '../../../state/page-stores.ts';
import { amountOf, ENDED, historyStateWord, isAudible } from '../list/history-words.ts';
import { MarkedText, Refused } from '../parts.tsx';
import { DETAIL, HISTORY_REFUSED } from '../strings.ts';
import classes from './detail.module.css';
import { FileList, LedgerLines, ResultList, SettingsWords, VerdictList } from './detail-parts.tsx';
import { useDetail } from './use-detail.ts';

interface DetailPanelProps {
  readonly entry: HistoryEntry;
  readonly search: string;
  readonly onClose: () => void;
  /** A note or tag was changed. */
  readonly onChanged: () => void;
}

export function DetailPanel({ entry, search, onClose, onChanged }: DetailPanelProps) {
  const desk = useDesk();
  const { jobId } = entry;
  const { again, detail, refusal, setNote } = useDetail(jobId, onChanged);
  const name = shownName(entry.name);
  return (
    <aside className={classes.panel} aria-label={DETAIL.label(name)}>
      <header className={classes.head}>
        <h2 className="cut" dir="auto" title={name}>
          <MarkedText text={name} search={search} />
        </h2>
        <CloseButton size="sm" aria-label={DETAIL.close} onClick={onClose} />
        <p className={`${classes.folder} cut`} title={entry.sourcePath ?? ''} dir="auto">
          <MarkedText text={folderOf(entry.sourcePath)} search={search} />
        </p>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard */}
      <div className={classes.scroll} tabIndex={0}>
        <Facts entry={entry} />
        {entry.error !== null && <QuietText c="var(--ct-bad)">{entry.error}</QuietText>}
        {refusal !== null && <Refused what={HISTORY_REFUSED.details} sentence={refusal} onAgain={again} />}
        <ResultList generations={entry.generations} />
        {detail === null && refusal === null && <p className={classes.dim}>{DETAIL.loading}</p>}
        {detail !== null && (
          <>
            <MeasuresTable takes={detail.takes.filter(({ kind }) => kind !== 'delivered')} active={1} />
            <SettingsWords started={detail.startedWith} />
            <VerdictList verdicts={detail.opinions.verdicts} />
            <FileList jobId={jobId} files={detail.files} />
            <LedgerLines lines={detail.lines} />
            <NoteBox key={jobId} note={detail.opinions.note} onSave={setNote} />
          </>
        )}
      </div>
      {isAudible(entry) && (
        <footer className={classes.foot}>
          <Button
            fullWidth
            variant="filled"
            leftSection={<IconPlayerPlay size={15} />}
            onClick={() => desk.goTo('listen', jobId)}
          >
            {DETAIL.listen}
          </Button>
          {ENDED.has(entry.state) && (
            <Button
              fullWidth
              mt={8}
              leftSection={<IconDownload size={15} />}
              onClick={() => askToSaveAs(desk, { jobIds: [jobId], name: entry.name, onChanged })}
            >
              {SAVE_AS.item}
            </Button>
          )}
        </footer>
      )}
    </aside>
  );
}

function Facts({ entry }: { readonly entry: HistoryEntry }) {
  const now = useNow();
  const facts: readonly (readonly [string, ReactNode])[] = [
    [historyStateWord(entry.state), entry.finishedAt === null ? '' : formatMoment(entry.finishedAt, now)],
    [DETAIL.added, formatMoment(entry.addedAt, now)],
    [DETAIL.length, entry.durationSeconds === null ? '—' : formatDuration(entry.durationSeconds)],
    [DETAIL.connection, <ConnectionName key="name" id={entry.connectionId} name={entry.connection} />],
    [DETAIL.cost, costWords(amountOf(entry))],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
