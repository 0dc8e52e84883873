import { expect, test } from 'vitest';
import { spansOf } from '../../../shared/domain/quality/spans.ts';
import { NO_MEASURES } from '../../fixtures/measures.ts';

const spans = (measures: object, frames: number | null = 10_000) =>
  spansOf({ measures: { ...NO_MEASURES, ...measures }, frames, sampleRate: 1000 }).map(({ from, kind, to }) => [
    kind,
    from,
    to,
  ]);

test('a recording that ends early has sound, silence for what is damaged, and an end that is missing', () => {
  const gaps = { frames: 1500, places: [0, 4000], lengths: [500, 1000] };
  expect(spans({ declaredSeconds: 25, gaps })).toEqual([
    ['gap', 0, 0.5],
    ['sound', 0.5, 4],
    ['gap', 4, 5],
    ['sound', 5, 10],
    ['missing', 10, 25],
  ]);
});

test('a whole recording is one span, and one that was never scanned has none', () => {
  expect(spans({ declaredSeconds: 4 })).toEqual([['sound', 0, 10]]);
  expect(spans({ gaps: { frames: 100, places: [4000] } })).toEqual([['sound', 0, 10]]);
  expect(spans({}, null)).toEqual([]);
});
