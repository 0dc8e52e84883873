import { expect, test } from 'vitest';
import { judge, MOST_TRIES } from '../../../electron/core/queue/retry-policy.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';

const fault = new CleartakeError('serviceFailed');

test('what may pass is tried at least six times more, each wait about twice the one before', () => {
  const waits: number[] = [];
  for (let tries = 0; ; tries++) {
    const verdict = judge(fault, 'uploading', { tries: tries, baseMs: 1000, random: 1, patient: false });
    if (verdict.kind !== 'wait') break;
    waits.push(verdict.milliseconds);
  }
  expect(waits.length).toBe(MOST_TRIES - 1);
  expect(waits.length).toBeGreaterThanOrEqual(6);
  expect(waits.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
});

test('waits are spread over their whole span, and never shorter than the service asked for', () => {
  const waits = [0, 0.5, 1].map((random) =>
    judge(fault, 'uploading', { tries: 2, baseMs: 1000, random, patient: false }),
  );
  expect(waits).toEqual([0, 2000, 4000].map((milliseconds) => ({ kind: 'wait', milliseconds })));
  const busy = new CleartakeError('serviceBusy', { retryAfterMs: 30_000 });
  expect(judge(busy, 'generating', { tries: 0, baseMs: 1000, random: 0.5, patient: false })).toEqual({
    kind: 'wait',
    milliseconds: 30_500,
  });
});

test('billing holds the connection; what cannot pass fails at once, and says where a retry begins', () => {
  expect(
    judge(new CleartakeError('paymentFailed'), 'generating', { tries: 0, baseMs: 1000, random: 0, patient: false }),
  ).toEqual({ kind: 'park' });
  expect(
    judge(new CleartakeError('mediaSilent'), 'preparing', { tries: 0, baseMs: 1000, random: 0, patient: false }),
  ).toEqual({ kind: 'fail', retryFrom: 'preparing' });
  expect(
    judge(new CleartakeError('projectUnknown'), 'generating', { tries: 0, baseMs: 1000, random: 0, patient: false }),
  ).toEqual({ kind: 'fail', retryFrom: 'uploading' });
});

test('a key that does not serve holds the connection where somebody can enter another, and fails elsewhere', () => {
  const circumstances = { tries: 0, baseMs: 1000, random: 0 };
  for (const code of ['keyMissing', 'keyRefused'] as const) {
    const error = new CleartakeError(code);
    expect(judge(error, 'downloading', { ...circumstances, patient: true })).toEqual({ kind: 'park' });
    expect(judge(error, 'downloading', { ...circumstances, patient: false })).toEqual({
      kind: 'fail',
      retryFrom: 'downloading',
    });
  }
});

test.each(['serviceUnreachable', 'redirectRefused', 'diskFull', 'storeUnwritable'] as const)(
  'what somebody has to see to (%s) is waited for without end where somebody is there to wait, and given up elsewhere',
  (code) => {
    const silence = new CleartakeError(code);
    const circumstances = { tries: 500, baseMs: 1000, random: 1 };
    expect(judge(silence, 'uploading', { ...circumstances, patient: true })).toEqual({
      kind: 'wait',
      milliseconds: 300_000,
    });
    expect(judge(silence, 'uploading', { ...circumstances, patient: false }).kind).toBe('fail');
    expect(judge(fault, 'uploading', { ...circumstances, patient: true }).kind).toBe('fail');
  },
);
