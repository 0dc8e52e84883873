import { expect, test } from 'vitest';
import { findMarks, markFrom, pairOf } from '../../../renderer/features/listen/marks/find-marks.ts';
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
