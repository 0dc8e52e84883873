/** The end of a batch: what was done, what it cost, and where the files are. Stays until it is dismissed. */

import { Button, CloseButton, CopyButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy, IconFolder } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RunSummary } from '../../../../shared/contract/views.ts';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { formatMoment, spokenTime } from '../../../components/text/format.ts';
import { useDesk, useQueue, useSession } from '../../../state/desk-context.ts';
import { batchCostsAddress } from '../../../state/route-store.ts';
import { SUMMARY } from '../strings.ts';
import classes from './run-summary.module.css';
import { type Figure, figuresOf, outputIn } from './summary-figures.ts';

export function LastRun() {
  const run = useQueue((state) => state.totals.lastRun);
  return run === null ? null : <RunSummaryCard run={run} />;
}

function RunSummaryCard({ run }: { run: RunSummary }) {
  const { client } = useDesk();
  const whole = run.failed === 0;
  return (
    <section className={classes.card} aria-label={SUMMARY.title}>
      <span className={classes.icon} data-whole={whole} aria-hidden="true">
        {whole ? <IconCheck size={22} stroke={2} /> : <IconAlertTriangle size={20} stroke={1.8} />}
      </span>
      <Block big={SUMMARY.title} small={whenWords(run)} />
      {figuresOf(run).map((figure) => (
        <FigureBlock key={figure.words} figure={figure} />
      ))}
      {run.batchId !== null && (
        <a className={classes.costs} href={batchCostsAddress(run.batchId)} aria-label={SUMMARY.costsNamed}>
          {SUMMARY.costs}
        </a>
      )}
      <Place run={run} />
      <CloseButton
        size="sm"
        aria-label={SUMMARY.dismiss}
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

function FigureBlock({ figure: { amount, words, note, tone } }: { figure: Figure }) {
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
        <div className={classes.small}>{SUMMARY.savedIn(folders.length - 1)}</div>
        <div className={classes.folder} title={folders.join('\n')}>
          <bdi>{folder}</bdi>
        </div>
      </div>
      {hasOutput ? (
        <Button h={34} leftSection={<IconFolder size={16} stroke={1.8} />} onClick={open}>
          {SUMMARY.open}
        </Button>
      ) : (
        <CopyButton value={folder}>
          {({ copied, copy }) => (
            <Button h={34} leftSection={<IconCopy size={16} stroke={1.8} />} onClick={copy}>
              {copied ? SUMMARY.copied : SUMMARY.copy}
            </Button>
          )}
        </CopyButton>
      )}
    </div>
  );
}

function whenWords({ finishedAt, startedAt }: RunSummary): string {
  return SUMMARY.when(
    formatMoment(finishedAt, Date.now(), SUMMARY.today),
    spokenTime(Math.max(0, finishedAt - startedAt) / 1000),
  );
}
