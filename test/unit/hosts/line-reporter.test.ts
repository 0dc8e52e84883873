import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLineReporter } from '../../../electron/hosts/cli/reports/line-reporter.ts';
import type { JobView } from '../../../shared/contract/views.ts';
import { CleartakeError, toErrorRecord } from '../../../shared/domain/errors.ts';
import type { JobState } from '../../../shared/domain/job-state.ts';

beforeEach(() => {
  vi.useFakeTimers({
    now: new Date(2026, 0, 1, 12, 0, 0),
    toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

function job(id: string, state: JobState, connection = 'Vendor'): JobView {
  return {
    id,
    name: `${id}.wav`,
    folder: '',
    connectionId: connection,
    connection,
    state,
    durationSeconds: 1,
    generations: [],
  } as unknown as JobView;
}

const silence = toErrorRecord(new CleartakeError('serviceUnreachable'));
const waiting = (seconds: number): JobState => ({
  kind: 'waiting',
  from: 'uploading',
  until: Date.now() + seconds * 1000,
  reason: silence,
});

test('recordings that wait for one service are one line, not said again for half a minute', () => {
  const lines: string[] = [];
  const reporter = createLineReporter((line) => lines.push(line));
  reporter.begin(3);
  for (let round = 0; round < 10; round++) {
    for (const id of ['a', 'b', 'c']) {
      reporter.job(job(id, { kind: 'uploading' }));
      reporter.job(job(id, waiting(round + 5)));
    }
    vi.advanceTimersByTime(4000);
  }
  const said = lines.filter((line) => line.startsWith('Vendor: '));
  expect(said).toEqual([
    'Vendor: 3 recordings waiting until 12:00:05. The service isn’t responding. Nothing was lost. Cleartake retries automatically.',
    expect.stringMatching(/^Vendor: 3 recordings waiting until 12:00:\d\d\./),
  ]);
  expect(lines.filter((line) => line.endsWith(': uploading'))).toHaveLength(3);
});

test('a wait that is over at once is not worth a line; one that ends the run is', () => {
  const lines: string[] = [];
  const reporter = createLineReporter((line) => lines.push(line));
  reporter.begin(2);
  reporter.job(job('a', waiting(0.1)));
  reporter.job(job('a', { kind: 'uploading' }));
  vi.advanceTimersByTime(5000);
  reporter.job(job('b', { kind: 'waiting', from: 'ready', until: null, reason: silence }));
  reporter.end();
  expect(lines).toEqual(['a.wav: uploading', expect.stringMatching(/^Vendor: 1 recording waiting\. The service/)]);
});

test('the end of each recording says how many are over', () => {
  const lines: string[] = [];
  const reporter = createLineReporter((line) => lines.push(line));
  reporter.begin(2);
  reporter.job(job('a', { kind: 'done' }));
  reporter.job(job('a', { kind: 'done' }));
  reporter.job(job('b', { kind: 'failed', error: silence, retryFrom: 'ready' }));
  expect(lines).toEqual(['1 of 2: a.wav: done (0:01)', expect.stringMatching(/^2 of 2: b\.wav: failed: /)]);
});
