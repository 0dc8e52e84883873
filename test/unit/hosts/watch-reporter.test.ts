import { expect, test, vi } from 'vitest';
import { createWatchReporter } from '../../../electron/hosts/cli/reports/watch-reporter.ts';
import type { JobView } from '../../../shared/contract/views.ts';
import { makeJob } from '../../harness/fake-desk/fake-jobs.ts';

const job = (id: string, state: JobView['state']): JobView => makeJob(1, { id, name: `${id}.wav`, state }, 0);
const failed: JobView['state'] = {
  ...{ kind: 'failed', retryFrom: 'queued' },
  error: { code: 'sourceMissing', userMessage: 'It is gone.', retryable: true },
};

test('a recording that failed at its old place and was restored at its new one counts as restored', () => {
  const told: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => told.push(String(text)) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const reporter = createWatchReporter(true);
  for (const state of [failed, { kind: 'queued' }, { kind: 'done' }] as const) reporter.job(job('moved', state));
  expect(reporter.end()).toBe(0);
  reporter.job(job('damaged', failed));
  expect(reporter.end()).toBe(1);
  vi.restoreAllMocks();
  expect(told.map((line) => JSON.parse(line)).filter(({ event }) => event === 'stopped')).toMatchObject([
    { restored: 1, failed: 0 },
    { restored: 1, failed: 1 },
  ]);
});

test('stopped while a recording waits for a key, watching ends with status 3', () => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const reporter = createWatchReporter(false);
  const reason = { code: 'keyRefused', userMessage: 'The key is refused.', retryable: false } as const;
  const wait: JobView['state'] = { kind: 'waiting', from: 'uploading', until: null, reason };
  reporter.job(job('held', wait));
  expect(reporter.end()).toBe(3);
  reporter.job(job('held', { kind: 'done' }));
  expect(reporter.end()).toBe(0);
  vi.restoreAllMocks();
});
