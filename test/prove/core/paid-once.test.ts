import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { spoil, TIMINGS, WAYS, type WayName, WRONG_RULES, walkPairs } from '../../harness/simulation/ways.ts';
import { openWorld } from '../../harness/simulation/world.ts';
import { depth, someOf } from '../depth.ts';

const NAMES = someOf(Object.keys(WAYS) as WayName[], 4);

/** Each pair one after the other, meanwhile or at once, in turn; in the whole proof, in all three ways. */
const IN_TURN = depth(true, false);

test('whichever two ways into a start meet, the same is paid for once', {
  tags: 'long',
  retry: 0,
  timeout: 600_000,
}, async () => {
  const world = await openWorld({ seed: 1, folder: path.join(temporaryFolder(), 'data') });
  expect(await walkPairs(world, NAMES, TIMINGS, IN_TURN)).toEqual([]);
  expect(world.vendor.generations.length).toBeGreaterThan(NAMES.length ** 2);
  await world.close();
});

test.each(Object.keys(WRONG_RULES) as (keyof typeof WRONG_RULES)[])(
  'the pairs catch a rule by which %s',
  { retry: 0, timeout: 300_000 },
  async (rule) => {
    const folder = path.join(temporaryFolder(), 'data');
    const world = await openWorld({ seed: 1, folder });
    spoil(path.join(folder, 'cleartake.sqlite'), rule);
    const wrong = await walkPairs(world, ['restore', 'retry from the upload'], TIMINGS);
    expect(wrong).toContainEqual(expect.stringContaining('paid 2 times'));
    await world.close();
  },
);
