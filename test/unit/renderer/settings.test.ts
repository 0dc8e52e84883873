import { expect, test } from 'vitest';
import { retryCost } from '../../../renderer/features/desk/list-bar/retry-failed.tsx';
import {
  LEAST_MB,
  MOST_MB,
  MOST_USD,
  pastedNumber,
  readAtOnce,
  readCeiling,
  readLimit,
} from '../../../renderer/features/settings/fields/limits.ts';
import type { JobView } from '../../../shared/contract/views.ts';
import { MOST_AT_ONCE, preferencesSchema } from '../../../shared/domain/preferences.ts';
import { makeGeneration, makeJob } from '../../harness/fake-desk/fake-jobs.ts';

test('the desk accepts every number that a field does, and the field says what is wrong with the others', () => {
  expect(readLimit('')).toEqual({ value: null });
  expect([readLimit(2.5), readLimit('20')]).toEqual([{ value: 2_500_000 }, { value: 20_000_000 }]);
  for (const edge of [LEAST_MB, MOST_MB]) {
    const reading = readLimit(edge);
    expect(preferencesSchema.shape.uploadLimit.safeParse('value' in reading ? reading.value : undefined).success).toBe(
      true,
    );
  }
  for (const typed of [0, 0.001, -3, 1e9, 'x']) expect(readLimit(typed), String(typed)).toHaveProperty('problem');
  expect(readCeiling(0.25)).toEqual({ value: 250_000 });
  const most = readCeiling(MOST_USD);
  expect(preferencesSchema.shape.resendCeiling.safeParse('value' in most ? most.value : undefined).success).toBe(true);
  for (const typed of ['', -1, 5000, 'x']) expect(readCeiling(typed), String(typed)).toHaveProperty('problem');
  expect([readAtOnce(''), readAtOnce(3)]).toEqual([{ value: null }, { value: 3 }]);
  for (const typed of [0, 1.5, MOST_AT_ONCE + 1, 'x'])
    expect(readAtOnce(typed), String(typed)).toHaveProperty('problem');
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
