/** The states of a generation: the start that is never paid twice, then the service's own states, then the result. */

import { assertNever, type ErrorRecord } from './errors.ts';

export const GENERATION_KINDS = [
  'ready',
  'intent',
  'unknown',
  'needs-you',
  'started',
  'queued',
  'processing',
  'complete',
  'downloading',
  'stored',
  'failed',
] as const satisfies readonly GenerationState['kind'][];

export type GenerationState =
  /** Nothing was sent. */
  | { readonly kind: 'ready' }
  /** The intent to start is durable; the request may or may not have left. */
  | { readonly kind: 'intent'; readonly attemptId: string }
  /** The request may have taken effect: only the service's list can tell. `since`: milliseconds since the epoch. */
  | { readonly kind: 'unknown'; readonly attemptId: string; readonly since: number }
  /** The list couldn't settle it within the rules: the person decides. */
  | { readonly kind: 'needs-you'; readonly attemptId: string; readonly since: number }
  /** The service has it: `remoteId` is its generationId. */
  | {
      readonly kind: 'started' | 'queued' | 'processing' | 'complete' | 'downloading' | 'stored';
      readonly remoteId: string;
    }
  | { readonly kind: 'failed'; readonly remoteId: string | null; readonly error: ErrorRecord };

export type GenerationEvent =
  | { readonly kind: 'intend'; readonly attemptId: string }
  /** The request provably never left, or the service refused it: no effect. */
  | { readonly kind: 'not-started' }
  | { readonly kind: 'lost-sight'; readonly now: number }
  /** The service no longer knows it, although it was or will be paid for: the list decides, then the person. */
  | { readonly kind: 'vanish'; readonly attemptId: string; readonly now: number }
  | { readonly kind: 'started'; readonly remoteId: string }
  | { readonly kind: 'ask' }
  /** The person asks for another look at the list. */
  | { readonly kind: 'check-again' }
  /** The person, or the one automatic retry that the rules allow, starts it again. */
  | { readonly kind: 'start-again' }
  | { readonly kind: 'report'; readonly status: 'queued' | 'processing' | 'complete' }
  | { readonly kind: 'fail'; readonly error: ErrorRecord }
  | { readonly kind: 'download' }
  /** The service reports that it isn't complete after all: back to polling. */
  | { readonly kind: 'reopen' }
  | { readonly kind: 'stored' }
  /** The stored file was changed or deleted, or the person doubts that it is the result. */
  | { readonly kind: 'fetch-again' }
  /** An earlier paid result is used instead: nothing is sent. */
  | { readonly kind: 'reuse'; readonly remoteId: string }
  /** What was started for another generation is followed and downloaded for this one: nothing is sent. */
  | { readonly kind: 'take-up'; readonly remoteId: string }
  /** Another generation follows and downloads what was started for this one. */
  | { readonly kind: 'hand-over'; readonly error: ErrorRecord }
  /** A failed generation is tried again. */
  | { readonly kind: 'retry' };

/** The service's id of a generation, once it is known. */
export function remoteIdOf(state: GenerationState): string | null {
  return 'remoteId' in state ? state.remoteId : null;
}

/** Whether a start may be in flight or may have happened unseen: a project has at most one such generation. */
export function isUnresolved(state: GenerationState): boolean {
  return state.kind === 'intent' || state.kind === 'unknown' || state.kind === 'needs-you';
}

/** Whether the service is working on it, as far as is known. */
export function isUnderWay(state: GenerationState): boolean {
  return state.kind === 'started' || state.kind === 'queued' || state.kind === 'processing';
}

/** Whether its result can be downloaded and isn't here yet. */
function isComplete(state: GenerationState): state is Extract<GenerationState, { readonly remoteId: string }> {
  return state.kind === 'complete' || state.kind === 'downloading';
}

/** Whether nothing more happens to it without the person. */
export function isSettled(state: GenerationState): boolean {
  return state.kind === 'stored' || state.kind === 'failed';
}

/**
 * The state after an event.
 * @returns null when the event doesn't apply: the caller then changes nothing
 */
export function advanceGeneration(state: GenerationState, event: GenerationEvent): GenerationState | null {
  switch (event.kind) {
    case 'intend':
      return state.kind === 'ready' ? { kind: 'intent', attemptId: event.attemptId } : null;
    case 'not-started':
      return ['intent', 'unknown'].includes(state.kind) ? { kind: 'ready' } : null;
    case 'lost-sight':
      return state.kind === 'intent' ? { kind: 'unknown', attemptId: state.attemptId, since: event.now } : null;
    case 'vanish':
      return isUnderWay(state) ? { kind: 'unknown', attemptId: event.attemptId, since: event.now } : null;
    case 'started':
      return isUnresolved(state) ? { kind: 'started', remoteId: event.remoteId } : null;
    case 'ask':
      return state.kind === 'unknown' ? { kind: 'needs-you', attemptId: state.attemptId, since: state.since } : null;
    case 'check-again':
      return state.kind === 'needs-you' ? { kind: 'unknown', attemptId: state.attemptId, since: state.since } : null;
    case 'start-again':
      return ['unknown', 'needs-you'].includes(state.kind) ? { kind: 'ready' } : null;
    case 'report':
      return isUnderWay(state) ? { kind: event.status, remoteId: remoteIdOf(state) ?? '' } : null;
    case 'fail':
      // A generation that may have started must not fail: a retry would pay for it again.
      return isSettled(state) || isUnresolved(state)
        ? null
        : { kind: 'failed', remoteId: remoteIdOf(state), error: event.error };
    case 'download':
      return isComplete(state) ? { kind: 'downloading', remoteId: state.remoteId } : null;
    case 'stored':
      return state.kind === 'downloading' ? { kind: 'stored', remoteId: state.remoteId } : null;
    case 'fetch-again':
      return state.kind === 'stored' ? { kind: 'complete', remoteId: state.remoteId } : null;
    case 'reuse':
      return state.kind === 'ready' ? { kind: 'stored', remoteId: event.remoteId } : null;
    case 'take-up':
      return state.kind === 'ready' ? { kind: 'started', remoteId: event.remoteId } : null;
    case 'reopen':
      return isComplete(state) ? { kind: 'processing', remoteId: state.remoteId } : null;
    case 'hand-over':
      return isUnderWay(state) || isComplete(state) ? { kind: 'failed', remoteId: null, error: event.error } : null;
    case 'retry':
      return state.kind === 'failed' ? { kind: 'ready' } : null;
    default:
      return assertNever(event, 'generation event');
  }
}

const LONGEST_STATUS = 60;

/** A status that only the service knows, as one short line; null for those that Cleartake has words for. */
export function strangeStatus(remoteStatus: string | null): string | null {
  const known = ['queued', 'processing', 'complete', 'failed', 'error', 'unknown'];
  if (remoteStatus === null || known.includes(remoteStatus)) return null;
  const line = remoteStatus
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line === '' ? null : line.slice(0, LONGEST_STATUS);
}
