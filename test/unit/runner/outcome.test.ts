import { expect, test } from 'vitest';
import { type Outcome, summarize, withBreakdown } from '../../runner/outcome.ts';
import { readPlaywrightReport } from '../../runner/playwright-results.ts';

const good: Outcome = { passed: 3, failed: [], skipped: [] };

test('all passed', () => {
  expect(summarize([good, good])).toEqual({ lines: [], closing: '6 passed, 0 failed', succeeded: true });
});

test('failures and skips are named, the closing line counts them', () => {
  const mixed: Outcome = { passed: 1, failed: ['a > b'], skipped: [{ name: 'c', reason: 'only on a Mac' }] };
  expect(summarize([good, mixed])).toEqual({
    lines: ['skipped: c: only on a Mac', 'failed: a > b'],
    closing: '4 passed, 1 failed, 1 skipped',
    succeeded: false,
  });
});

test('a skip without a reason is a failure', () => {
  const silent: Outcome = { passed: 1, failed: [], skipped: [{ name: 'c', reason: null }] };
  expect(summarize([silent])).toMatchObject({ closing: '1 passed, 1 failed', succeeded: false });
});

test('nothing at all is no success', () => {
  expect(summarize([])).toMatchObject({ closing: '0 passed, 0 failed', succeeded: false });
});

test('a suite that crashed has failed, with and without results', () => {
  expect(withBreakdown('e2e', null, false).failed).toEqual(['e2e ended without results']);
  expect(withBreakdown('e2e', null, true).failed).toHaveLength(1);
  expect(withBreakdown('e2e', good, false)).toMatchObject({ passed: 3, failed: [expect.stringContaining('e2e')] });
  expect(withBreakdown('e2e', { ...good, failed: ['x'] }, false).failed).toEqual(['x']);
  expect(withBreakdown('e2e', good, true)).toBe(good);
});

test("Playwright's report is read down to its deepest suite", () => {
  const run = (status: string, annotations: object[] = []) => ({ projectName: 'browser', status, annotations });
  const report = {
    errors: [{ message: 'No tests found\nmore' }],
    suites: [
      {
        title: 'a.spec.ts',
        specs: [{ title: 'one', tests: [run('expected')] }],
        suites: [
          {
            title: 'group',
            specs: [
              { title: 'two', tests: [run('unexpected'), run('flaky')] },
              { title: 'three', tests: [run('skipped', [{ type: 'skip', description: 'needs a sound card' }])] },
              { title: 'four', tests: [run('skipped')] },
            ],
          },
        ],
      },
    ],
  };
  expect(readPlaywrightReport(report as unknown as Parameters<typeof readPlaywrightReport>[0])).toEqual({
    passed: 1,
    failed: ['Playwright: No tests found', 'browser > a.spec.ts > group > two', 'browser > a.spec.ts > group > two'],
    skipped: [
      { name: 'browser > a.spec.ts > group > three', reason: 'needs a sound card' },
      { name: 'browser > a.spec.ts > group > four', reason: null },
    ],
  });
});
