/** Changes of recordings that wait, with a new quote afterward. */

import type { JobView } from '../../../../shared/contract/views.ts';
import type { RowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import type { PageDesk } from '../../../state/desk.ts';
import { isOpenToChange, isStartable } from '../../../state/job-group.ts';

/** Those that wait for Start. */
export function waitingAmong(desk: Pick<PageDesk, 'queue'>, jobIds: readonly string[]): readonly JobView[] {
  return among(desk, jobIds).filter(isStartable);
}

/** Those whose settings may still change, also after Start: nothing of them was sent to be restored. */
export function changeableAmong(desk: Pick<PageDesk, 'queue'>, jobIds: readonly string[]): readonly JobView[] {
  return among(desk, jobIds).filter(isOpenToChange);
}

function among({ queue }: Pick<PageDesk, 'queue'>, jobIds: readonly string[]): readonly JobView[] {
  const { jobs } = queue.getState();
  return jobIds.flatMap((id) => jobs.get(id) ?? []);
}

/** @param changes null for the settings of the batch. @returns how many were changed */
export async function changeRows(
  desk: PageDesk,
  jobs: readonly JobView[],
  changes: RowSettings | null,
): Promise<number> {
  if (jobs.length === 0) return 0;
  const { changed } = await desk.client.queue.change({ jobIds: jobs.map(({ id }) => id), changes });
  quoteAgain(desk);
  return changed;
}

/** @returns how many were moved */
export async function moveRows(desk: PageDesk, jobs: readonly JobView[], connectionId: string): Promise<number> {
  if (jobs.length === 0) return 0;
  const { changed } = await desk.client.queue.moveToConnection({ jobIds: jobs.map(({ id }) => id), connectionId });
  quoteAgain(desk);
  return changed;
}

/** The quote of the batch bar is asked for once more. */
export function quoteAgain({ session }: Pick<PageDesk, 'session'>): void {
  session.setState(({ rowChanges }) => ({ rowChanges: rowChanges + 1 }));
}
