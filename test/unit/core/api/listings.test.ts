import { expect, test } from 'vitest';
import { wholeListing } from '../../../../electron/core/api/listings.ts';
import { readListedGenerations } from '../../../../shared/service-api/answers.ts';

const entry = (id: number) => ({ generationId: `gen_${id}`, status: 'complete', modelKey: 'service-2' });

/** A service that answers these bodies one after the other, and what it was asked with. */
function service(...bodies: readonly object[]) {
  const asked: object[] = [];
  return {
    asked,
    listed: () =>
      wholeListing(
        async (page) => {
          asked.push(page);
          const body = readListedGenerations(bodies[asked.length - 1] ?? bodies.at(-1));
          if (body === null) throw new Error('unreadable');
          return body;
        },
        ({ generations }) => generations.map(({ generationId }) => generationId),
      ),
  };
}

test('a listing without pages is asked for once, without a page', async () => {
  for (const rest of [{}, { nextCursor: null }, { nextCursor: '' }, { hasMore: false }]) {
    const { listed, asked } = service({ generations: [entry(1), entry(2)], ...rest });
    expect(await listed()).toEqual(['gen_1', 'gen_2']);
    expect(asked).toEqual([{}]);
  }
});

test('a listing that goes on is followed to its end, an empty page included', async () => {
  const { listed, asked } = service(
    { generations: [entry(1)], nextCursor: 'a' },
    { generations: [], nextCursor: 7 },
    { generations: [entry(2)], nextCursor: null },
  );
  expect(await listed()).toEqual(['gen_1', 'gen_2']);
  expect(asked).toEqual([{}, { cursor: 'a' }, { cursor: '7' }]);
});

test.each([
  ['more, and no cursor', [{ generations: [entry(1)], hasMore: true }]],
  ['the same cursor again', [{ generations: [entry(1)], nextCursor: 'a' }]],
  ['cursors in a circle', ['a', 'b', 'a'].map((nextCursor) => ({ generations: [entry(1)], nextCursor }))],
])('a listing whose end can’t be reached proves nothing: %s', async (_what, bodies) => {
  await expect(service(...bodies).listed()).rejects.toMatchObject({ code: 'serviceAnswerUnreadable' });
});

test('a cursor that can’t be read makes the listing unreadable', () => {
  for (const rest of [{ nextCursor: {} }, { nextCursor: 'x'.repeat(2000) }, { hasMore: 'yes' }]) {
    expect(readListedGenerations({ generations: [entry(1)], ...rest })).toBeNull();
  }
});
