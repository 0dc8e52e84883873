import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { runTwoPrograms } from '../../fixtures/two-programs/two-programs.ts';

test('a desk and the command line on one data folder: one writes at a time, whichever is killed, and readers read', async () => {
  const report = await runTwoPrograms(temporaryFolder(), 4, 1);
  expect(report.writers).toBeGreaterThanOrEqual(3);
  expect(report.reads).toBeGreaterThan(20);
  expect(report).toMatchObject({ writesWithoutLock: 0, sharedLocks: 0, lockKept: 0, failedReads: [], damage: [] });
  expect(report.slowestReadMs).toBeLessThan(2000);
}, 180_000);
