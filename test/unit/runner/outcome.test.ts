import { expect, test } from 'vitest';
import { afterLastTry, type FailedTest, type Outcome, summarize, withBreakdown } from '../../runner/outcome.ts';
import { readPlaywrightReport } from '../../runner/playwright-results.ts';

const good: Outcome = { passed: 3, failed: [], skipped: [], secondTry: [], files: [] };

test('all passed', () => {
  expect(summarize([good, good], null)).toEqual({ lines: [], closing: '6 passed, 0 failed', succeeded: true });
});

test('failures and skips are named, the closing line counts them', () => {
  const mixed: Outcome = {
    passed: 1,
    failed: ['a > b'],
    skipped: [{ name: 'c', reason: 'only on a Mac' }],
    secondTry: [],
    files: [],
  };
  expect(summarize([good, mixed], null)).toEqual({
    lines: ['skipped: c: only on a Mac', 'failed: a > b'],
    closing: '4 passed, 1 failed, 1 skipped',
    succeeded: false,
  });
});

test('a test that needed a second try counts as passed, and is named', () => {
  const late: Outcome = { ...good, secondTry: ['a > b: was late'] };
  expect(summarize([late], null)).toEqual({
    lines: ['passed at the second try: a > b: was late', 'second tries: 1'],
    closing: '3 passed, 0 failed',
    succeeded: true,
  });
  expect(summarize([late], 1).succeeded).toBe(true);
  expect(summarize([late, late], 1)).toMatchObject({ closing: '6 passed, 1 failed', succeeded: false });
});

function failure(name: string, message: string, mayBeTriedAgain = true): FailedTest {
  return { file: name.split(' > ')[0] ?? '', name, sentence: `${name}: ${message}`, mayBeTriedAgain };
}

test('what fails beside others and passes alone is passed and named; what fails alone too, or may not be tried, stays failed', () => {
  const late = failure('a.test.ts > late', 'no row');
  const wrong = failure('a.test.ts > wrong', 'expected 1');
  const kill = failure('b.test.ts > kill', 'paid twice', false);
  const before = { ...good, failed: [late, wrong, kill].map(({ sentence }) => sentence) };
  expect(afterLastTry(before, [late, wrong], [failure('a.test.ts > wrong', 'expected 2')])).toEqual({
    ...good,
    passed: 4,
    failed: ['a.test.ts > wrong: expected 1', 'b.test.ts > kill: paid twice'],
    secondTry: ['a.test.ts > late: no row (passed alone)'],
  });
});

test('what fails only when its file runs alone is a failure too, and so is all of a file that does not load alone', () => {
  const late = failure('a.test.ts > late', 'no row');
  const before = { ...good, failed: [late.sentence] };
  const other = failure('a.test.ts > other', 'no file');
  expect(afterLastTry(before, [late], [other]).failed).toEqual([other.sentence]);
  const broken = { ...failure('a.test.ts', ''), sentence: 'a.test.ts broke down' };
  expect(afterLastTry(before, [late], [broken]).failed).toEqual([late.sentence, broken.sentence]);
  expect(afterLastTry({ ...good, failed: [broken.sentence] }, [broken], [])).toMatchObject({ passed: 3, failed: [] });
});

test('the ten slowest files of all suites are listed, slowest first, and what failed comes after them', () => {
  const files = Array.from({ length: 8 }, (_, index) => ({ file: `${index}.test.ts`, seconds: index * 10 }));
  const others = files.map(({ file, seconds }) => ({ file: `other/${file}`, seconds: seconds + 5.25 }));
  const outcomes = [
    { ...good, files },
    { ...good, files: others, failed: ['a > b'] },
  ];
  const { lines, closing } = summarize(outcomes, null);
  expect(lines).toHaveLength(13);
  expect(lines.slice(0, 3)).toEqual(['Slowest test files:', '    75.3 s  other/7.test.ts', '    70.0 s  7.test.ts']);
  expect(lines.slice(10)).toEqual(['    30.0 s  3.test.ts', '', 'failed: a > b']);
  expect(closing).toBe('6 passed, 1 failed');
});

test('a skip without a reason is a failure', () => {
  const silent: Outcome = { ...good, passed: 1, skipped: [{ name: 'c', reason: null }] };
  expect(summarize([silent], null)).toMatchObject({ closing: '1 passed, 1 failed', succeeded: false });
});

test('nothing at all is no success', () => {
  expect(summarize([], null)).toMatchObject({ closing: '0 passed, 0 failed', succeeded: false });
});

test('a suite that crashed has failed, with and without results', () => {
  expect(withBreakdown('e2e', null, false).failed).toEqual(['e2e ended without results']);
  expect(withBreakdown('e2e', null, true).failed).toHaveLength(1);
  expect(withBreakdown('e2e', good, false)).toMatchObject({ passed: 3, failed: [expect.stringContaining('e2e')] });
  expect(withBreakdown('e2e', { ...good, failed: ['x'] }, false).failed).toEqual(['x']);
  expect(withBreakdown('e2e', good, true)).toBe(good);
});

test("Playwright's report is read down to its deepest suite", () => {
  const results = [{ duration: 1500 }, { duration: 500 }];
  type Status = 'expected' | 'unexpected' | 'flaky' | 'skipped';
  const run = (status: Status, annotations: { type: string; description?: string }[] = []) => ({
    projectName: 'browser',
    status,
    annotations,
    results,
  });
  const file = 'browser/a.spec.ts';
  const report = {
    errors: [{ message: 'No tests found\nmore' }],
    suites: [
      {
        title: 'a.spec.ts',
        specs: [{ title: 'one', file, tests: [run('expected')] }],
        suites: [
          {
            title: 'group',
            specs: [
              { title: 'two', file, tests: [run('unexpected'), run('flaky')] },
              { title: 'three', file, tests: [run('skipped', [{ type: 'skip', description: 'needs a sound card' }])] },
              { title: 'four', file, tests: [run('skipped')] },
            ],
          },
        ],
      },
    ],
  };
  expect(readPlaywrightReport(report, 'test/e2e')).toEqual({
    passed: 2,
    failed: ['Playwright: No tests found', 'browser > a.spec.ts > group > two'],
    secondTry: ['browser > a.spec.ts > group > two'],
    skipped: [
      { name: 'browser > a.spec.ts > group > three', reason: 'needs a sound card' },
      { name: 'browser > a.spec.ts > group > four', reason: null },
    ],
    files: [{ file: 'test/e2e/browser/a.spec.ts', seconds: 10 }],
  });
});
