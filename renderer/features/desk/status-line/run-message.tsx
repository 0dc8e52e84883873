/** The end of a batch: what was done, what it cost, and what comes next. Stays until it is dismissed. */

import { Anchor, Button, CopyButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlayerPlayFilled } from '@tabler/icons-react';
import type { JobView, RunSummary } from '../../../../shared/contract/views.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { askToSaveAs } from '../../../components/save-as/ask.ts';
import { SAVE_AS } from '../../../components/save-as/strings.ts';
import { askToRestoreAgain } from '../../../components/sending/again-dialog.tsx';
import { AGAIN } from '../../../components/sending/strings.ts';
import { formatMoment, takenTime } from '../../../components/text/format.ts';
import type { PageDesk } from '../../../state/desk.ts';
import { useDesk, useQueue, useSession } from '../../../state/desk-context.ts';
import { isToHear } from '../../../state/job-group.ts';
import type { QueueState } from '../../../state/queue-store.ts';
import { batchCostsAddress } from '../../../state/route-store.ts';
import { RetryFailed } from '../list-bar/retry-failed.tsx';
import { RUN_SUMMARY } from '../strings.ts';
import type { StatusMessage } from './message.ts';
import { Shown } from './shown.tsx';

export function useRunMessage(): readonly StatusMessage[] {
  const { client } = useDesk();
  const run = useQueue((state) => state.totals.lastRun);
  if (run === null) return [];
  const isWhole = run.failed === 0;
  return [
    {
      ...{ id: 'run', label: RUN_SUMMARY.title, rank: 'news', at: run.finishedAt, tone: isWhole ? 'good' : 'warn' },
      icon: isWhole ? IconCheck : IconAlertTriangle,
      title: RUN_SUMMARY.doneOf(run.done, run.done + run.failed),
      text: runWords(run),
      actions: <RunActions run={run} />,
      onDismiss: () => client.queue.dismissSummary().catch(showRefusal),
      dismiss: RUN_SUMMARY.dismiss,
    },
  ];
}

function RunActions({ run }: { run: RunSummary }) {
  return (
    <>
      {run.batchId !== null && run.charged > 0 && (
        <Anchor data-roomy fz={13} mr={6} href={batchCostsAddress(run.batchId)} aria-label={RUN_SUMMARY.costsNamed}>
          {RUN_SUMMARY.costs}
        </Anchor>
      )}
      {run.failed > 0 && (
        <RetryFailed since={run.startedAt} otherwise={<Shown filter="attention" label={RUN_SUMMARY.showFailed} />} />
      )}
      <ListenToBatch since={run.startedAt} />
      <DoAll
        since={run.startedAt}
        label={SAVE_AS.item}
        ask={(desk, jobIds, name) => askToSaveAs(desk, { jobIds, name })}
      />
      <Place run={run} />
      <DoAll since={run.startedAt} label={AGAIN.item} ask={(_desk, jobIds, name) => askToRestoreAgain(jobIds, name)} />
    </>
  );
}

/** To the first of the batch that nobody has heard, or to the first of it. @param props.since milliseconds since the epoch */
function ListenToBatch({ since }: { readonly since: number }) {
  const desk = useDesk();
  // As one text: a list would be a new one at every event.
  const ids = useQueue((state) => batchIds(state, since));
  const jobIds = ids === '' ? [] : ids.split(' ');
  const unheard = useQueue(({ jobs }) => jobIds.filter((id) => isUnheard(jobs.get(id))).length);
  if (jobIds.length === 0) return null;

  function listen(): void {
    const { jobs } = desk.queue.getState();
    desk.goTo('listen', jobIds.find((id) => isUnheard(jobs.get(id))) ?? jobIds[0]);
  }

  return (
    <Button size="compact-sm" leftSection={<IconPlayerPlayFilled size={11} />} onClick={listen}>
      {RUN_SUMMARY.listen(unheard)}
    </Button>
  );
}

/** What was done since then, in the queue's order. */
function batchIds({ counts, jobs, order }: QueueState, since: number): string {
  if (counts.done === 0) return '';
  const isOfBatch = (id: string) => {
    const job = jobs.get(id);
    return job?.state.kind === 'done' && (job.finishedAt ?? 0) >= since;
  };
  return order.filter(isOfBatch).join(' ');
}

function isUnheard(job: JobView | undefined): boolean {
  return job !== undefined && isToHear(job);
}

interface DoAllProps {
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly label: string;
  ask(desk: PageDesk, jobIds: string[], name: string): void;
}

/** What may follow for all of the batch that is done: other files without paying again, or another restoration, which says first what it costs. */
function DoAll({ ask, label, since }: DoAllProps) {
  const desk = useDesk();
  const ids = useQueue((state) => batchIds(state, since));
  if (ids === '') return null;

  function open(): void {
    const jobIds = ids.split(' ');
    ask(desk, jobIds, desk.queue.getState().jobs.get(jobIds[0] ?? '')?.name ?? '');
  }

  return (
    <Button size="compact-sm" data-roomy onClick={open}>
      {label}
    </Button>
  );
}

/** A button that opens the folder with the most files, or copies its path where folders can't be opened. */
function Place({ run: { folders } }: { run: RunSummary }) {
  const { client, queue } = useDesk();
  const opens = useSession((state) => state.info?.host === 'desktop');
  const [folder] = folders;
  const hasOutput = useQueue((state) => folder !== undefined && opens && outputIn(folder, state.jobs) !== null);
  if (folder === undefined) return null;

  function open(): void {
    const found = outputIn(folder ?? '', queue.getState().jobs);
    if (found !== null) client.system.reveal(found).catch(showRefusal);
  }

  if (hasOutput) {
    return (
      <Button size="compact-sm" title={folder} onClick={open}>
        {RUN_SUMMARY.open}
      </Button>
    );
  }
  return (
    <CopyButton value={folder}>
      {({ copied, copy }) => (
        <Button size="compact-sm" title={folder} onClick={copy}>
          {copied ? RUN_SUMMARY.copied : RUN_SUMMARY.copy}
        </Button>
      )}
    </CopyButton>
  );
}

/** Only what there is to say: no zeros but the cost. */
export function runWords(run: RunSummary): string {
  const [folder, ...others] = run.folders;
  return [
    RUN_SUMMARY.when(
      formatMoment(run.finishedAt, Date.now(), RUN_SUMMARY.today),
      takenTime(Math.max(0, run.finishedAt - run.startedAt) / 1000),
    ),
    ...(run.failed > 0 ? [RUN_SUMMARY.failed(run.failed)] : []),
    ...(run.inReview > 0 ? [RUN_SUMMARY.toReview(run.inReview)] : []),
    ...(run.cancelled > 0 ? [RUN_SUMMARY.cancelled(run.cancelled)] : []),
    costWords(run),
    ...(run.reused > 0
      ? [
          run.saved === null || run.saved === 0
            ? RUN_SUMMARY.reused(run.reused)
            : RUN_SUMMARY.saved(formatUsd(run.saved), run.reused),
        ]
      : []),
    ...(run.paidAgain > 0 ? [RUN_SUMMARY.paidAgain(run.paidAgain)] : []),
    folder === undefined
      ? RUN_SUMMARY.delivered(run.delivered)
      : RUN_SUMMARY.savedIn(run.delivered, folderName(folder), others.length),
  ].join(' · ');
}

function costWords({ charged, quoted, unpriced }: RunSummary): string {
  if (quoted === 0 && charged === 0 && unpriced === 0) return RUN_SUMMARY.free;
  const paid = RUN_SUMMARY.charged(formatUsd(charged));
  if (unpriced > 0) return `${paid}, ${RUN_SUMMARY.unpriced(unpriced)}`;
  return quoted === null ? paid : `${paid}, ${RUN_SUMMARY.quoted(formatUsd(quoted))}`;
}

/** The last part: the whole path is in the tooltip of the button behind it. */
function folderName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
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
