import { expect, test } from 'vitest';
import {
  findMarks,
  GROUP_WIDTH,
  groupMarks,
  MARK_WIDTH,
  type Mark,
  markFrom,
  pairOf,
} from '../../../renderer/features/listen/marks/find-marks.ts';
import type { TakeView } from '../../../shared/contract/views.ts';
import { NO_MEASURES } from '../../fixtures/measures.ts';

const worstMinute = { fromFrame: 48_000 * 60, frames: 48_000 * 60, signalToNoise: 9 };

function take(kind: 'original' | 'result', label: string, playable = true): TakeView {
  const measures = { ...NO_MEASURES, worstMinute: kind === 'original' ? worstMinute : null };
  const shape = { frames: 48_000 * 300, sampleRate: 48_000, channels: 1, fileName: 'a.wav', model: null };
  return { id: `${kind}:${label}`, kind, label, playable, measures, ...shape };
}

const ORIGINAL = take('original', 'Original');
const RESULTS = [take('result', 'Service 2.0'), take('result', 'Service 3.5')];

test('two results are compared with each other, one with the original, and nothing with a file that is gone', () => {
  expect(pairOf([ORIGINAL, ...RESULTS])).toEqual([1, 2]);
  expect(pairOf([ORIGINAL, RESULTS[0] as TakeView])).toEqual([0, 1]);
  expect(pairOf([take('original', 'Original', false), RESULTS[0] as TakeView])).toBeNull();
});

test('marks are in order of time, with what is there', () => {
  const marks = findMarks([ORIGINAL, ...RESULTS], [200, 20]);
  expect(marks.map(({ kind, second, label }) => [kind, second, label])).toEqual([
    ['difference', 20, 'Service 2.0 and Service 3.5 differ most'],
    ['worst-minute', 60, 'Worst minute of the original'],
    ['difference', 200, 'Service 2.0 and Service 3.5 differ most'],
  ]);
  expect(markFrom(marks, 20, 'next')?.second).toBe(60);
  expect(markFrom(marks, 60.2, 'previous')?.second).toBe(20);
  expect(markFrom(marks, 61, 'previous')?.second).toBe(60);
  expect(markFrom(marks, 200, 'next')).toBeUndefined();
});

test('clipping of a take is marked, once where it is dense', () => {
  const measures = { ...NO_MEASURES, clippedSamples: 90, clippedPlaces: [48_000 * 10, 48_000 * 12, 48_000 * 100] };
  const marks = findMarks([{ ...ORIGINAL, measures }], []);
  expect(marks.map(({ kind, second, label }) => [kind, second, label])).toEqual([
    ['clipping', 10, 'Clipping in Original'],
    ['clipping', 100, 'Clipping in Original'],
  ]);
});

const markAt = (second: number, kind: Mark['kind'] = 'difference'): Mark => ({ kind, second, label: `${kind}` });

test('marks that would lie over each other are one with their number, with the weightiest kind', () => {
  const marks = [markAt(10), markAt(12, 'held'), markAt(13, 'clipping'), markAt(50), markAt(90, 'clipping')];
  const groups = groupMarks(marks, 100, 600);
  expect(groups.map(({ kind, marks: together, place }) => [kind, together.length, place])).toEqual([
    ['held', 3, 0.115],
    ['difference', 1, 0.5],
    ['clipping', 1, 0.9],
  ]);
  // With room for each, and before the room is known, they stay apart.
  expect(groupMarks(marks, 100, 6000)).toHaveLength(5);
  expect(groupMarks(marks, 100, 0)).toHaveLength(5);
  expect(groupMarks([], 100, 600)).toEqual([]);
});

test('however many there are, no button lies over another, and none is lost', () => {
  for (const width of [200, 640, 1400]) {
    for (let count = 1; count < 90; count += 8) {
      const marks = Array.from({ length: count }, (_, index) => markAt(((index * 37) % 101) ** 1.5)).sort(
        (one, other) => one.second - other.second,
      );
      const groups = groupMarks(marks, 1100, width);
      expect(groups.flatMap(({ marks: together }) => together)).toEqual(marks);
      for (const [index, { marks: together, place }] of groups.entries()) {
        const next = groups[index + 1];
        if (next === undefined) continue;
        const half = (many: number) => (many === 1 ? MARK_WIDTH : GROUP_WIDTH) / 2;
        const apart = (next.place - place) * width;
        expect(apart).toBeGreaterThanOrEqual(half(together.length) + half(next.marks.length));
      }
    }
  }
});
