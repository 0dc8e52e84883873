import { expect, test } from 'vitest';
import { createTurns } from '../../../electron/platform/time/turns.ts';

test('work begins when the work before it has ended, also when that failed, and a failure is for its caller alone', async () => {
  const inTurn = createTurns();
  const order: string[] = [];
  const piece = (name: string, fails = false) =>
    inTurn(async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const results = await Promise.allSettled([piece('first'), piece('second', true), piece('third')]);
  expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await inTurn(() => 4)).toBe(4);
});

test('nothing begins while the caller still runs', async () => {
  let begun = false;
  const turn = createTurns()(() => {
    begun = true;
  });
  expect(begun).toBe(false);
  await turn;
  expect(begun).toBe(true);
});
