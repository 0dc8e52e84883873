/** What a person decides about results in review: accept them, or have their recordings restored again. */

import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { JobView } from '../../../shared/contract/views.ts';
import { formatUsd, type MicroUsd } from '../../../shared/domain/money.ts';
import type { PageDesk } from '../../state/desk.ts';
import { announce } from '../../state/page-stores.ts';
import { showRefusal } from '../messages/saving.tsx';
import { KnownRepeats } from '../repeats/repeat-list.tsx';
import { REVIEW_WORDS } from '../strings.ts';

export async function acceptJobs({ client }: PageDesk, jobIds: readonly string[]): Promise<void> {
  const { changed } = await client.queue.accept({ jobIds: [...jobIds] });
  announce(REVIEW_WORDS.accepted(changed));
}

/** Asks first, unless it is free. @param onStarted called once all of them were started */
export function redoJobs(desk: PageDesk, jobs: readonly JobView[], onStarted: () => void = () => undefined): void {
  const start = () => void startAgain(desk, jobs).then(onStarted).catch(showRefusal);
  const amount = redoAmountOf(jobs);
  if (amount === 0) {
    start();
    return;
  }
  const connections = new Set(jobs.map(({ connection }) => connection));
  const over = connections.size === 1 ? (jobs[0]?.connection ?? null) : null;
  const cost =
    amount === null ? REVIEW_WORDS.costsUnknown(jobs.length) : REVIEW_WORDS.costs(jobs.length, formatUsd(amount), over);
  modals.openConfirmModal({
    title: REVIEW_WORDS.redoTitle(jobs.length),
    children: (
      <>
        <Text size="sm" mb="sm">{`${cost} ${REVIEW_WORDS.redoKept(jobs.length)}`}</Text>
        <KnownRepeats request={{ action: 'redo', jobIds: jobs.map(({ id }) => id) }} />
      </>
    ),
    labels: {
      confirm: amount === null ? REVIEW_WORDS.redo : REVIEW_WORDS.redoFor(formatUsd(amount)),
      cancel: REVIEW_WORDS.redoNot,
    },
    confirmProps: { variant: 'filled' },
    cancelProps: { 'data-autofocus': true },
    onConfirm: start,
  });
}

/** Each for what it costs as it was shown. One that is refused doesn't stop the others. */
async function startAgain({ client }: PageDesk, jobs: readonly JobView[]): Promise<void> {
  const started = await Promise.allSettled(
    jobs.map(({ id, redoAmount }) => client.queue.redo({ jobId: id, maxCost: redoAmount })),
  );
  const refused = started.find((one) => one.status === 'rejected');
  if (refused !== undefined) throw refused.reason;
}

/** What restoring all of them again costs at most; null when a price isn't known. */
function redoAmountOf(jobs: readonly JobView[]): MicroUsd | null {
  let sum = 0;
  for (const { redoAmount } of jobs) {
    if (redoAmount === null) return null;
    sum += redoAmount;
  }
  return sum;
}

/** As it stands beside Redo; null where it is free. */
export function redoPrice(jobs: readonly JobView[]): string | null {
  const amount = redoAmountOf(jobs);
  if (amount === 0) return null;
  return amount === null ? REVIEW_WORDS.unknownPrice : REVIEW_WORDS.price(formatUsd(amount));
}
