/** The states of a job, and the one pure function that moves between them. */

import type { MoneyRecord } from './error-messages/reassurance.ts';
import { assertNever, type ErrorRecord, reassured } from './errors.ts';
import type { ResultInReview } from './integrity/findings.ts';

/** The stages in which the runner works on a job, in order. */
export const WORKING_STAGES = ['preparing', 'uploading', 'ready', 'generating', 'downloading', 'exporting'] as const;
export type WorkingStage = (typeof WORKING_STAGES)[number];
export const STAGES = ['queued', ...WORKING_STAGES] as const;
export type Stage = (typeof STAGES)[number];

/** What the person is asked when a job can't continue without them. */
type Question = 'was-it-started';

export type JobState =
  | { readonly kind: Stage }
  | { readonly kind: 'done' }
  /** Continues automatically: at `until` (milliseconds since the epoch), or, if that is null, when the connection is released. */
  | { readonly kind: 'waiting'; readonly from: Stage; readonly until: number | null; readonly reason: ErrorRecord }
  | { readonly kind: 'paused'; readonly from: Stage }
  | { readonly kind: 'cancelling'; readonly from: Stage }
  | { readonly kind: 'failed'; readonly error: ErrorRecord; readonly retryFrom: Stage }
  | { readonly kind: 'needs-you'; readonly question: Question }
  /** Restored, but these results failed the check before delivery: the person accepts them or restores the recording again. */
  | { readonly kind: 'in-review'; readonly held: ResultInReview[] }
  /** A retry continues from `from`: nothing is uploaded or started again. */
  | { readonly kind: 'cancelled'; readonly from: Stage };

export type JobEvent =
  /** The runner enters a stage: the next one (the upload may be skipped), or any earlier one when work must be repeated. */
  | { readonly kind: 'enter'; readonly stage: WorkingStage }
  | { readonly kind: 'finish' }
  | { readonly kind: 'wait'; readonly until: number | null; readonly reason: ErrorRecord }
  | { readonly kind: 'pause' }
  /** Ends a wait or a pause. */
  | { readonly kind: 'resume' }
  | { readonly kind: 'cancel' }
  /** No work of a cancelled job is running anymore. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'fail'; readonly error: ErrorRecord; readonly retryFrom: Stage }
  | { readonly kind: 'retry' }
  | { readonly kind: 'ask'; readonly question: Question }
  | { readonly kind: 'answer' }
  /** Results that failed the check stay in the library. */
  | { readonly kind: 'hold-back'; readonly held: ResultInReview[] }
  /** The person accepts the results: it is delivered. */
  | { readonly kind: 'accept' }
  /** A finished job gets another model: it checks first what it already has. */
  | { readonly kind: 'extend' }
  /** Paid results of a job that has ended aren't on this computer: they are downloaded. */
  | { readonly kind: 'download-again' }
  /** Another job downloads what was paid for this idle one: a retry looks for that result first. */
  | { readonly kind: 'hand-over'; readonly error: ErrorRecord };

/** The stage that a state belongs to; null when the job is over or waits for the person. */
export function stageOf(state: JobState): Stage | null {
  switch (state.kind) {
    case 'waiting':
    case 'paused':
    case 'cancelling':
      return state.from;
    case 'failed':
      return state.retryFrom;
    case 'done':
    case 'cancelled':
    case 'needs-you':
    case 'in-review':
      return null;
    default:
      return state.kind;
  }
}

/** Whether nothing more happens to the job without the person. */
export function isFinal(state: JobState): boolean {
  return state.kind === 'done' || state.kind === 'failed' || state.kind === 'cancelled' || state.kind === 'in-review';
}

/** Whether nobody needs to do anything anymore: History may be without it. */
export function hasEnded(state: JobState): boolean {
  return isFinal(state) && state.kind !== 'in-review';
}

/** Whether the runner may work on a job in this state, now. */
export function isRunnable(state: JobState, now: number): boolean {
  if (state.kind === 'waiting') return state.until !== null && state.until <= now;
  return state.kind === 'queued' || state.kind === 'cancelling' || isWorkingStage(state.kind);
}

export function isWorkingStage(kind: string): kind is WorkingStage {
  return WORKING_STAGES.some((stage) => stage === kind);
}

/**
 * The state after an event.
 * @returns null when the event doesn't apply: the caller then changes nothing
 */
export function advanceJob(state: JobState, event: JobEvent): JobState | null {
  const stage = stageOf(state);
  switch (event.kind) {
    case 'enter':
      return (state.kind === 'queued' || isWorkingStage(state.kind)) && mayEnter(state.kind as Stage, event.stage)
        ? { kind: event.stage }
        : null;
    case 'finish':
      return state.kind === 'exporting' ? { kind: 'done' } : null;
    case 'wait':
      return state.kind === 'queued' || isWorkingStage(state.kind)
        ? { kind: 'waiting', from: state.kind, until: event.until, reason: event.reason }
        : null;
    case 'pause':
      return stage !== null && (state.kind === 'queued' || state.kind === 'waiting' || isWorkingStage(state.kind))
        ? { kind: 'paused', from: stage }
        : null;
    case 'resume':
      return state.kind === 'waiting' || state.kind === 'paused' ? { kind: state.from } : null;
    case 'cancel':
      if (state.kind === 'needs-you') return { kind: 'cancelling', from: 'generating' };
      return stage === null || isFinal(state) || state.kind === 'cancelling'
        ? null
        : { kind: 'cancelling', from: stage };
    case 'stopped':
      return state.kind === 'cancelling' ? { kind: 'cancelled', from: state.from } : null;
    case 'fail':
      return isFinal(state) ? null : { kind: 'failed', error: event.error, retryFrom: event.retryFrom };
    case 'retry':
      if (state.kind === 'failed') return { kind: state.retryFrom };
      return state.kind === 'cancelled' ? { kind: state.from } : null;
    case 'ask':
    case 'answer':
    case 'hold-back':
    case 'accept':
      return afterPerson(state, event);
    case 'extend':
      return state.kind === 'done' || state.kind === 'failed' ? { kind: 'preparing' } : null;
    case 'download-again':
      return hasEnded(state) ? { kind: 'downloading' } : null;
    case 'hand-over':
      return handOver(state, event.error);
    default:
      return assertNever(event, 'job event');
  }
}

/** Steps to and from the states in which the person decides. */
function afterPerson(
  state: JobState,
  event: Extract<JobEvent, { readonly kind: 'ask' | 'answer' | 'hold-back' | 'accept' }>,
): JobState | null {
  switch (event.kind) {
    case 'ask':
      return state.kind === 'generating' ? { kind: 'needs-you', question: event.question } : null;
    case 'answer':
      return state.kind === 'needs-you' ? { kind: 'generating' } : null;
    case 'hold-back':
      return state.kind === 'exporting' ? { kind: 'in-review', held: event.held } : null;
    case 'accept':
      return state.kind === 'in-review' ? { kind: 'exporting' } : null;
  }
}

function handOver(state: JobState, error: ErrorRecord): JobState | null {
  if (state.kind === 'failed') return { kind: 'failed', error, retryFrom: 'preparing' };
  return state.kind === 'cancelled' ? { kind: 'cancelled', from: 'preparing' } : null;
}

function mayEnter(from: Stage, to: WorkingStage): boolean {
  if (from === 'queued') return to === 'preparing';
  // Everything may be uploaded already.
  if (from === 'preparing' && to === 'ready') return true;
  return WORKING_STAGES.indexOf(to) <= WORKING_STAGES.indexOf(from) + 1;
}

/** The state as it is shown: why it failed or waits, with what was sent, started and charged as it is on record now. */
export function reassuredState(state: JobState, money: MoneyRecord | undefined): JobState {
  if (state.kind === 'failed') return { ...state, error: reassured(state.error, money) };
  return state.kind === 'waiting' ? { ...state, reason: reassured(state.reason, money) } : state;
}
