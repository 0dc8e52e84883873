import { expect, test } from 'vitest';
import { retryCost } from '../../../renderer/features/desk/list-bar/retry-failed.tsx';
import { ceilingOf, limitNote, limitOf, pastedNumber } from '../../../renderer/features/settings/limits.ts';
import type { JobView } from '../../../shared/contract/views.ts';
import { preferencesSchema } from '../../../shared/domain/preferences.ts';
import { makeGeneration, makeJob } from '../../harness/fake-desk/fake-jobs.ts';

test('the desk accepts every typed limit', () => {
  expect([limitOf(''), limitOf(0), limitOf(-3), limitOf('x')]).toEqual([null, null, null, null]);
  expect([limitOf(2.5), limitOf('20')]).toEqual([2_500_000, 20_000_000]);
  for (const typed of [0.001, 1e9, 3.333_333, '0.5']) {
    expect(preferencesSchema.shape.uploadLimit.safeParse(limitOf(typed)).success, String(typed)).toBe(true);
  }
  expect([limitOf(1e9), limitOf(99_999_999)]).toEqual([1e10, 1e10]);
  expect(['', 0, 0.001, 1e9, 2.5].map(limitNote)).toEqual([null, 'none', 'least', 'most', null]);
  expect([ceilingOf(''), ceilingOf(-1), ceilingOf(0.25), ceilingOf(5000)]).toEqual([0, 0, 250_000, 1_000_000_000]);
  expect(preferencesSchema.shape.resendCeiling.safeParse(ceilingOf(5000)).success).toBe(true);
});

test('a retry costs only what was not charged and has no result', () => {
  // A service named like the built-in one isn't free.
  const connections = [
    { id: 'built-in', kind: 'built-in' },
    { id: 'r', kind: 'remote', name: 'This computer' },
  ] as unknown as Parameters<typeof retryCost>[1]['connections'];
  const job = (connectionId: string, ...parts: Partial<JobView['generations'][number]>[]): JobView => {
    const generations = parts.map((part) => ({ ...makeGeneration('a', 'service-2'), ...part }));
    return makeJob(1, { name: 'a.wav', connectionId, connection: 'This computer', generations }, 0);
  };
  const cost = (...jobs: JobView[]) => retryCost(jobs, { connections });
  expect(cost(job('r', { state: 'failed', amount: 500 }, { state: 'stored', amount: 300 }))).toBe(500);
  expect(cost(job('r', { state: 'ready', amount: 200 }), job('r', { state: 'failed', amount: 1 }))).toBe(201);
  expect(cost(job('r', { state: 'failed', amount: null }))).toBeNull();
  expect(cost(job('built-in', { state: 'failed', amount: null }))).toBe(0);
});

test('a pasted amount may have a decimal point or comma, and is ignored if ambiguous', () => {
  expect(['0,5', '12,50', ' 2.75 USD', '$3', '20', '5 MB/s'].map(pastedNumber)).toEqual([0.5, 12.5, 2.75, 3, 20, 5]);
  expect(['1.000,50', '1,000', 'ten', ''].map(pastedNumber)).toEqual([null, null, null, null]);
});
