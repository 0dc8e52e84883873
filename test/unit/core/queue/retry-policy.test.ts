import { expect, test } from 'vitest';
import { judge, MOST_TRIES } from '../../../../electron/core/queue/retry-policy.ts';
import { CleartakeError, type ErrorCode } from '../../../../shared/domain/errors.ts';
import type { WorkingStage } from '../../../../shared/domain/job-state.ts';

const fault = new CleartakeError('serviceFailed');
const CIRCUMSTANCES = { tries: 0, baseMs: 1000, random: 0, patient: false };

test('what may pass is tried at least six times more, each wait about twice the one before', () => {
  const waits: number[] = [];
  for (let tries = 0; ; tries++) {
    const verdict = judge(fault, 'uploading', { ...CIRCUMSTANCES, tries, random: 1 });
    if (verdict.kind !== 'wait') break;
    waits.push(verdict.milliseconds);
  }
  expect(waits.length).toBe(MOST_TRIES - 1);
  expect(waits.length).toBeGreaterThanOrEqual(6);
  expect(waits.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
});

test('waits are spread over their whole span, and never shorter than the service asked for', () => {
  const waits = [0, 0.5, 1].map((random) => judge(fault, 'uploading', { ...CIRCUMSTANCES, tries: 2, random }));
  expect(waits).toEqual([0, 2000, 4000].map((milliseconds) => ({ kind: 'wait', milliseconds })));
  const busy = new CleartakeError('serviceBusy', { retryAfterMs: 30_000 });
  const verdict = judge(busy, 'generating', { ...CIRCUMSTANCES, random: 0.5 });
  expect(verdict).toEqual({ kind: 'wait', milliseconds: 30_500 });
});

test('billing holds the connection; what cannot pass fails at once, and says where a retry begins', () => {
  const first = (code: ErrorCode, stage: WorkingStage) => judge(new CleartakeError(code), stage, CIRCUMSTANCES);
  expect(first('paymentFailed', 'generating')).toEqual({ kind: 'park' });
  expect(first('mediaSilent', 'preparing')).toEqual({ kind: 'fail', retryFrom: 'preparing' });
  expect(first('projectUnknown', 'generating')).toEqual({ kind: 'fail', retryFrom: 'uploading' });
});

test.each(['keyMissing', 'keyRefused'] as const)('%s holds the connection, on the desk and in a terminal', (code) => {
  for (const patient of [true, false]) {
    const circumstances = { ...CIRCUMSTANCES, patient };
    expect(judge(new CleartakeError(code), 'downloading', circumstances)).toEqual({ kind: 'park' });
  }
});

test('a folder that doesn’t answer is tried fourteen times where nothing is lost, and without end where something is sent', () => {
  const silence = new CleartakeError('placeSilent');
  const after = (tries: number, stage: WorkingStage) =>
    judge(silence, stage, { ...CIRCUMSTANCES, tries, patient: true }).kind;
  expect([after(12, 'exporting'), after(13, 'exporting'), after(500, 'uploading')]).toEqual(['wait', 'fail', 'wait']);
});

test.each(['serviceUnreachable', 'redirectRefused', 'diskFull', 'storeUnwritable'] as const)(
  'what somebody has to see to (%s) is waited for without end where somebody is there to wait, and given up elsewhere',
  (code) => {
    const silence = new CleartakeError(code);
    const late = { ...CIRCUMSTANCES, tries: 500, random: 1 };
    const patient = { ...late, patient: true };
    expect(judge(silence, 'uploading', patient)).toEqual({ kind: 'wait', milliseconds: 300_000 });
    expect(judge(silence, 'uploading', late).kind).toBe('fail');
    expect(judge(fault, 'uploading', patient).kind).toBe('fail');
  },
);
