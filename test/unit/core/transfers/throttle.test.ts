import { expect, test } from 'vitest';
import { createThrottle } from '../../../../electron/core/connections/throttle.ts';

test('generations under way are halved by a refusal, once for refusals that come together, and raised step by step', () => {
  let now = 0;
  const { generations } = createThrottle(
    () => now,
    () => 0.5,
  );
  const refused = (underWay: number, at: number) => {
    now = at;
    generations.refused(underWay);
  };
  generations.succeeded(16);
  expect(generations.most).toBeNull();
  refused(16, 0);
  refused(15, 10);
  expect(generations.most).toBe(8);
  refused(8, 5000);
  expect(generations.most).toBe(4);
  for (let round = 0; round < 5; round++) generations.succeeded(16);
  expect(generations.most).toBe(5);
  for (let round = 0; round < 200; round++) generations.succeeded(16);
  expect(generations.most).toBeNull();
  for (let round = 0; round < 9; round++) refused(2, 10_000 * (round + 1));
  expect(generations.most).toBe(1);
});

test('the two limits of a connection are learned apart: who is called too often may still have much under way', () => {
  const { calls, generations } = createThrottle(
    () => 0,
    () => 0.5,
  );
  calls.refused(5000);
  expect(generations.most).toBeNull();
  generations.refused(8);
  expect(generations.most).toBe(4);
  expect(calls.quietFor()).toBe(5000);
});

test('a connection that asks to wait is left alone by all its calls, then called half as often, then more again', () => {
  let now = 0;
  const { calls } = createThrottle(
    () => now,
    () => 0.5,
  );
  for (; now < 10_000; now += 100) expect(calls.reserve()).toBe(0);
  calls.refused(30_000);
  calls.refused(30_000);
  expect(calls.quietFor()).toBe(30_000);
  // Ten calls a second were too many: five a second leave, one after the other, after the wait.
  const turns = [calls.reserve(), calls.reserve(), calls.reserve()];
  expect(turns[0]).toBe(30_000);
  expect((turns[2] ?? 0) - (turns[1] ?? 0)).toBeGreaterThan(150);
  expect((turns[2] ?? 0) - (turns[1] ?? 0)).toBeLessThan(250);
  now += 60_000;
  for (let second = 0; second < 120; second++, now += 1000) calls.succeeded();
  expect([calls.reserve(), calls.reserve()]).toEqual([0, 0]);
});
