/** The groups by which the queue is filtered and counted. Pure. */

import type { JobView } from '../../shared/contract/views.ts';
import { isWorkingStage } from '../../shared/domain/job-state.ts';

export type JobGroup = 'waiting' | 'active' | 'done' | 'attention' | 'cancelled';

export function groupOf(job: Pick<JobView, 'state'>): JobGroup {
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
      return isWorkingStage(kind) || kind === 'cancelling' ? 'active' : 'waiting';
  }
}

/** Whether the one Start would start it. */
export function isStartable(job: Pick<JobView, 'state' | 'started'>): boolean {
  return !job.started && job.state.kind === 'queued';
}

/** How many jobs are in each group, and how many wait for Start. */
export type JobCounts = Readonly<Record<JobGroup | 'startable', number>>;

export const NO_COUNTS: JobCounts = { waiting: 0, active: 0, done: 0, attention: 0, cancelled: 0, startable: 0 };

/** Adds a job to the counts, or with `by` -1 takes it out. */
export function countIn(counts: Record<JobGroup | 'startable', number>, job: JobView, by: 1 | -1): void {
  counts[groupOf(job)] += by;
  if (isStartable(job)) counts.startable += by;
}
