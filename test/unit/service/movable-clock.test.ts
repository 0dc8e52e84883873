import { expect, test } from 'vitest';
import { type Clock, systemClock } from '../../../electron/platform/time/clock.ts';
import { createMovableClock } from '../../../electron/service/rehearsal/movable-clock.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A clock that stands still: its sleeps end when they are aborted alone. */
function stoppedClock(): Clock & { readonly waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    now: () => 1000,
    monotonic: () => 10,
    sleep: (milliseconds, signal) => {
      waits.push(milliseconds);
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    },
  };
}

test('both of its times go forward together', () => {
  const clock = createMovableClock(stoppedClock());
  expect([clock.now(), clock.monotonic()]).toEqual([1000, 10]);
  clock.move(5 * DAY_MS);
  clock.move(1);
  expect([clock.now(), clock.monotonic()]).toEqual([1001 + 5 * DAY_MS, 11 + 5 * DAY_MS]);
});

test('a move ends the sleeps that are due by then and no others', async () => {
  const clock = createMovableClock(stoppedClock());
  const ended: string[] = [];
  const sleeps = [1000, 2000, 3000].map((time) => clock.sleep(time).then(() => ended.push(String(time))));
  clock.move(2000);
  await Promise.all(sleeps.slice(0, 2));
  expect(ended).toEqual(['1000', '2000']);
  clock.move(1000);
  await Promise.all(sleeps);
  expect(ended).toHaveLength(3);
});

test('a sleep longer than a timer can be is cut into waits', async () => {
  const base = stoppedClock();
  const clock = createMovableClock(base);
  const slept = clock.sleep(60 * DAY_MS);
  expect(base.waits).toEqual([2 ** 31 - 1]);
  clock.move(30 * DAY_MS);
  await Promise.resolve();
  clock.move(30 * DAY_MS);
  await slept;
  expect(base.waits.every((wait) => wait < 2 ** 31)).toBe(true);
});

test('an aborted sleep rejects with its own reason, before and during the wait', async () => {
  const clock = createMovableClock(systemClock);
  const reason = new Error('enough');
  await expect(clock.sleep(DAY_MS, AbortSignal.abort(reason))).rejects.toBe(reason);
  const ending = new AbortController();
  const slept = clock.sleep(DAY_MS, ending.signal);
  clock.move(1000);
  ending.abort(reason);
  await expect(slept).rejects.toBe(reason);
});
