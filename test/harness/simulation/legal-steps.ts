/** Which steps the state machines allow, found by asking them: event, state before and state after, as one text. */

import { CleartakeError, toErrorRecord } from '../../../shared/domain/errors.ts';
import {
  advanceGeneration,
  type GenerationEvent,
  type GenerationState,
} from '../../../shared/domain/generation-state.ts';
import { advanceJob, type JobEvent, type JobState, STAGES, WORKING_STAGES } from '../../../shared/domain/job-state.ts';

const error = toErrorRecord(new CleartakeError('serviceFailed'));

const JOB_STATES: readonly JobState[] = [
  ...STAGES.flatMap((stage): JobState[] => [
    { kind: stage },
    { kind: 'waiting', from: stage, until: null, reason: error },
    { kind: 'paused', from: stage },
    { kind: 'cancelling', from: stage },
    { kind: 'failed', error, retryFrom: stage },
    { kind: 'cancelled', from: stage },
  ]),
  { kind: 'done' },
  { kind: 'needs-you', question: 'was-it-started' },
  { kind: 'in-review', held: [] },
];

const JOB_EVENTS: readonly JobEvent[] = [
  ...WORKING_STAGES.map((stage): JobEvent => ({ kind: 'enter', stage })),
  ...STAGES.map((stage): JobEvent => ({ kind: 'fail', error, retryFrom: stage })),
  { kind: 'wait', until: null, reason: error },
  { kind: 'ask', question: 'was-it-started' },
  { kind: 'hold-back', held: [] },
  { kind: 'hand-over', error },
  ...(
    ['finish', 'pause', 'resume', 'cancel', 'stopped', 'retry', 'answer', 'accept', 'extend', 'download-again'] as const
  ).map((kind) => ({
    kind,
  })),
];

const attempt = { attemptId: 'a', since: 0 };
const GENERATION_STATES: readonly GenerationState[] = [
  { kind: 'ready' },
  { kind: 'intent', attemptId: 'a' },
  { kind: 'unknown', ...attempt },
  { kind: 'needs-you', ...attempt },
  ...(['started', 'queued', 'processing', 'complete', 'downloading', 'stored'] as const).map((kind) => ({
    kind,
    remoteId: 'r',
  })),
  { kind: 'failed', remoteId: null, error },
];

const GENERATION_EVENTS: readonly GenerationEvent[] = [
  { kind: 'intend', attemptId: 'a' },
  { kind: 'lost-sight', now: 0 },
  { kind: 'vanish', attemptId: 'a', now: 0 },
  { kind: 'started', remoteId: 'r' },
  { kind: 'reuse', remoteId: 'r' },
  { kind: 'take-up', remoteId: 'r' },
  { kind: 'fail', error },
  { kind: 'hand-over', error },
  ...(['queued', 'processing', 'complete'] as const).map((status): GenerationEvent => ({ kind: 'report', status })),
  ...(
    [
      'not-started',
      'ask',
      'check-again',
      'start-again',
      'download',
      'reopen',
      'stored',
      'fetch-again',
      'retry',
    ] as const
  ).map((kind) => ({ kind })),
];

export const LEGAL_JOB_STEPS = steps(JOB_STATES, JOB_EVENTS, advanceJob);
export const LEGAL_GENERATION_STEPS = steps(GENERATION_STATES, GENERATION_EVENTS, advanceGeneration);

function steps<State extends { readonly kind: string }, Event extends { readonly kind: string }>(
  states: readonly State[],
  events: readonly Event[],
  advance: (state: State, event: Event) => State | null,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const state of states) {
    for (const event of events) {
      const after = advance(state, event);
      if (after !== null) found.add(stepOf(event.kind, state.kind, after.kind));
    }
  }
  return found;
}

export function stepOf(event: string, from: string, to: string): string {
  return `${event}: ${from} → ${to}`;
}
