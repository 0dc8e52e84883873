import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { tryTroubles } from '../../../harness/disk-trouble/virtual-troubles.ts';

test('a source, output, data or watch folder that fails or never answers is named, and the recording goes on by itself', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  const verdicts = await tryTroubles(temporaryFolder(), ['added'], ['EIO', 'silent']);
  expect(verdicts.filter(({ isMet }) => isMet)).toHaveLength(8);
  for (const verdict of verdicts) expect.soft(verdict).toMatchObject({ isTold: true, isDone: 'itself', wrong: [] });
});
