/** The one place where states of jobs and generations change: pure step, row and event, in one transaction. */

import {
  advanceGeneration,
  type GenerationEvent,
  type GenerationState,
} from '../../../../shared/domain/generation-state.ts';
import { advanceJob, isFinal, type JobEvent, type JobState } from '../../../../shared/domain/job-state.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Store } from '../../store/open-store.ts';

export interface Transitions {
  /** @returns the new state, or null when the event does not apply to the present one and nothing changed */
  job(id: string, event: JobEvent): JobState | null;
  generation(id: string, event: GenerationEvent): GenerationState | null;
  /** Calls the listener after each committed change of a job or one of its generations. */
  onChange(listener: (jobId: string) => void): void;
  /** Announces changes other than of the state, such as progress. */
  touch(jobId: string): void;
}

export function createTransitions(store: Store, clock: Clock): Transitions {
  const listeners: ((jobId: string) => void)[] = [];
  const touch = (jobId: string) => {
    for (const listener of listeners) listener(jobId);
  };
  return {
    touch,
    onChange: (listener) => {
      listeners.push(listener);
    },
    job(id, event) {
      const write = isRepeatedAnyway(event) ? store.progress : store.transaction;
      const next = write(() => {
        const { state } = store.jobs.get(id);
        const after = advanceJob(state, event);
        if (after === null) return null;
        const at = clock.now();
        store.jobs.setState(id, after, isFinal(after) ? at : null);
        store.events.append({
          at,
          jobId: id,
          event: event.kind,
          from: state.kind,
          to: after.kind,
          detail: detailOf(event),
        });
        return after;
      });
      if (next !== null) touch(id);
      return next;
    },
    generation(id, event) {
      const write = isRepeatedAnyway(event) ? store.progress : store.transaction;
      const outcome = write(() => {
        const { state, jobId } = store.generations.get(id);
        const after = advanceGeneration(state, event);
        if (after === null) return null;
        // Reports repeat; only changes of the state are recorded.
        if (after.kind !== state.kind) {
          store.generations.setState(id, after);
          const at = clock.now();
          store.events.append({
            at,
            jobId,
            generationId: id,
            event: event.kind,
            from: state.kind,
            to: after.kind,
            detail: detailOf(event),
          });
        }
        return { after, jobId };
      });
      if (outcome !== null) touch(outcome.jobId);
      return outcome?.after ?? null;
    },
  };
}

/** Steps that a job repeats by itself if they are lost. None of them is a person's decision or about money. */
function isRepeatedAnyway({ kind }: JobEvent | GenerationEvent): boolean {
  return ['enter', 'finish', 'report', 'download', 'stored', 'fetch-again', 'reopen'].includes(kind);
}

function detailOf(event: JobEvent | GenerationEvent): string | null {
  if (event.kind === 'fail')
    return `${event.error.code}${event.error.detail === undefined ? '' : ` (${event.error.detail})`}`;
  if (event.kind === 'wait') return event.reason.code;
  if (event.kind === 'started' || event.kind === 'take-up') return event.remoteId;
  return null;
}
