import { expect, test } from 'vitest';
import { createSemaphore } from '../../../../electron/core/queue/parts/semaphore.ts';

const never = new AbortController().signal;

/** Work that lasts until it is ended from outside. */
function lasting() {
  let end = () => {};
  let begun = false;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = () => {
    begun = true;
    return over;
  };
  return { work, end: () => end(), hasBegun: () => begun };
}

test('no more work goes on at once than there are places, first come, first served', async () => {
  const places = createSemaphore(() => 2);
  const works = [lasting(), lasting(), lasting(), lasting()];
  const all = works.map(({ work }) => places.with(work, never));
  await Promise.resolve();
  expect(works.map(({ hasBegun }) => hasBegun())).toEqual([true, true, false, false]);
  works[1]?.end();
  await all[1];
  expect(works.map(({ hasBegun }) => hasBegun())).toEqual([true, true, true, false]);
  for (const { end } of works) end();
  await Promise.all(all);
});

test('work that fails gives its place back', async () => {
  const places = createSemaphore(() => 1);
  await expect(places.with(() => Promise.reject(new Error('odd')), never)).rejects.toThrow('odd');
  expect(await places.with(async () => 'next', never)).toBe('next');
});

test('who is called away while waiting leaves the queue, and the others go on', async () => {
  const places = createSemaphore(() => 1);
  const first = lasting();
  const working = places.with(first.work, never);
  const away = new AbortController();
  const calledAway = lasting();
  const waiting = places.with(calledAway.work, away.signal);
  const third = places.with(async () => 'third', never);
  away.abort(new Error('called away'));
  await expect(waiting).rejects.toThrow('called away');
  first.end();
  await working;
  expect(await third).toBe('third');
  expect(calledAway.hasBegun()).toBe(false);
});

test('with more places, waiting work begins at once; with fewer, what runs goes on', async () => {
  let most = 1;
  const places = createSemaphore(() => most);
  const works = [lasting(), lasting(), lasting()];
  const all = works.map(({ work }) => places.with(work, never));
  await Promise.resolve();
  most = 2;
  places.grow();
  await Promise.resolve();
  expect(works.map(({ hasBegun }) => hasBegun())).toEqual([true, true, false]);
  most = 1;
  works[0]?.end();
  await all[0];
  expect(works[2]?.hasBegun()).toBe(false);
  for (const { end } of works) end();
  await Promise.all(all);
});
