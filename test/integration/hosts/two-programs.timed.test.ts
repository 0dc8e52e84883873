import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { judge, runTwoPrograms } from '../../harness/two-programs/two-programs.ts';

test('a desk and the command line on one data folder: one writes at a time, whichever is killed, and readers read', {
  tags: 'long',
  timeout: 180_000,
}, async () => {
  const report = await runTwoPrograms(temporaryFolder(), 4, 1);
  expect(report.writers).toBeGreaterThanOrEqual(3);
  expect(report.reads).toBeGreaterThan(20);
  expect(report).toMatchObject({ writesWithoutLock: 0, sharedLocks: 0, lockKept: 0, failedReads: [], damage: [] });
  // One that had to wait for a writer would wait for five seconds, and then fail.
  expect(report.slowestReadMs).toBeLessThan(4000);
});

test('a writer without the lock, and a lock that two have, would be seen', () => {
  const locked = (pid: number, at: string) => ({ pid, what: 'locked', at }) as const;
  const opened = (pid: number, at: string) => ({ pid, what: 'opened', at }) as const;
  const programs = [
    { pid: 1, endedAt: 50n },
    { pid: 2, endedAt: null },
  ];
  expect(judge([locked(1, '10'), opened(1, '11'), locked(2, '60'), opened(2, '61')], programs)).toEqual({
    writers: 2,
    unlocked: 0,
    shared: 0,
  });
  expect(judge([locked(1, '10'), opened(1, '11'), opened(2, '40')], programs)).toMatchObject({ unlocked: 1 });
  expect(judge([locked(1, '10'), locked(2, '40')], programs)).toMatchObject({ shared: 1 });
});
