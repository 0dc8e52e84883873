import { expect, test } from 'vitest';
import { levelFor, peakOf, windowBars } from '../../../renderer/components/waves/window-peaks.ts';
import {
  following,
  isWhole,
  moved,
  pinched,
  rulerTicks,
  wholeOf,
  zoomed,
} from '../../../renderer/features/listen/waves/view-window.ts';
import type { Peaks } from '../../../shared/engine-api/peaks-format.ts';

/** One second at 25,600 Hz: a hundred pixels of 256 frames; a pixel's index is its height. */
function ramp(): Peaks {
  const fine = new Int8Array(200);
  for (let pixel = 0; pixel < 100; pixel++) {
    fine[pixel * 2] = -pixel;
    fine[pixel * 2 + 1] = pixel;
  }
  const coarse = new Int8Array(50);
  for (let pixel = 0; pixel < 25; pixel++) {
    coarse[pixel * 2] = -(pixel * 4 + 3);
    coarse[pixel * 2 + 1] = pixel * 4 + 3;
  }
  const levels = [
    { framesPerPixel: 256, pairs: fine },
    { framesPerPixel: 1024, pairs: coarse },
  ];
  return { sampleRate: 25_600, frames: 25_600, levels };
}

test('every pixel of the window falls into exactly one bar, which shows the peak', () => {
  const { tops, bottoms } = windowBars(ramp(), 0, 1, 50);
  expect([...tops].map((value) => Math.round(value * 127))).toEqual(
    Array.from({ length: 50 }, (_, bar) => bar * 2 + 1),
  );
  expect([...bottoms].map((value) => Math.round(value * 127))[49]).toBe(-99);
});

test('reads only the visible part', () => {
  const { tops } = windowBars(ramp(), 0.5, 0.6, 10);
  expect([...tops].map((value) => Math.round(value * 127))).toEqual([50, 51, 52, 53, 54, 55, 56, 57, 58, 59]);
});

test('reads the coarsest level with at least one pixel per bar', () => {
  const peaks = ramp();
  expect(levelFor(peaks, 2000)?.framesPerPixel).toBe(1024);
  expect(levelFor(peaks, 1000)?.framesPerPixel).toBe(256);
  expect(levelFor(peaks, 10)?.framesPerPixel).toBe(256);
});

test('there is nothing beyond the end', () => {
  const { tops } = windowBars(ramp(), 0.9, 1.9, 20);
  expect(tops[1]).toBeGreaterThan(0);
  expect([...tops.slice(3)].every((value) => value === 0)).toBe(true);
});

test('the peak of a take is its largest absolute sample', () => {
  expect(peakOf(ramp())).toBeCloseTo(99 / 127, 5);
});

test('zooming keeps the point under the pointer in place, within the recording', () => {
  const closer = zoomed(wholeOf(100), 100, 0.5, 25);
  expect(closer).toEqual({ from: 12.5, to: 62.5 });
  expect(zoomed(closer, 100, 100, 30)).toEqual({ from: 0, to: 100 });
  expect(zoomed(wholeOf(100), 100, 0.5, 0)).toEqual({ from: 0, to: 50 });
  const closest = zoomed(wholeOf(100), 100, 0.000_01, 50);
  expect(closest.to - closest.from).toBeCloseTo(0.002, 6);
  expect(isWhole(wholeOf(100), 100)).toBe(true);
  expect(isWhole(closer, 100)).toBe(false);
});

test('scrolling stops at both ends', () => {
  expect(moved({ from: 10, to: 20 }, 100, -30)).toEqual({ from: 0, to: 10 });
  expect(moved({ from: 10, to: 20 }, 100, 300)).toEqual({ from: 90, to: 100 });
});

test('the view scrolls only when the playhead has left it', () => {
  const view = { from: 10, to: 20 };
  expect(following(view, 100, 15)).toBe(view);
  const next = following(view, 100, 20.5);
  expect(next.from).toBeLessThan(20.5);
  expect(next.to).toBeGreaterThan(29);
});

test('the ruler marks round seconds with enough room for labels', () => {
  const hour = rulerTicks({ from: 0, to: 4000 }, 1000);
  expect(hour.map(({ label }) => label).slice(0, 3)).toEqual(['0:00', '10:00', '20:00']);
  expect(hour.at(-1)?.label).toBe('1:00:00');
  expect(rulerTicks({ from: 59.5, to: 60.7 }, 600).map(({ label }) => label)).toEqual([
    '0:59.6',
    '0:59.8',
    '1:00.0',
    '1:00.2',
    '1:00.4',
    '1:00.6',
  ]);
  expect(rulerTicks({ from: 0, to: 0 }, 600)).toEqual([]);
});

test('what is under two fingers stays under them', () => {
  const near = pinched(wholeOf(100), 100, [0.4, 0.6], [0.2, 0.8]);
  expect(near.from + 0.2 * (near.to - near.from)).toBeCloseTo(40, 6);
  expect(near.from + 0.8 * (near.to - near.from)).toBeCloseTo(60, 6);
  // Both fingers to the right, as far from each other as before: an earlier part, none of it beyond the beginning.
  expect(pinched({ from: 40, to: 60 }, 100, [0.2, 0.4], [0.7, 0.9]).from).toBeCloseTo(30, 6);
  expect(pinched(wholeOf(100), 100, [0.2, 0.4], [0.7, 0.9]).from).toBe(0);
});
