import { expect, test } from 'vitest';
import { judge, MOST_TRIES } from '../../../electron/core/queue/retry-policy.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';

const fault = new CleartakeError('serviceFailed');

test('what may pass is tried at least six times more, each wait about twice the one before', () => {
  const waits: number[] = [];
  for (let tries = 0; ; tries++) {
    const verdict = judge(fault, 'uploading', tries, 1000, 1);
    if (verdict.kind !== 'wait') break;
    waits.push(verdict.milliseconds);
  }
  expect(waits.length).toBe(MOST_TRIES - 1);
  expect(waits.length).toBeGreaterThanOrEqual(6);
  expect(waits.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
});

test('waits are spread, and never shorter than the service asked for', () => {
  expect(judge(fault, 'uploading', 2, 1000, 0)).toEqual({ kind: 'wait', milliseconds: 2000 });
  const busy = new CleartakeError('serviceBusy', { retryAfterMs: 30_000 });
  expect(judge(busy, 'generating', 0, 1000, 0.5)).toEqual({ kind: 'wait', milliseconds: 30_000 });
});

test('billing holds the connection; what cannot pass fails at once, and says where a retry begins', () => {
  expect(judge(new CleartakeError('paymentFailed'), 'generating', 0, 1000, 0)).toEqual({ kind: 'park' });
  expect(judge(new CleartakeError('mediaSilent'), 'preparing', 0, 1000, 0)).toEqual({
    kind: 'fail',
    retryFrom: 'preparing',
  });
  expect(judge(new CleartakeError('projectUnknown'), 'generating', 0, 1000, 0)).toEqual({
    kind: 'fail',
    retryFrom: 'uploading',
  });
});
