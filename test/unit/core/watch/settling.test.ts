import { expect, test } from 'vitest';
import { type Settling, settlesAt, sighted } from '../../../../electron/core/features/watch-folders/files/settling.ts';

const STABLE_MS = 5000;

/** Looks at a file that grows at these times (milliseconds), every second. @returns when it counts as finished */
function finishedAt(growsAt: readonly number[], bytesOf = (step: number) => step + 1): number {
  let settling: Settling | undefined;
  for (let now = 0; now < 600_000; now += 1000) {
    const steps = growsAt.filter((at) => at <= now).length;
    settling = sighted(settling, { bytes: bytesOf(steps), modifiedAt: steps }, now);
    const at = settlesAt(settling, STABLE_MS);
    if (at !== null && at <= now) return now;
  }
  throw new Error('It was never finished');
}

test('a file that does not change is finished after five seconds', () => {
  expect(finishedAt([])).toBe(5000);
});

test('a copy with ten pauses of four seconds is finished once, after its last byte', () => {
  const grows = Array.from({ length: 10 }, (_, index) => (index + 1) * 4000);
  expect(finishedAt(grows)).toBeGreaterThan(40_000 + 5000);
});

test('longer pauses are waited for longer, up to a minute', () => {
  expect(finishedAt([4000])).toBe(4000 + 8000);
  const slow = sighted(sighted(undefined, { bytes: 1, modifiedAt: 1 }, 0), { bytes: 2, modifiedAt: 2 }, 500_000);
  expect(settlesAt(slow, STABLE_MS)).toBe(560_000);
});

test('a file that only gets another time begins anew', () => {
  expect(finishedAt([3000], () => 10)).toBeGreaterThanOrEqual(8000);
});

test('an empty file is never finished, however long it lies there', () => {
  const empty = sighted(undefined, { bytes: 0, modifiedAt: 1 }, 0);
  expect(settlesAt(empty, STABLE_MS)).toBeNull();
  expect(settlesAt(sighted(empty, { bytes: 5, modifiedAt: 2 }, 1000), STABLE_MS)).toBe(6000);
});
