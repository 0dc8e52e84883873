import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inNameOrder } from '../../../../electron/core/library/import/find-recordings.ts';

const counted = (one: { name: string }, other: { name: string }) =>
  one.name.localeCompare(other.name, 'en', { numeric: true });

test('names are in the order that a person would count in, and equal ones stay as they were', async () => {
  const word = fc.array(fc.constantFrom('a', 'B', 'é', '1', '2', '02', '10', ' ', '-', '_'), { maxLength: 4 });
  const names = fc.array(word, { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(names, fc.constantFrom(1, 2001, 5000), async (words, count) => {
      const all = Array.from({ length: count }, (_, place) => ({
        name: words[place % words.length]?.join('') ?? '',
        place,
      }));
      expect(await inNameOrder(all)).toEqual(all.toSorted(counted));
    }),
    { numRuns: 20 },
  );
});

test('a folder of many files does not keep others waiting while it is sorted', async () => {
  const all = Array.from({ length: 20_000 }, (_, index) => ({ name: `take ${(index * 7919) % 20_000}.wav` }));
  let turns = 0;
  let isOver = false;
  const sorting = inNameOrder(all).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    turns += 1;
    await new Promise(setImmediate);
  }
  expect((await sorting).map(({ name }) => name)).toEqual(all.map((_, index) => `take ${index}.wav`));
  expect(turns).toBeGreaterThan(10);
});
