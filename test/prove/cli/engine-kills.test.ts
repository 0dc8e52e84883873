import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { killEngines } from '../../harness/load/engine-kills.ts';
import { depth } from '../depth.ts';

const FILES = depth(8, 20);
const KILLS = depth(1, 2);

test('engines killed in the middle of a batch cost time alone: every result is there, and nothing was started twice', {
  tags: 'long',
  retry: 0,
}, async () => {
  const { stderr, ...figures } = await killEngines(temporaryFolder(), FILES, KILLS);
  expect(figures, stderr).toEqual({
    status: 0,
    kills: KILLS,
    results: FILES,
    sent: FILES,
    generations: FILES,
    left: 0,
  });
});
