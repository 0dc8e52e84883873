import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { findDifferences, makeMixedRecordings } from '../../harness/engine/warm-engines.ts';

test('nothing of a recording reaches the next in the same process: every result is that of a new process', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  const inputs = makeMixedRecordings(folder, 8);
  expect(await findDifferences(folder, [...inputs, ...inputs.slice(0, 1)])).toEqual([]);
});
