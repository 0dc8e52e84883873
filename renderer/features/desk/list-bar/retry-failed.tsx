/** Retries everything that failed and may succeed, and shows the price. */

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
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

interface RetryFailedProps {
  /** Instead of one that counts them. */
  readonly label?: string;
  /** Only what failed since then, in milliseconds since the epoch. */
  readonly since?: number;
  /** Shown while nothing of that may succeed; default: nothing. */
  readonly otherwise?: ReactNode;
}

export function RetryFailed({ label, otherwise = null, since }: RetryFailedProps) {
  const { retryable, retry } = useRetryable(since);
  const session = useSession((state) => state);
  if (retryable.length === 0) return otherwise;
  const cost = retryCost(retryable, session);
  const costWords = cost === null ? RETRY_FAILED.unknown : RETRY_FAILED.cost(formatUsd(cost));
  return (
    <Button size="compact-sm" title={cost === 0 ? '' : costWords} onClick={retry}>
      {label ?? RETRY_FAILED.action(retryable.length)}
      {cost !== 0 && <span className={classes.cost}>· {costWords}</span>}
    </Button>
  );
}

function useRetryable(since = 0): { readonly retryable: readonly JobView[]; retry(): void } {
  const { queue } = useDesk();
  const actions = useRowActions();
  const session = useSession((state) => state);
  useQueue((state) => (state.failed.size > 0 ? state.changes : 0));
  const all = retryableJobs(queue.getState(), session);
  const retryable = all.filter(({ finishedAt }) => (finishedAt ?? since) >= since);
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
