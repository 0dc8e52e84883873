import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CleartakeError, toErrorRecord } from '../../../shared/domain/errors.ts';
import {
  advanceJob,
  isFinal,
  isRunnable,
  type JobEvent,
  type JobState,
  stageOf,
  WORKING_STAGES,
} from '../../../shared/domain/job-state.ts';

const error = toErrorRecord(new CleartakeError('serviceFailed'));

function follow(events: readonly JobEvent[], from: JobState = { kind: 'queued' }): (string | null)[] {
  let state = from;
  return events.map((event) => {
    const next = advanceJob(state, event);
    if (next !== null) state = next;
    return next?.kind ?? null;
  });
}

test('a job goes through its stages in order, and none is left out', () => {
  const events: JobEvent[] = [
    ...WORKING_STAGES.map((stage) => ({ kind: 'enter', stage }) as const),
    { kind: 'finish' },
  ];
  expect(follow(events)).toEqual([...WORKING_STAGES, 'done']);
  expect(advanceJob({ kind: 'queued' }, { kind: 'enter', stage: 'generating' })).toBeNull();
  expect(advanceJob({ kind: 'uploading' }, { kind: 'enter', stage: 'generating' })).toBeNull();
  expect(advanceJob({ kind: 'generating' }, { kind: 'finish' })).toBeNull();
});

test('an earlier stage may be entered again, when its work must be repeated', () => {
  expect(advanceJob({ kind: 'generating' }, { kind: 'enter', stage: 'uploading' })).toEqual({ kind: 'uploading' });
});

test('a wait remembers where it goes on, and until when', () => {
  const waiting = advanceJob({ kind: 'uploading' }, { kind: 'wait', until: 1000, reason: error });
  expect(waiting).toEqual({ kind: 'waiting', from: 'uploading', until: 1000, reason: error });
  expect(isRunnable(waiting as JobState, 999)).toBe(false);
  expect(isRunnable(waiting as JobState, 1000)).toBe(true);
  expect(advanceJob(waiting as JobState, { kind: 'resume' })).toEqual({ kind: 'uploading' });
  expect(isRunnable({ kind: 'waiting', from: 'generating', until: null, reason: error }, Number.MAX_SAFE_INTEGER)).toBe(
    false,
  );
});

test('what is over stays over, whatever arrives late', () => {
  const late: JobEvent[] = [
    { kind: 'enter', stage: 'preparing' },
    { kind: 'wait', until: 0, reason: error },
    { kind: 'pause' },
    { kind: 'cancel' },
    { kind: 'finish' },
    { kind: 'stopped' },
  ];
  expect(follow(late, { kind: 'done' })).toEqual(late.map(() => null));
  expect(
    follow([...late, { kind: 'fail', error, retryFrom: 'queued' }], { kind: 'cancelled', from: 'queued' }),
  ).toEqual([...late, null].map(() => null));
});

test('a failure says where a retry begins', () => {
  expect(
    follow([{ kind: 'enter', stage: 'preparing' }, { kind: 'fail', error, retryFrom: 'preparing' }, { kind: 'retry' }]),
  ).toEqual(['preparing', 'failed', 'preparing']);
});

test('only a finished job is given another model', () => {
  expect(advanceJob({ kind: 'done' }, { kind: 'extend' })).toEqual({ kind: 'preparing' });
  expect(advanceJob({ kind: 'generating' }, { kind: 'extend' })).toBeNull();
  expect(advanceJob({ kind: 'done' }, { kind: 'download-again' })).toEqual({ kind: 'downloading' });
  expect(advanceJob({ kind: 'exporting' }, { kind: 'download-again' })).toBeNull();
});

test('a job whose paid work another one fetches looks for it before anything else when it is retried', () => {
  const events: JobEvent[] = [{ kind: 'hand-over', error }, { kind: 'retry' }];
  expect(follow(events, { kind: 'failed', error, retryFrom: 'downloading' })).toEqual(['failed', 'preparing']);
  expect(follow(events, { kind: 'cancelled', from: 'generating' })).toEqual(['cancelled', 'preparing']);
  expect(follow(events, { kind: 'generating' })).toEqual([null, null]);
});

test('no order of events leads to a state that cannot be left or that has no stage', () => {
  const stage = fc.constantFrom(...WORKING_STAGES);
  const waits = fc.option(fc.nat(), { nil: null });
  const leaves = (['retry', 'resume', 'cancel', 'stopped', 'extend', 'answer', 'accept'] as const).map((kind) => ({
    kind,
  }));
  const event: fc.Arbitrary<JobEvent> = fc.oneof(
    fc.record({ kind: fc.constant('enter' as const), stage }),
    fc.constantFrom<JobEvent>(...leaves, { kind: 'finish' }, { kind: 'pause' }),
    fc.constantFrom<JobEvent>({ kind: 'ask', question: 'was-it-started' }, { kind: 'hold-back', held: [] }),
    fc.record({ kind: fc.constant('wait' as const), until: waits, reason: fc.constant(error) }),
    fc.record({ kind: fc.constant('fail' as const), error: fc.constant(error), retryFrom: stage }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let state: JobState = { kind: 'queued' };
      for (const one of events) state = advanceJob(state, one) ?? state;
      expect(leaves.some((one) => advanceJob(state, one) !== null)).toBe(true);
      if (!isFinal(state) && state.kind !== 'needs-you') expect(stageOf(state)).not.toBeNull();
    }),
  );
});

test('a cancelled job that is retried goes on where it was: what was uploaded is not uploaded again', () => {
  const events: JobEvent[] = [{ kind: 'cancel' }, { kind: 'stopped' }, { kind: 'retry' }];
  expect(follow(events, { kind: 'generating' })).toEqual(['cancelling', 'cancelled', 'generating']);
});
