/** The groups by which the queue is filtered and counted. Pure. */

import type { JobView, TotalsView } from '../../shared/contract/views.ts';
import { isWorkingStage } from '../../shared/domain/job-state.ts';

export type JobGroup = 'waiting' | 'active' | 'done' | 'attention' | 'cancelled';

/** @param stalled whether everything is paused and nothing is at work any more: what an earlier run left in the middle waits too */
export function groupOf(job: Pick<JobView, 'state'>, stalled = false): JobGroup {
  const { kind } = job.state;
  switch (kind) {
    case 'queued':
    case 'waiting':
    case 'paused':
      return 'waiting';
    case 'failed':
    case 'needs-you':
      return 'attention';
    case 'done':
    case 'cancelled':
      return kind;
    default:
      return kind === 'cancelling' || (isWorkingStage(kind) && !stalled) ? 'active' : 'waiting';
  }
}

/** Whether the one Start would start it. */
export function isStartable(job: Pick<JobView, 'state' | 'started'>): boolean {
  return !job.started && job.state.kind === 'queued';
}

/** Whether everything is paused and nothing is at work any more. */
export function isStalled({ totals }: { readonly totals: Pick<TotalsView, 'paused' | 'active'> }): boolean {
  return totals.paused && totals.active === 0;
}

/** Whether it waits for its connection: for the billing to be fixed, or for a key. */
export function isBlocked(job: Pick<JobView, 'state'>): boolean {
  return job.state.kind === 'waiting' && job.state.until === null;
}

type Counted = JobGroup | 'startable' | 'begun' | 'blocked';

/**
 * How many jobs are in each group; and of them how many wait for Start, how many are in the middle of their work, and how many wait
 * for their connection.
 */
export type JobCounts = Readonly<Record<Counted, number>>;

export const NO_COUNTS: JobCounts = {
  waiting: 0,
  active: 0,
  done: 0,
  attention: 0,
  cancelled: 0,
  startable: 0,
  begun: 0,
  blocked: 0,
};

/** Adds a job to the counts, or with `by` -1 takes it out. */
export function countIn(counts: Record<Counted, number>, job: JobView, by: 1 | -1): void {
  counts[groupOf(job)] += by;
  if (isStartable(job)) counts.startable += by;
  if (isWorkingStage(job.state.kind)) counts.begun += by;
  if (isBlocked(job)) counts.blocked += by;
}

/** The counts as the person sees them. */
export function shownCounts(state: { readonly counts: JobCounts; readonly totals: TotalsView }): JobCounts {
  const { counts } = state;
  if (!isStalled(state) || counts.begun === 0) return counts;
  return { ...counts, active: counts.active - counts.begun, waiting: counts.waiting + counts.begun };
}
