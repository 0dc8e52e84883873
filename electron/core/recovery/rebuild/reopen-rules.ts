/** What becomes of jobs and generations that came back from an older store: decisions alone, nothing is read or written here. */

import type { GenerationState } from '../../../../shared/domain/generation-state.ts';
import type { JobState } from '../../../../shared/domain/job-state.ts';

/** Whether a start that the row does not know can have followed on its state: what has a result is not started anew. */
export function mayBeStartedSince(state: GenerationState): boolean {
  return state.kind !== 'complete' && state.kind !== 'downloading' && state.kind !== 'stored';
}

/** The job's state once one of its generations may have been started: at the stage that asks the listing, in the hands it was in. */
export function stateAtListing(state: JobState): JobState {
  switch (state.kind) {
    case 'paused':
      return { kind: 'paused', from: 'generating' };
    case 'cancelling':
    case 'cancelled':
      return { kind: 'cancelled', from: 'generating' };
    case 'needs-you':
      return state;
    default:
      return { kind: 'generating' };
  }
}
