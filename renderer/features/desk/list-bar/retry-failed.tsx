/** Retries everything that failed and may succeed, and shows the price. */

import { Button } from '@mantine/core';
import type { JobView } from '../../../../shared/contract/views.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import { useDesk, useDeskCommand, useQueue, useSession } from '../../../state/desk-context.ts';
import type { QueueState } from '../../../state/queue-store.ts';
import { connectionOf, holdsCopies, type SessionState } from '../../../state/session-store.ts';
import { nextStep } from '../actions/row-actions.ts';
import { useRowActions } from '../actions/use-row-actions.ts';
import { RETRY_FAILED } from '../strings.ts';
import classes from './list-bar.module.css';

/** Obeys the window's menu and the palette, wherever the button is. */
export function useRetryCommand(): void {
  const { retry } = useRetryable();
  useDeskCommand('retry-failed', retry);
}

/** Nothing while nothing of what failed may succeed. @param props.label instead of one that counts them */
export function RetryFailed({ label }: { label?: string }) {
  const { retryable, retry } = useRetryable();
  const session = useSession((state) => state);
  if (retryable.length === 0) return null;
  const cost = retryCost(retryable, session);
  const costWords = cost === null ? RETRY_FAILED.unknown : RETRY_FAILED.cost(formatUsd(cost));
  return (
    <Button size="compact-sm" title={cost === 0 ? '' : costWords} onClick={retry}>
      {label ?? RETRY_FAILED.action(retryable.length)}
      {cost !== 0 && <span className={classes.cost}>· {costWords}</span>}
    </Button>
  );
}

function useRetryable(): { readonly retryable: readonly JobView[]; retry(): void } {
  const { queue } = useDesk();
  const actions = useRowActions();
  const session = useSession((state) => state);
  useQueue((state) => (state.failed.size > 0 ? state.changes : 0));
  const retryable = retryableJobs(queue.getState(), session);
  return {
    retryable,
    retry() {
      const ids = retryable.map((job) => job.id);
      if (ids.length > 0) actions.run('retry', ids);
    },
  };
}

/** What failed and may succeed. */
export function retryableJobs(
  { failed, jobs }: Pick<QueueState, 'failed' | 'jobs'>,
  session: SessionState,
): readonly JobView[] {
  const copies = holdsCopies(session);
  return [...failed].flatMap((id) => jobs.get(id) ?? []).filter((job) => nextStep(job, copies)?.id === 'retry');
}

/**
 * The cost of retrying, in micro-USD; null if a price is unknown. Stored and running generations aren't paid again, and failed
 * ones weren't charged.
 */
export function retryCost(jobs: readonly JobView[], session: Pick<SessionState, 'connections'>): number | null {
  let sum = 0;
  for (const job of jobs) {
    if (connectionOf(session, job)?.kind === 'built-in') continue;
    for (const { state, amount } of job.generations) {
      if (state !== 'failed' && state !== 'ready') continue;
      if (amount === null) return null;
      sum += amount;
    }
  }
  return sum;
}
