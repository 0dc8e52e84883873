/** The groups for filtering and counting jobs. Pure. */

import type { JobView, TotalsView } from '../../shared/contract/views.ts';
import { isWorkingStage } from '../../shared/domain/job-state.ts';

export type JobGroup = 'startable' | 'waiting' | 'active' | 'done' | 'attention' | 'cancelled';

/** @param stalled whether everything is paused and nothing runs: unfinished work of an earlier run then counts as waiting */
export function groupOf(job: Pick<JobView, 'state' | 'started'>, stalled = false): JobGroup {
  const { kind } = job.state;
  if (isStartable(job)) return 'startable';
  switch (kind) {
    case 'queued':
    case 'waiting':
    case 'paused':
      return 'waiting';
    case 'failed':
    case 'needs-you':
    case 'in-review':
      return 'attention';
    case 'done':
    case 'cancelled':
      return kind;
    default:
      return kind === 'cancelling' || (isWorkingStage(kind) && !stalled) ? 'active' : 'waiting';
  }
}

/** Whether Start would start it. */
export function isStartable(job: Pick<JobView, 'state' | 'started'>): boolean {
  return !job.started && job.state.kind === 'queued';
}

/**
 * Whether its settings may still change: before Start, afterward while it waits or has failed and nothing was started for it, and how it is
 * saved while that waits or has failed.
 */
export function isOpenToChange(job: Pick<JobView, 'generations' | 'state' | 'started'>): boolean {
  if (!job.started) return isStartable(job);
  const { kind } = job.state;
  if (isToBeSaved(job)) return true;
  const waits = kind === 'queued' || kind === 'waiting' || kind === 'paused' || kind === 'failed';
  return waits && job.generations.length > 0 && job.generations.every(({ state }) => state === 'ready');
}

/** Whether its results are here, and saving them waits or has failed. */
export function isToBeSaved({ state }: Pick<JobView, 'state'>): boolean {
  return state.kind === 'failed'
    ? state.retryFrom === 'exporting'
    : state.kind === 'waiting' && state.from === 'exporting';
}

/** Whether it is finished, but still measures poorly. */
export function couldBeBetter({ weaknesses }: Pick<JobView, 'weaknesses'>): boolean {
  return weaknesses.length > 0;
}

/** Whether it has results of which the person has heard none. */
export function isToHear({ heard, state }: Pick<JobView, 'heard' | 'state'>): boolean {
  return state.kind === 'done' && !heard;
}

/** Whether everything is paused and nothing is running. */
export function isStalled({ totals }: { readonly totals: Pick<TotalsView, 'paused' | 'active'> }): boolean {
  return totals.paused && totals.active === 0;
}

/** Whether it waits for its connection: for billing or for a key. */
export function isBlocked(job: Pick<JobView, 'state'>): boolean {
  return job.state.kind === 'waiting' && job.state.until === null && !waitsForMoney(job);
}

/** Whether it waits for room under a cap, or until the person agrees to its price. */
export function waitsForMoney({ state }: Pick<JobView, 'state'>): boolean {
  return (
    state.kind === 'waiting' && (state.reason.code === 'costCapReached' || state.reason.code === 'costsMoreThanQuoted')
  );
}

/** Whether it continues once a working key is entered. */
export function waitsForKey({ state }: Pick<JobView, 'state'>): boolean {
  return state.kind === 'waiting' && (state.reason.code === 'keyMissing' || state.reason.code === 'keyRefused');
}

/** Whether the service may have started work on it, which cancelling can't undo. */
export function isBegun({ generations }: Pick<JobView, 'generations'>): boolean {
  return generations.some(({ state }) => state !== 'ready' && state !== 'failed' && state !== 'stored');
}

/** Whether it only waits its turn at the service: what is begun there is queued, and nothing is processed. */
function isQueuedThere({ generations, state }: Pick<JobView, 'generations' | 'state'>): boolean {
  const there = generations.filter((generation) => isBegun({ generations: [generation] }));
  return state.kind === 'generating' && there.length > 0 && there.every((generation) => generation.state === 'queued');
}

/** Whether its position in the queue no longer matters. */
export function isOver({ state }: Pick<JobView, 'state'>): boolean {
  return state.kind === 'done' || state.kind === 'cancelled';
}

type Counted = JobGroup | 'queued-there' | 'to-hear' | 'could-be-better' | 'begun' | 'blocked';

/**
 * The number of jobs in each group, and the number that weren't heard, could be better, are in progress, wait for their connection, and
 * only wait at the service.
 */
export type JobCounts = Readonly<Record<Counted, number>>;

export const NO_COUNTS: JobCounts = {
  startable: 0,
  waiting: 0,
  active: 0,
  done: 0,
  attention: 0,
  cancelled: 0,
  'to-hear': 0,
  'could-be-better': 0,
  begun: 0,
  'queued-there': 0,
  blocked: 0,
};

/** Adds a job to the counts, or removes it if `by` is -1. */
export function countIn(counts: Record<Counted, number>, job: JobView, by: 1 | -1): void {
  counts[groupOf(job)] += by;
  if (isToHear(job)) counts['to-hear'] += by;
  if (couldBeBetter(job)) counts['could-be-better'] += by;
  if (isWorkingStage(job.state.kind)) counts.begun += by;
  if (isBlocked(job)) counts.blocked += by;
  if (isQueuedThere(job)) counts['queued-there'] += by;
}

/** The counts to display. */
export function shownCounts(state: { readonly counts: JobCounts; readonly totals: TotalsView }): JobCounts {
  const { counts } = state;
  if (!isStalled(state) || counts.begun === 0) return counts;
  return { ...counts, active: counts.active - counts.begun, waiting: counts.waiting + counts.begun };
}
