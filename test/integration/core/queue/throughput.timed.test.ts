import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { measureQueueSpeed } from '../../../harness/load/queue-speed.ts';

test('many short recordings take hardly longer in the queue than in a plain loop of uploads and downloads', {
  tags: 'long',
}, async () => {
  const options = { service: 'whole', rounds: 1, filesEach: 16, seconds: 3, concurrency: 8 } as const;
  const { queue, loop } = await measureQueueSpeed(temporaryFolder(), options);
  console.log(`queue: ${queue[0]?.toFixed(1)} files a second, plain loop: ${loop[0]?.toFixed(1)}`);
  expect(queue[0]).toBeGreaterThan(0.1 * (loop[0] ?? 0));
});
