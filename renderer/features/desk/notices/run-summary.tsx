/** The end of a batch: what was done, what it cost, and where the files are. Stays until it is dismissed. */

import { Button, CloseButton, CopyButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy, IconFolder } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { JobView, RunSummary } from '../../../../shared/contract/views.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { formatMoment, takenTime } from '../../../components/text/format.ts';
import { useDesk, useQueue, useSession } from '../../../state/desk-context.ts';
import { batchCostsAddress } from '../../../state/route-store.ts';
import { RUN_SUMMARY } from '../strings.ts';
import classes from './notices.module.css';

export function LastRun() {
  const run = useQueue((state) => state.totals.lastRun);
  return run === null ? null : <RunSummaryCard run={run} />;
}

function RunSummaryCard({ run }: { run: RunSummary }) {
  const { client } = useDesk();
  const whole = run.failed === 0;
  return (
    <section className={classes.card} aria-label={RUN_SUMMARY.title}>
      <span className={classes.icon} data-whole={whole} aria-hidden="true">
        {whole ? <IconCheck size={22} stroke={2} /> : <IconAlertTriangle size={20} stroke={1.8} />}
      </span>
      <Block big={RUN_SUMMARY.title} small={whenWords(run)} />
      {summaryFigures(run).map((figure) => (
        <FigureBlock key={figure.words} figure={figure} />
      ))}
      {run.batchId !== null && (
        <a className={classes.costs} href={batchCostsAddress(run.batchId)} aria-label={RUN_SUMMARY.costsNamed}>
          {RUN_SUMMARY.costs}
        </a>
      )}
      <Place run={run} />
      <CloseButton
        size="sm"
        aria-label={RUN_SUMMARY.dismiss}
        onClick={() => client.queue.dismissSummary().catch(showRefusal)}
      />
    </section>
  );
}

function Block({ big, small }: { big: ReactNode; small: string }) {
  return (
    <div className={classes.block}>
      <div className={classes.big}>{big}</div>
      <div className={classes.small}>{small}</div>
    </div>
  );
}

function FigureBlock({ figure: { amount, words, note, tone } }: { figure: SummaryFigure }) {
  return (
    <Block
      big={
        <>
          <span className={classes.amount} data-tone={tone}>
            {amount}
          </span>{' '}
          {words}
        </>
      }
      small={note}
    />
  );
}

/** The folder with the most files, and a button that opens it, or copies its path where folders can't be opened. */
function Place({ run: { folders } }: { run: RunSummary }) {
  const { client, queue } = useDesk();
  const opens = useSession((state) => state.info?.host === 'desktop');
  const [folder] = folders;
  const hasOutput = useQueue((state) => folder !== undefined && opens && outputIn(folder, state.jobs) !== null);
  if (folder === undefined) return <div className={classes.place} />;

  function open(): void {
    const found = outputIn(folder ?? '', queue.getState().jobs);
    if (found !== null) client.system.reveal(found).catch(showRefusal);
  }

  return (
    <div className={classes.place}>
      <div className={classes.where}>
        <div className={`${classes.small} cut`}>{RUN_SUMMARY.savedIn(folders.length - 1)}</div>
        <div className={`${classes.folder} cut`} title={folders.join('\n')}>
          <bdi>{folder}</bdi>
        </div>
      </div>
      {hasOutput ? (
        <Button h={34} leftSection={<IconFolder size={16} stroke={1.8} />} onClick={open}>
          {RUN_SUMMARY.open}
        </Button>
      ) : (
        <CopyButton value={folder}>
          {({ copied, copy }) => (
            <Button h={34} leftSection={<IconCopy size={16} stroke={1.8} />} onClick={copy}>
              {copied ? RUN_SUMMARY.copied : RUN_SUMMARY.copy}
            </Button>
          )}
        </CopyButton>
      )}
    </div>
  );
}

function whenWords({ finishedAt, startedAt }: RunSummary): string {
  return RUN_SUMMARY.when(
    formatMoment(finishedAt, Date.now(), RUN_SUMMARY.today),
    takenTime(Math.max(0, finishedAt - startedAt) / 1000),
  );
}

interface SummaryFigure {
  readonly amount: string;
  readonly words: string;
  /** Below. */
  readonly note: string;
  readonly tone: 'plain' | 'good' | 'bad' | 'warn';
}

/** Only what there is to say: no zeros but the cost. */
export function summaryFigures(run: RunSummary): readonly SummaryFigure[] {
  const figures: SummaryFigure[] = [
    { amount: String(run.done), words: RUN_SUMMARY.done, note: RUN_SUMMARY.delivered(run.delivered), tone: 'plain' },
  ];
  if (run.failed > 0) {
    figures.push({
      amount: String(run.failed),
      words: RUN_SUMMARY.failed,
      note: RUN_SUMMARY.failedNote(run.failed),
      tone: 'bad',
    });
  }
  if (run.inReview > 0) {
    const amount = String(run.inReview);
    figures.push({ amount, words: RUN_SUMMARY.toReview, note: RUN_SUMMARY.toReviewNote, tone: 'warn' });
  }
  if (run.couldBeBetter > 0) {
    const amount = String(run.couldBeBetter);
    figures.push({ amount, words: RUN_SUMMARY.couldBeBetter, note: RUN_SUMMARY.couldBeBetterNote, tone: 'warn' });
  }
  if (run.cancelled > 0) {
    figures.push({
      amount: String(run.cancelled),
      words: RUN_SUMMARY.cancelled,
      note: RUN_SUMMARY.cancelledNote,
      tone: 'plain',
    });
  }
  figures.push({ amount: formatUsd(run.charged), words: RUN_SUMMARY.charged, note: costNote(run), tone: 'plain' });
  if (run.reused > 0) {
    figures.push(
      run.saved === null || run.saved === 0
        ? { amount: String(run.reused), words: RUN_SUMMARY.reused, note: RUN_SUMMARY.reusedNote, tone: 'good' }
        : {
            amount: formatUsd(run.saved),
            words: RUN_SUMMARY.saved,
            note: RUN_SUMMARY.savedNote(run.reused),
            tone: 'good',
          },
    );
  }
  if (run.paidAgain > 0) {
    figures.push({
      amount: String(run.paidAgain),
      words: RUN_SUMMARY.paidAgain,
      note: RUN_SUMMARY.paidAgainNote,
      tone: 'warn',
    });
  }
  return figures;
}

function costNote({ charged, quoted, unpriced }: RunSummary): string {
  if (unpriced > 0) return RUN_SUMMARY.unpriced(unpriced);
  if (quoted === null) return RUN_SUMMARY.unquoted;
  return quoted === 0 && charged === 0 ? RUN_SUMMARY.free : RUN_SUMMARY.quoted(formatUsd(quoted));
}

/** An output in this folder, to be shown in the file manager; null if the queue has none anymore. */
function outputIn(
  folder: string,
  jobs: ReadonlyMap<string, JobView>,
): { readonly jobId: string; readonly generationId: string } | null {
  for (const job of jobs.values()) {
    for (const { exportedPath, id } of job.generations) {
      if (exportedPath === null || !exportedPath.startsWith(folder)) continue;
      if (/^[/\\]?[^/\\]+$/.test(exportedPath.slice(folder.length))) return { jobId: job.id, generationId: id };
    }
  }
  return null;
}
