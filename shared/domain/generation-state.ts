/** The life of a generation: the start that is never paid twice, then the service's own states, then the result. */

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
  /** The request may have had its effect: only the service's own listing can tell. `since`: milliseconds since the epoch. */
  | { readonly kind: 'unknown'; readonly attemptId: string; readonly since: number }
  /** The listing could not settle it within the rules: the person decides. */
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
  /** The service does not know it any more, though it was paid for or will be: the listing, then the person, says what is true. */
  | { readonly kind: 'vanish'; readonly attemptId: string; readonly now: number }
  | { readonly kind: 'started'; readonly remoteId: string }
  | { readonly kind: 'ask' }
  /** The person wants the listing looked at once more. */
  | { readonly kind: 'check-again' }
  /** The person, or the one automatic resend that the rules allow, starts afresh. */
  | { readonly kind: 'start-again' }
  | { readonly kind: 'report'; readonly status: 'queued' | 'processing' | 'complete' }
  | { readonly kind: 'fail'; readonly error: ErrorRecord }
  | { readonly kind: 'download' }
  /** The service says after all that it is not complete: back to polling. */
  | { readonly kind: 'reopen' }
  | { readonly kind: 'stored' }
  /** Its file here is not what was stored any more, or a person does not believe that it is the result. */
  | { readonly kind: 'fetch-again' }
  /** A result that was paid for before stands for it: nothing is sent. */
  | { readonly kind: 'reuse'; readonly remoteId: string }
  /** Another generation follows and fetches what was started for this one. */
  | { readonly kind: 'hand-over'; readonly error: ErrorRecord }
  /** A failed generation is tried anew. */
  | { readonly kind: 'retry' };

/** The service's id of a generation, once it is known. */
export function remoteIdOf(state: GenerationState): string | null {
  return 'remoteId' in state ? state.remoteId : null;
}

/** Whether a start may be on its way or may have happened unseen: at most one such generation stands in a project. */
export function isUnresolved(state: GenerationState): boolean {
  return state.kind === 'intent' || state.kind === 'unknown' || state.kind === 'needs-you';
}

/** Whether the service is at work on it, as far as is known. */
export function isUnderWay(state: GenerationState): boolean {
  return state.kind === 'started' || state.kind === 'queued' || state.kind === 'processing';
}

/** Whether its result can be fetched, and is not here yet. */
function isComplete(state: GenerationState): state is Extract<GenerationState, { readonly remoteId: string }> {
  return state.kind === 'complete' || state.kind === 'downloading';
}

/** Whether nothing more happens to it by itself. */
export function isSettled(state: GenerationState): boolean {
  return state.kind === 'stored' || state.kind === 'failed';
}

/**
 * The state after an event.
 * @returns null when the event does not apply: the caller then changes nothing
 */
export function advanceGeneration(state: GenerationState, event: GenerationEvent): GenerationState | null {
  switch (event.kind) {
    case 'intend':
      return state.kind === 'ready' ? { kind: 'intent', attemptId: event.attemptId } : null;
    case 'not-started':
      return state.kind === 'intent' || state.kind === 'unknown' ? { kind: 'ready' } : null;
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
      return state.kind === 'unknown' || state.kind === 'needs-you' ? { kind: 'ready' } : null;
    case 'report':
      return isUnderWay(state) ? { kind: event.status, remoteId: remoteIdOf(state) ?? '' } : null;
    case 'fail':
      // What may have been started is not failed away: a retry would pay for it again.
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
