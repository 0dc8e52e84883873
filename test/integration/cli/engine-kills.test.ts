import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { killEngines } from '../../harness/load/engine-kills.ts';

test('engines killed in the middle of a batch cost time alone: every result is there, and nothing was started twice', {
  retry: 0,
}, async () => {
  const { stderr, ...figures } = await killEngines(temporaryFolder(), 20, 2);
  expect(figures, stderr).toEqual({ status: 0, kills: 2, results: 20, sent: 20, generations: 20, left: 0 });
});
