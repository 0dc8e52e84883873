import { expect, test } from 'vitest';
import { spotOf } from '../../../renderer/features/desk/review/spot.ts';

test('the place of a fault is in the middle of twenty seconds, and marked', () => {
  expect(spotOf({ kind: 'lost-speech', at: 724, seconds: 2, places: 1 }, 1458)).toEqual({
    view: { from: 715, to: 735 },
    mark: { from: 724, to: 726 },
  });
});

test('at the ends of the recording the view stays within it; what lasts longer is marked to its edge', () => {
  expect(spotOf({ kind: 'length', at: 546.6, seconds: -0.4 }, 547)).toEqual({
    view: { from: 527, to: 547 },
    mark: { from: 546.4, to: 547 },
  });
  const silent = spotOf({ kind: 'silent-channel', channel: 'right', at: 100, seconds: 300 }, 400);
  expect(silent.mark).toEqual({ from: 100, to: silent.view.to });
  expect(silent.view.to - silent.view.from).toBe(20);
  expect(spotOf({ kind: 'clipping', at: 0 }, 4)).toEqual({
    view: { from: 0, to: 4 },
    mark: { from: 0, to: 3 },
  });
});

test('what is everywhere shows all of the recording without a mark', () => {
  expect(spotOf({ kind: 'swapped-channels' }, 90)).toEqual({ view: { from: 0, to: 90 }, mark: null });
  expect(spotOf({ kind: 'level', decibels: 9 }, 90).mark).toBeNull();
});
