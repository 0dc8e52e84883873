/** What comes next for a job. The stage that worked on it returns it, and only run-job.ts acts on it. */

import { CleartakeError, type ErrorCode, type ErrorRecord, toErrorRecord } from '../../../../shared/domain/errors.ts';
import type { JobEvent, WorkingStage } from '../../../../shared/domain/job-state.ts';
import type { Checkpoint } from '../../checkpoints.ts';
import type { Store } from '../../store/open-store.ts';

export type NextStep =
  | {
      readonly kind: 'enter';
      readonly stage: WorkingStage;
      /** Columns of the job's row, written in the transaction that moves it. */
      readonly changes?: JobChanges;
      /** Passed once the step is stored. */
      readonly checkpoint?: Checkpoint;
    }
  /** The job gives up its place in the lane for this long. */
  | { readonly kind: 'wait'; readonly milliseconds: number; readonly reason: ErrorRecord }
  /** The job gives up its place until somebody or something ends the wait. */
  | { readonly kind: 'suspend'; readonly reason: ErrorRecord }
  | Extract<JobEvent, { readonly kind: 'ask' | 'finish' | 'fail' | 'hold-back' }>;

/** After a failure the whole connection may have to wait: for billing or for a key. */
export type StepAfterFailure = NextStep | { readonly kind: 'park'; readonly reason: ErrorRecord };

export type JobChanges = Parameters<Store['jobs']['update']>[1];

/** @param now milliseconds since the epoch */
export function eventOf(step: StepAfterFailure, now: number): JobEvent {
  switch (step.kind) {
    case 'enter':
      return { kind: 'enter', stage: step.stage };
    case 'wait':
      return { kind: 'wait', until: now + step.milliseconds, reason: step.reason };
    case 'suspend':
    case 'park':
      return { kind: 'wait', until: null, reason: step.reason };
    default:
      return step;
  }
}

/** The job gives up its place until there is something to ask again. */
export function waitFor(code: ErrorCode, milliseconds: number): NextStep {
  return { kind: 'wait', milliseconds, reason: toErrorRecord(new CleartakeError(code)) };
}
