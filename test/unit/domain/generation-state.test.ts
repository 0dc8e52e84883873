import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CleartakeError, toErrorRecord } from '../../../shared/domain/errors.ts';
import {
  advanceGeneration,
  type GenerationEvent,
  type GenerationState,
  isUnresolved,
} from '../../../shared/domain/generation-state.ts';

const error = toErrorRecord(new CleartakeError('generationFailed'));
const attemptId = 'attempt';

test('a start is intended before it is anything else', () => {
  const ready: GenerationState = { kind: 'ready' };
  expect(advanceGeneration(ready, { kind: 'started', remoteId: 'g' })).toBeNull();
  expect(advanceGeneration(ready, { kind: 'intend', attemptId })).toEqual({ kind: 'intent', attemptId });
});

test('what may have been started is never intended again before it is resolved', () => {
  for (const state of [
    { kind: 'intent', attemptId },
    { kind: 'unknown', attemptId, since: 0 },
    { kind: 'needs-you', attemptId, since: 0 },
  ] as const) {
    expect(isUnresolved(state)).toBe(true);
    expect(advanceGeneration(state, { kind: 'intend', attemptId: 'another' })).toBeNull();
    expect(advanceGeneration(state, { kind: 'started', remoteId: 'g' })).toEqual({ kind: 'started', remoteId: 'g' });
  }
});

test('a refusal that arrives while the start is intended gives it back; later it does not', () => {
  expect(advanceGeneration({ kind: 'intent', attemptId }, { kind: 'not-started' })).toEqual({ kind: 'ready' });
  expect(advanceGeneration({ kind: 'started', remoteId: 'g' }, { kind: 'not-started' })).toBeNull();
});

test('reports move a started generation and nothing else', () => {
  const report: GenerationEvent = { kind: 'report', status: 'complete' };
  expect(advanceGeneration({ kind: 'queued', remoteId: 'g' }, report)).toEqual({ kind: 'complete', remoteId: 'g' });
  expect(advanceGeneration({ kind: 'stored', remoteId: 'g' }, report)).toBeNull();
  expect(advanceGeneration({ kind: 'unknown', attemptId, since: 0 }, report)).toBeNull();
});

test('an interrupted download begins again, a stored result stays', () => {
  const downloading = { kind: 'downloading', remoteId: 'g' } as const;
  expect(advanceGeneration(downloading, { kind: 'download' })).toEqual(downloading);
  expect(advanceGeneration({ kind: 'stored', remoteId: 'g' }, { kind: 'fail', error })).toBeNull();
});

test('under any order of events, two intents always have a resolution between them', () => {
  const kinds = ['not-started', 'ask', 'check-again', 'start-again', 'download', 'stored', 'retry'] as const;
  const event = fc.constantFrom<GenerationEvent>(
    ...kinds.map((kind) => ({ kind })),
    { kind: 'intend', attemptId },
    { kind: 'lost-sight', now: 1 },
    { kind: 'started', remoteId: 'g' },
    { kind: 'report', status: 'processing' },
    { kind: 'report', status: 'complete' },
    { kind: 'fail', error },
  );
  const resolutions = new Set(['not-started', 'start-again', 'fail', 'retry']);
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      let state: GenerationState = { kind: 'ready' };
      let open = false;
      for (const one of events) {
        const next = advanceGeneration(state, one);
        if (next === null) continue;
        if (one.kind === 'intend') {
          expect(open).toBe(false);
          open = true;
        } else if (resolutions.has(one.kind) && (next.kind === 'ready' || next.kind === 'failed')) open = false;
        state = next;
      }
    }),
  );
});
