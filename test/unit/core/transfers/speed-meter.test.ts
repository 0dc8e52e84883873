import { expect, test } from 'vitest';
import { createSpeedMeter } from '../../../../electron/core/queue/stages/speed-meter.ts';

function meterAt() {
  let now = 0;
  const meter = createSpeedMeter(() => now);
  return (seconds: number, restored: number, active = true) => {
    now = seconds * 1000;
    return meter.read(restored, active);
  };
}

test('work in progress counts: one long recording has a speed long before it is done', () => {
  const read = meterAt();
  expect(read(0, 0)).toBeNull();
  expect(read(1, 8)).toBeNull();
  expect(read(4, 40)).toBe(10);
  expect(read(30, 300)).toBe(10);
});

test('only the last minute counts, and a pause begins anew', () => {
  const read = meterAt();
  read(0, 0);
  for (let second = 1; second <= 200; second++) read(second, second <= 100 ? second : 100 + (second - 100) * 4);
  expect(read(201, 504)).toBeCloseTo(4, 1);
  expect(read(202, 508, false)).toBeNull();
  expect(read(203, 508)).toBeNull();
  expect(read(207, 528)).toBe(5);
});

test('jobs that leave the queue never make a speed below nothing', () => {
  const read = meterAt();
  read(0, 1000);
  expect(read(10, 100)).toBeNull();
  expect(read(20, 200)).toBe(10);
});
