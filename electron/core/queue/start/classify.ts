/** What an answer to a start proves: that it happened, that it did not, or nothing. Without proof the outcome is `unknown`. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { readStartedGeneration } from '../../../../shared/service-api/answers.ts';
import { type Answer, answerError, isWellFormedRefusal, wasNeverSent } from '../../api/failures.ts';
import { isUsableId } from './listing.ts';

/** The outcome of one request. */
export type Outcome =
  | { readonly kind: 'started'; readonly remoteId: string; readonly status: string }
  /** Provably never left this computer. */
  | { readonly kind: 'not-sent'; readonly error: CleartakeError }
  /** The service refused with a 4xx and the contract's error body: nothing was started. Some may be asked again later (408, 425, 429). */
  | { readonly kind: 'refused'; readonly error: CleartakeError }
  | { readonly kind: 'unknown'; readonly detail: string };

/** @param isTaken whether an id belongs to another generation here, so that this start cannot have made it */
export function classifyAnswer(answer: Answer, isTaken: (remoteId: string) => boolean): Outcome {
  if (answer.status >= 200 && answer.status <= 299) {
    const started = readStartedGeneration(answer.body);
    if (started === null) return { kind: 'unknown', detail: `${answer.status} without an id` };
    const { generationId, status } = started;
    if (!isUsableId(generationId)) return { kind: 'unknown', detail: `${answer.status} with an id that is none` };
    if (isTaken(generationId)) return { kind: 'unknown', detail: `${answer.status} with the id of another generation` };
    return { kind: 'started', remoteId: generationId, status };
  }
  if (isWellFormedRefusal(answer)) return { kind: 'refused', error: startRefusal(answer) };
  return { kind: 'unknown', detail: `answered ${answer.status}` };
}

/** A fault without an answer: a timeout, a reset, a truncated answer, an abort. */
export function classifyFault(failure: unknown): Outcome {
  if (wasNeverSent(failure)) {
    return {
      kind: 'not-sent',
      error: new CleartakeError('serviceUnreachable', { cause: failure, detail: 'not sent' }),
    };
  }
  return {
    kind: 'unknown',
    detail: failure instanceof Error ? `${failure.name}: ${failure.message}` : 'unknown fault',
  };
}

/** One line for the events. */
export function describeOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'started':
      return `started ${outcome.remoteId}`;
    case 'unknown':
      return `unknown: ${outcome.detail.slice(0, 200)}`;
    default:
      return `${outcome.kind}: ${outcome.error.message.slice(0, 200)}`;
  }
}

function startRefusal(answer: Answer): CleartakeError {
  const error = answerError(answer);
  if (error.code !== 'notCompleteYet') return error;
  // A start is not ready when its recording has not arrived yet, or never did: try the same project again first.
  return new CleartakeError('notReadyToStart', {
    detail: error.detail ?? '409',
    ...(answer.retryAfterMs === null ? {} : { retryAfterMs: answer.retryAfterMs }),
  });
}
