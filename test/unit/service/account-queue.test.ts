import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createAccountQueue } from '../../../electron/service/work/billing/medium-lengths.ts';

/** Work that lasts until it is told to end. */
function openWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name);
        ends.set(name, () => resolve(name));
      }),
    end: async (name: string) => {
      ends.get(name)?.();
      await nextTurn();
    },
  };
}

test('one job of an account runs at a time, and others do not wait for it', async () => {
  const queue = createAccountQueue(4);
  const { begun, work, end } = openWork();
  const first = queue.run('ada', work('ada 1'));
  void queue.run('ada', work('ada 2'));
  void queue.run('bob', work('bob 1'));
  expect(begun).toEqual(['ada 1', 'bob 1']);
  await end('ada 1');
  expect(await first).toBe('ada 1');
  expect(begun).toEqual(['ada 1', 'bob 1', 'ada 2']);
});

test('no more jobs run than may, and they begin in their order', async () => {
  const queue = createAccountQueue(2);
  const { begun, work, end } = openWork();
  for (const name of ['a', 'b', 'c', 'd']) void queue.run(name, work(name));
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('work that fails fails for its own account alone, and the next one runs', async () => {
  const queue = createAccountQueue(1);
  const failing = queue.run('ada', () => Promise.reject(new Error('broken')));
  const next = queue.run('ada', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
