/** Cancels recordings, and removes them from the queue: says what that can’t undo, and moves the focus to a sensible row. */

import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import type { JobView } from '../../../../shared/contract/views.ts';
import { hasResult } from '../../../components/jobs/results.ts';
import { offerUndo } from '../../../components/messages/notices.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import type { PageDesk } from '../../../state/desk.ts';
import { isBegun } from '../../../state/job-group.ts';
import { announce } from '../../../state/page-stores.ts';
import { connectionOf } from '../../../state/session-store.ts';
import { backToRow, rowAfterRemoval, scrollToRow } from '../../../state/view-store.ts';
import { visibleOf } from '../../../state/visible-rows.ts';
import { CANCELLED, REMOVE } from '../strings.ts';

/** Long enough for the rows and the dialog to be gone. */
const REDRAWN_MS = 60;

/** Says what cancelling can't undo. */
export async function cancelWithNotice(desk: PageDesk, jobs: readonly JobView[]): Promise<void> {
  const begun = jobs.filter(isBegun);
  await desk.client.queue.cancel({ jobIds: jobs.map(({ id }) => id) });
  if (begun.length === 0) return;
  const session = desk.session.getState();
  const billed = begun.some((job) => connectionOf(session, job)?.kind !== 'built-in');
  notifications.show({ message: billed ? CANCELLED.billed : CANCELLED.free });
}

/**
 * Asks only where a service may bill work that nobody fetches: everything else can be undone, and loses nothing.
 * @param staying number of selected recordings that are in progress and stay
 */
export async function askToRemove(desk: PageDesk, jobs: readonly JobView[], staying: number): Promise<void> {
  const remove = () =>
    removeJobs(
      desk,
      jobs.map(({ id }) => id),
      staying,
    );
  if (!jobs.some(isBegun)) {
    await remove();
    return;
  }
  modals.openConfirmModal({
    title: REMOVE.title(jobs.length),
    children: <Text size="sm">{removalWords(jobs, staying)}</Text>,
    labels: { confirm: REMOVE.confirm, cancel: REMOVE.keep },
    confirmProps: { variant: 'filled', color: 'red' },
    cancelProps: { 'data-autofocus': true },
    onConfirm: () => remove().catch(showRefusal),
    onClose: backToRow,
  });
}

/** What is kept and what is lost, in a few short sentences. */
export function removalWords(jobs: readonly JobView[], staying = 0): string {
  const without = jobs.filter((job) => !hasResult(job)).length;
  return [
    ...(without < jobs.length ? [REMOVE.restored] : []),
    ...(without > 0 ? [REMOVE.notRestored(without, jobs.length)] : []),
    ...(jobs.some(isBegun) ? [REMOVE.begun] : []),
    ...(staying > 0 ? [REMOVE.staying(staying)] : []),
    REMOVE.originals,
  ].join(' ');
}

/** @param staying number of selected recordings that are in progress and stay */
async function removeJobs(desk: PageDesk, jobIds: string[], staying = 0): Promise<void> {
  const instead = rowAfterRemoval(visibleOf(desk), new Set(jobIds));
  await desk.client.queue.remove({ jobIds });
  offerRestore(desk, jobIds, staying);
  if (instead !== null) scrollToRow(instead, true);
  else focusFirstButton(desk, jobIds);
}

/** @param staying number of recordings that were meant too and stay */
export function offerRestore(desk: PageDesk, jobIds: readonly string[], staying = 0): void {
  const [first] = jobIds;
  if (first === undefined) return;
  const words = [REMOVE.removed(jobIds.length), ...(staying > 0 ? [REMOVE.staying(staying)] : [])].join(' ');
  offerUndo(words, async () => {
    const { changed } = await desk.client.queue.restore({ jobIds: [...jobIds] });
    announce(REMOVE.restoredRows(changed));
    scrollToRow(first, true);
  });
}

/** The list is empty: focuses the first button of the empty desk once it is rendered. */
function focusFirstButton(desk: PageDesk, gone: readonly string[]): void {
  const isGone = (): boolean => !gone.some((id) => desk.queue.getState().jobs.has(id));
  const focus = (): void => {
    window.setTimeout(() => document.querySelector<HTMLElement>('#content button')?.focus(), REDRAWN_MS);
  };
  if (isGone()) {
    focus();
    return;
  }
  const stop = desk.queue.subscribe(() => {
    if (!isGone()) return;
    stop();
    focus();
  });
}
