import { expect, test } from 'vitest';
import { createClockWatch } from '../../../../electron/core/queue/parts/clock-watch.ts';
import { createVirtualClock } from '../../../harness/time/virtual-clock.ts';

const HOUR = 3_600_000;

function openWatch() {
  const clock = createVirtualClock();
  let setBy = 0;
  const watch = createClockWatch({ ...clock, now: () => clock.now() + setBy });
  const told: number[] = [];
  watch.onJump((setBackBy) => told.push(setBackBy));
  return { clock, watch, told, set: (by: number) => (setBy += by) };
}

test('time that passes is no jump, and neither is a small correction', async () => {
  const { clock, told, set } = openWatch();
  await clock.advance(HOUR);
  set(-500);
  await clock.advance(60_000);
  expect(told).toEqual([]);
});

test('a clock that is set back tells by how much, one that is set forward that it jumped', async () => {
  const { clock, told, set } = openWatch();
  set(-24 * HOUR);
  await clock.advance(6000);
  set(24 * HOUR);
  await clock.advance(6000);
  expect(told).toEqual([24 * HOUR, 0]);
});

test('a sleep is noticed, whichever clock went on in it, and ends every nap', async () => {
  const { clock, watch, told, set } = openWatch();
  let ended = 0;
  const naps = [HOUR, 2 * HOUR].map((time) => watch.nap(time, new AbortController().signal).then(() => ended++));
  // The wall clock alone went on.
  set(HOUR / 2);
  watch.check();
  await Promise.all(naps);
  expect([told, ended, watch.jumps]).toEqual([[0], 2, 1]);
  // Both went on.
  await clock.jump(HOUR);
  watch.check();
  expect(told.length).toBe(2);
});

test('a nap that is aborted rejects with the reason', async () => {
  const { watch } = openWatch();
  const over = new AbortController();
  const nap = watch.nap(1000, over.signal);
  over.abort(new Error('not wanted'));
  await expect(nap).rejects.toThrow('not wanted');
});

test('a sleep that the clocks do not show counts when the system tells of it, and ends naps', async () => {
  const { told, watch } = openWatch();
  const nap = watch.nap(HOUR, new AbortController().signal);
  watch.slept();
  await nap;
  expect([told, watch.jumps]).toEqual([[0], 1]);
});

test('a sleep that the clocks show too counts once', async () => {
  const { told, watch, set } = openWatch();
  set(HOUR);
  watch.slept();
  expect([told, watch.jumps]).toEqual([[0], 1]);
});

test('a hint wakes one napper at most once a second, and nobody else', async () => {
  const { clock, watch } = openWatch();
  const ended: string[] = [];
  const nap = (of: string) => watch.nap(HOUR, new AbortController().signal, of).then(() => ended.push(of));
  void nap('one');
  void nap('other');
  watch.wake('one');
  await clock.settle();
  expect(ended).toEqual(['one']);
  void nap('one');
  watch.wake('one');
  await clock.settle();
  expect(ended).toEqual(['one']);
  await clock.advance(1000);
  watch.wake('one');
  await clock.settle();
  expect(ended).toEqual(['one', 'one']);
});
