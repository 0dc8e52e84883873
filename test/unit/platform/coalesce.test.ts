import { expect, test } from 'vitest';
import { coalesce } from '../../../electron/core/store/start-journal/start-journal.ts';

/** Work whose runs are ended one by one. */
function runs() {
  const open: { readonly end: () => void; readonly fail: (reason: Error) => void }[] = [];
  let most = 0;
  let count = 0;
  let atOnce = 0;
  const work = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    count += 1;
    atOnce += 1;
    most = Math.max(most, atOnce);
    const over = (settle: () => void) => () => {
      atOnce -= 1;
      settle();
    };
    open.push({ end: over(resolve), fail: (reason) => over(() => reject(reason))() });
    return promise;
  };
  return { open, work, count: () => count, most: () => most };
}

const settle = () => new Promise(setImmediate);

test('those who come during a run share the next one, which begins after it', async () => {
  const work = runs();
  const call = coalesce(work.work);
  const ended: string[] = [];
  const first = call().then(() => ended.push('first'));
  const second = call().then(() => ended.push('second'));
  const third = call().then(() => ended.push('third'));
  await settle();
  expect(work.count()).toBe(1);
  work.open[0]?.end();
  await first;
  await settle();
  expect([work.count(), ended]).toEqual([2, ['first']]);
  work.open[1]?.end();
  await Promise.all([second, third]);
  expect([work.count(), work.most()]).toEqual([2, 1]);
});

test('one who comes just as a run ends gets one that began after the call', async () => {
  const work = runs();
  const call = coalesce(work.work);
  const first = call();
  const second = call();
  const late = first.then(() => call());
  work.open[0]?.end();
  await first;
  await settle();
  work.open[1]?.end();
  await second;
  await settle();
  for (const one of work.open) one.end();
  await late;
  expect(work.most()).toBe(1);
});

test('a run that fails is told to its own callers alone', async () => {
  const work = runs();
  const call = coalesce(work.work);
  const first = call();
  const second = call();
  work.open[0]?.fail(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await settle();
  work.open[1]?.end();
  await expect(second).resolves.toBeUndefined();
  const third = call();
  work.open[2]?.end();
  await expect(third).resolves.toBeUndefined();
});
