/** Actions that a job allows in its current state, and the next step. Pure. */

import type { JobView } from '../../../../shared/contract/views.ts';
import type { ErrorCode } from '../../../../shared/domain/error-messages/table.ts';
import { isFinal, isWorkingStage } from '../../../../shared/domain/job-state.ts';
import { hasResult } from '../../../components/jobs/results.ts';
import { REVIEW } from '../../../components/review/strings.ts';
import { waitsForMoney } from '../../../state/job-group.ts';
import { ACTION_LABELS } from '../strings.ts';

export type JobAction = keyof typeof ACTION_LABELS;

/** What was held back is listened to, in its row as in its panel. */
export function actionLabel(action: JobAction, { state }: Pick<JobView, 'state'>): string {
  return action === 'compare' && state.kind === 'in-review' ? REVIEW.listen : ACTION_LABELS[action];
}

/** Failures that a retry with the same file can't fix. */
const NOT_RETRYABLE: ReadonlySet<ErrorCode> = new Set([
  'mediaNotRecognized',
  'mediaNoSound',
  'mediaSilent',
  'mediaUnsupported',
  'ownResult',
  'connectionRemoved',
]);
/** Failures that a new copy of the file may fix, but a retry with the library's copy can't. */
const NOT_RETRYABLE_AS_COPY: ReadonlySet<ErrorCode> = new Set(['mediaEmpty', 'mediaDamaged', 'sourceChanged']);
const KEY_ERRORS: ReadonlySet<ErrorCode> = new Set(['keyMissing', 'keyRefused', 'keyMayNot']);

/** Whether the service may have started work on it, which cancelling can't undo. */
export function isBegun(job: JobView): boolean {
  return job.generations.some(({ state }) => state !== 'ready' && state !== 'failed' && state !== 'stored');
}

/** Whether it continues once a working key is entered. */
export function waitsForKey({ state }: Pick<JobView, 'state'>): boolean {
  return state.kind === 'waiting' && (state.reason.code === 'keyMissing' || state.reason.code === 'keyRefused');
}

/** Whether its position in the queue no longer matters. */
export function isOver(job: JobView): boolean {
  return job.state.kind === 'done' || job.state.kind === 'cancelled';
}

/** All possible actions, in menu order. */
export function possibleActions(job: JobView): readonly JobAction[] {
  const { state } = job;
  const actions: JobAction[] = [];
  if (hasResult(job)) actions.push('compare');
  if (state.kind === 'in-review') actions.push('accept', 'redo');
  if (state.kind === 'needs-you') actions.push('answer', 'check-again', 'start-again');
  if (state.kind === 'failed' && state.error.code === 'mediaTruncated') actions.push('accept-truncated');
  if (state.kind === 'failed' && state.error.code === 'sourceMissing') actions.push('find-source');
  if (state.kind === 'failed' && KEY_ERRORS.has(state.error.code)) actions.push('connections');
  if (!job.started && state.kind === 'queued') actions.push('start');
  if (state.kind === 'failed' || state.kind === 'cancelled') actions.push('retry');
  if (waitsForKey(job)) actions.push('enter-key');
  // Trying again without a key is pointless.
  if (state.kind === 'waiting' && state.reason.code === 'costCapReached') actions.push('change-cap');
  if (state.kind === 'waiting' && state.reason.code === 'costsMoreThanQuoted') actions.push('agree');
  if (state.kind === 'waiting' && state.reason.code !== 'keyMissing' && !waitsForMoney(job)) actions.push('try-now');
  if (state.kind === 'paused') actions.push('resume');
  if (job.started && (state.kind === 'queued' || state.kind === 'waiting' || isWorkingStage(state.kind))) {
    actions.push('pause');
  }
  if (job.started && !isFinal(state) && state.kind !== 'cancelling') actions.push('cancel');
  if (hasResult(job)) actions.push('reveal');
  actions.push('details');
  if (isFinal(state) || !job.started) actions.push('remove');
  return actions;
}

/** Whether the recording goes no further without its next step, so that the row always shows it. */
export function isNeeded(job: JobView): boolean {
  const { kind } = job.state;
  return (
    kind === 'needs-you' ||
    kind === 'in-review' ||
    kind === 'failed' ||
    kind === 'paused' ||
    waitsForKey(job) ||
    waitsForMoney(job)
  );
}

/**
 * The action that a row offers as a button; null if there is nothing to do but wait.
 * @param copies whether recordings are copies in the library
 */
export function nextStep(job: JobView, copies = false): JobAction | null {
  const { state } = job;
  switch (state.kind) {
    case 'needs-you':
      return 'answer';
    case 'failed':
      if (state.error.code === 'mediaTruncated') return 'accept-truncated';
      if (state.error.code === 'sourceMissing') return 'find-source';
      if (state.error.code === 'keyMayNot') return 'connections';
      if (NOT_RETRYABLE.has(state.error.code)) return 'remove';
      return copies && NOT_RETRYABLE_AS_COPY.has(state.error.code) ? 'remove' : 'retry';
    case 'paused':
      return 'resume';
    case 'cancelled':
      return hasResult(job) ? 'compare' : 'retry';
    case 'waiting':
      if (state.reason.code === 'costCapReached') return 'change-cap';
      if (state.reason.code === 'costsMoreThanQuoted') return 'agree';
      return waitsForKey(job) ? 'enter-key' : 'try-now';
    default:
      return hasResult(job) ? 'compare' : null;
  }
}
