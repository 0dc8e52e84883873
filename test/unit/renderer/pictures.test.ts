import { expect, test } from 'vitest';
import { freeMemory } from '../../../renderer/components/waves/free-memory.ts';
import { findDifferences } from '../../../renderer/features/listen/drawing/differences.ts';
import { createByteCache, createLoader } from '../../../renderer/features/listen/drawing/loader.ts';
import { palette } from '../../../renderer/features/listen/drawing/spectrogram/draw-spectrogram.ts';
import {
  baseZoom,
  byteAt,
  TILE_ROWS,
  tilesIn,
  ZOOMS,
  zoomsFor,
} from '../../../renderer/features/listen/drawing/spectrogram/tile-grid.ts';
import {
  BLOCK_FRAMES,
  blocksIn,
  extremesOf,
  needsSamples,
  sampleAt,
} from '../../../renderer/features/listen/drawing/waves/sample-blocks.ts';
import { frequencyTicks } from '../../../renderer/features/listen/pictures/picture-field.tsx';
import { frequencyAt, heightOf } from '../../../shared/engine-api/tile-messages.ts';

const HOUR = 3600;

test.each([10, 600, 3 * HOUR, 20 * HOUR])('%i seconds: the picture behind all others is a few tiles', (duration) => {
  const tiles = tilesIn(0, baseZoom(duration), { from: 0, to: duration, duration });
  expect(tiles.length).toBeLessThanOrEqual(Math.max(2, Math.ceil(duration / 5242)));
});

test.each([
  [3 * HOUR, 1100],
  [600, 1100],
  [60, 1100],
  [5, 2200],
  [0.01, 2200],
])('%d seconds on %i pixels: coarse zooms first, then one that looks sharp, of few tiles', (span, width) => {
  const zooms = zoomsFor(3 * HOUR, span / width);
  expect(zooms[0]).toBe(baseZoom(3 * HOUR));
  expect([...zooms]).toEqual([...zooms].sort((one, other) => other - one));
  const sharp = zooms.at(-1) ?? -1;
  const column = (ZOOMS[sharp]?.span ?? 0) / (ZOOMS[sharp]?.columns ?? 1);
  expect(sharp === 0 || column <= (span / width) * 3).toBe(true);
  expect(tilesIn(0, sharp, { from: HOUR, to: HOUR + span, duration: 3 * HOUR }).length).toBeLessThan(60);
});

test('tiles cover a part without gaps, and nothing beyond the recording', () => {
  expect(tilesIn(1, 3, { from: 80, to: 170, duration: 200 }).map(({ index }) => index)).toEqual([0, 1, 2]);
  expect(tilesIn(1, 3, { from: 170, to: 200, duration: 200 }, 1).map(({ index }) => index)).toEqual([1, 2]);
});

test('a level is read at its time and height', () => {
  const levels = new Uint8Array(256 * TILE_ROWS);
  levels[10 * TILE_ROWS + 64] = 77;
  const second = 1.28 + (10.5 / 256) * 1.28;
  expect(byteAt(levels, { take: 0, zoom: 0, index: 1 }, second, 64.5 / 256)).toBe(77);
  expect(byteAt(levels, { take: 0, zoom: 0, index: 0 }, second, 0.5)).toBeNull();
});

test('single samples are found across blocks, and blocks of peaks are never shown', () => {
  const blocks = [0, 1].map((block) =>
    Float32Array.from({ length: BLOCK_FRAMES * 2 }, (_, at) => (block === 1 && at === 1 ? -0.5 : 0.25)),
  );
  const source = (block: number) => blocks[block];
  expect(sampleAt(source, BLOCK_FRAMES, 1)).toBe(-0.5);
  expect(sampleAt(source, 2 * BLOCK_FRAMES, 0)).toBeNull();
  expect(extremesOf(source, BLOCK_FRAMES - 3, BLOCK_FRAMES + 3)).toEqual([-0.5, 0.25]);
  expect(extremesOf(source, 5 * BLOCK_FRAMES, 6 * BLOCK_FRAMES)).toBeNull();
  expect(blocksIn({ from: 0.5, to: 1 }, { sampleRate: 48_000, durationSeconds: 10 })).toEqual([0, 1]);
  expect(blocksIn({ from: 0, to: 0.001 }, { sampleRate: 48_000, durationSeconds: 0.5 }, 1)).toEqual([0]);
  // One bar of three pixels for each of the finest peaks.
  expect(needsSamples(256 * 400, 1200)).toBe(false);
  expect(needsSamples(256 * 399, 1200)).toBe(true);
});

test('the difference is where speech is, not where one silence is deeper than the other', () => {
  const rows = 4;
  const one = new Uint8Array(40 * rows).fill(20);
  const other = new Uint8Array(40 * rows).fill(100);
  for (const [column, level] of [
    [10, 200],
    [11, 180],
    [30, 150],
  ] as const) {
    one.fill(level, column * rows, (column + 1) * rows);
  }
  expect(findDifferences(one, other, { rows, secondsAColumn: 0.5, most: 5, apart: 2 })).toEqual([5, 15]);
  expect(findDifferences(one, one, { rows, secondsAColumn: 0.5, most: 5, apart: 2 })).toEqual([]);
});

test('mel heights and frequencies belong together, and labels have room', () => {
  expect(frequencyAt(heightOf(1000, 'mel', 24_000), 'mel', 24_000)).toBeCloseTo(1000, 6);
  expect(heightOf(6000, 'linear', 24_000)).toBe(0.25);
  expect(frequencyTicks('mel', 24_000, 400)).toEqual([500, 1000, 2000, 5000, 10_000]);
  expect(frequencyTicks('mel', 24_000, 60).length).toBeLessThan(4);
  expect(frequencyTicks('linear', 8000, 400)).toEqual([5000]);
});

test('louder is never darker', () => {
  const lightness = [...palette(0.5)].map((pixel) => (pixel & 255) + ((pixel >> 8) & 255));
  expect(lightness.every((value, level) => level === 0 || value >= (lightness[level - 1] ?? 0) - 1)).toBe(true);
});

test('what was used longest ago is forgotten first', () => {
  const forgotten: string[] = [];
  const cache = createByteCache<string>(30, (value) => forgotten.push(value));
  for (const key of ['a', 'b', 'c']) cache.set(key, key, 10);
  cache.get('a');
  cache.set('d', 'd', 10);
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c', 'd']);
  expect(forgotten).toEqual(['b']);
});

test('the most urgent is fetched first, two at a time; what is no longer wanted is not fetched', async () => {
  const asked: string[] = [];
  const answers = new Map<string, (value: string) => void>();
  const loader = createLoader<string>(
    {
      fetch: (key) => {
        asked.push(key);
        return new Promise((resolve) => answers.set(key, resolve));
      },
      bytesOf: () => 1,
      forget: () => undefined,
      changed: () => undefined,
    },
    100,
  );
  loader.want(['a', 'b', 'c', 'd']);
  expect(asked).toEqual(['a', 'b']);
  loader.want(['d', 'b']);
  answers.get('a')?.('A');
  await expect.poll(() => loader.get('a')).toBe('A');
  expect(asked).toEqual(['a', 'b', 'd']);
});

test('what could not be fetched is tried again later, not at once', async () => {
  let now = 0;
  let asked = 0;
  const loader = createLoader<string>(
    {
      fetch: async () => {
        asked += 1;
        throw new Error('gone');
      },
      bytesOf: () => 1,
      forget: () => undefined,
      changed: () => undefined,
    },
    100,
    () => now,
  );
  loader.want(['a']);
  await expect.poll(() => loader.isLost('a')).toBe(true);
  loader.want(['a']);
  expect(asked).toBe(1);
  now = 6000;
  loader.want(['a']);
  expect(asked).toBe(2);
});

test('memory that is freed is gone for whoever still holds it', () => {
  const samples = new Float32Array(4);
  freeMemory(samples);
  expect(samples.byteLength).toBe(0);
});
