import { expect, test } from 'vitest';
import {
  hasOtherLength,
  hasSameLength,
  mostBytesOf,
  otherLength,
} from '../../../../electron/core/library/result-bounds.ts';

const MIB = 1024 * 1024;
const lasting = (seconds: number) => ({ frames: Math.round(seconds * 48_000), sampleRate: 48_000 });

test('a result may be as large as sound and pictures can be; of a lost recording nothing is known', () => {
  const [small, large] = [60, 3600].map((durationSeconds) => mostBytesOf({ bytes: 10 * MIB, durationSeconds }));
  expect(small).toBeGreaterThan(60 * 48_000 * 4);
  expect(large).toBeLessThan(100 * 1024 * MIB);
  expect(mostBytesOf({ bytes: 0, durationSeconds: null })).toBe(Number.POSITIVE_INFINITY);
});

test.each([
  [18, 18.09, true, false],
  [18, 17.2, false, false],
  [18, 19.1, false, true],
  [18, 4, false, true],
  [3, 2.8, false, false],
  [3, 2, false, true],
  [7200, 7198.5, false, true],
])('of a recording of %d s a result of %d s: the same %s, to be told %s', (wanted, is, isSame, isOther) => {
  const recording = { durationSeconds: wanted };
  expect(hasSameLength(recording, lasting(is))).toBe(isSame);
  expect(hasOtherLength(recording, lasting(is))).toBe(isOther);
});

test('any length may be that of a lost recording, and what is told names both', () => {
  expect(hasSameLength({ durationSeconds: null }, lasting(1))).toBe(true);
  expect(hasOtherLength({ durationSeconds: null }, lasting(1))).toBe(false);
  expect(otherLength({ durationSeconds: 18.2 }, lasting(4)).userMessage).toContain('0:04.000, the recording 0:18.200');
});
