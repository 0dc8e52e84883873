import { expect, test } from 'vitest';
import { peakOf, windowBars } from '../../../renderer/components/waves/window-peaks.ts';
import {
  BLOCK_PIXELS,
  blocksOf,
  levelOf,
  narrowed,
  overviewLevel,
  type PeakBlock,
  peaksOf,
} from '../../../renderer/features/listen/drawing/waves/peak-blocks.ts';
import {
  decodePeaks,
  decodePeaksHeader,
  encodePeaks,
  PEAK_LEVELS,
  PEAKS_HEADER_BYTES,
} from '../../../shared/engine-api/peaks-format.ts';

const RATE = 48_000;
const COLUMNS = 320;

/** Of so many seconds; no two neighbors are alike. */
function fileOf(seconds: number): Uint8Array {
  const frames = seconds * RATE;
  const levels = PEAK_LEVELS.map((framesPerPixel) => {
    const pairs = new Int8Array(Math.ceil(frames / framesPerPixel) * 2);
    for (let i = 0; i < pairs.length; i++) pairs[i] = i % 2 === 0 ? -((i * 7) % 127) : (i * 13) % 127;
    return { framesPerPixel, pairs };
  });
  return encodePeaks({ sampleRate: RATE, frames, levels });
}

/** As the desk answers a range. */
function blockAt(file: Uint8Array, { level, block }: PeakBlock): Int8Array {
  const { offset = 0, pixels = 0 } = decodePeaksHeader(file).levels[level] ?? {};
  const from = block * BLOCK_PIXELS;
  const count = Math.min(BLOCK_PIXELS, pixels - from);
  return new Int8Array(file.slice(offset + from * 2, offset + (from + count) * 2).buffer);
}

test.each([20, 3 * 3600])('of %i seconds, every view has the bars that the whole file gives', (seconds) => {
  const file = fileOf(seconds);
  const header = decodePeaksHeader(file.subarray(0, PEAKS_HEADER_BYTES));
  const all = decodePeaks(file);
  for (const span of [0.01, 0.5, 7, 300, 5000].filter((each) => each < seconds)) {
    for (const share of [0, 0.3, 0.777, 1]) {
      const from = (seconds - span) * share;
      const part = { from, to: from + span };
      const level = levelOf(header, part, COLUMNS);
      const found = peaksOf(header, level, part, (place) => blockAt(file, place));
      if (found === null) throw new Error('A block is missing');
      const bars = windowBars(found.peaks, from - found.begin, part.to - found.begin, COLUMNS);
      const whole = { ...all, levels: [all.levels[level] as (typeof all.levels)[number]] };
      const wanted = windowBars(whole, from, part.to, COLUMNS);
      // Where a column's edge falls on a pixel's, rounding may put the pixel into the next column.
      const other = bars.tops.filter((top, column) => top !== wanted.tops[column]);
      expect(other.length).toBeLessThan(COLUMNS / 10);
    }
  }
});

test('a view of three hours needs a few blocks at most, and the overview is one', () => {
  const header = decodePeaksHeader(fileOf(3 * 3600));
  const duration = 3 * 3600;
  expect(blocksOf(header, overviewLevel(header), { from: 0, to: duration })).toHaveLength(1);
  for (let span = 0.01; span < duration; span *= 1.7) {
    const part = { from: 1000, to: Math.min(duration, 1000 + span) };
    expect(blocksOf(header, levelOf(header, part, COLUMNS), part).length).toBeLessThanOrEqual(2);
  }
});

test('without a block there are no bars of its level, so that a coarser one stands in', () => {
  const file = fileOf(600);
  const header = decodePeaksHeader(file);
  expect(peaksOf(header, 0, { from: 10, to: 12 }, () => undefined)).toBeNull();
});

test('the overview of three hours has few pixels and every peak', () => {
  const seconds = 3 * 3600;
  const level = { framesPerPixel: 16_384, pairs: new Int8Array(2 * Math.ceil((seconds * RATE) / 16_384)).fill(1) };
  for (let at = 0; at < level.pairs.length; at += 2) level.pairs[at] = -2;
  const middle = 2 * Math.floor(level.pairs.length / 4);
  level.pairs.set([-2, 100, -90, 1], middle);
  const whole = { sampleRate: RATE, frames: seconds * RATE, levels: [level] };
  const few = narrowed(whole);
  const pixels = (few.levels[0]?.pairs.length ?? 0) / 2;
  expect(pixels).toBeGreaterThanOrEqual(2048);
  expect(pixels).toBeLessThan(2 * 2048);
  expect(peakOf(few)).toBe(100 / 127);
  const [bars, wanted] = [few, whole].map((peaks) => windowBars(peaks, 0, seconds, COLUMNS));
  expect(Math.max(...(bars?.tops ?? []))).toBe(Math.max(...(wanted?.tops ?? [])));
  expect(Math.min(...(bars?.bottoms ?? []))).toBe(Math.min(...(wanted?.bottoms ?? [])));
  expect(bars?.tops.filter((top) => top === 0)).toHaveLength(0);
  // The loud place stays where it is.
  expect(bars?.tops.findIndex((top) => top > 0.5)).toBe(wanted?.tops.findIndex((top) => top > 0.5));
});

test('a short recording keeps every pixel in its overview', () => {
  const peaks = decodePeaks(fileOf(20));
  const one = { ...peaks, levels: peaks.levels.slice(0, 1) };
  expect(narrowed(one)).toBe(one);
});
