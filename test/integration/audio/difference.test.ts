import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { decodePeaks } from '../../../shared/engine-api/peaks-format.ts';
import type { TileParams } from '../../../shared/engine-api/tile-messages.ts';
import { ffmpeg } from '../../fixtures/audio/media.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const RATE = 48_000;
const SECONDS = 8;
const LATE = 337;
/** Hz, and linear. */
const HUM = { frequency: 1500, level: 0.05 };
/** −80 dBFS. */
const NOTHING = 1e-4;
const GRID = { columns: 100, rows: 96, scale: 'linear' } as const;

const engine = createEngine();
const ignore = () => undefined;
const folder = temporaryFolder('differences', afterAll);
const at = (name: string) => path.join(folder, name);
const frames = SECONDS * RATE;

/** Speaks and pauses: only what has a beginning tells a delay. */
const voice = noise(frames, 7).map((value, i) => value * 0.3 * Math.max(0, Math.sin((2 * Math.PI * i) / RATE)));
const hum = voice.map((_, i) => HUM.level * Math.sin((2 * Math.PI * HUM.frequency * i) / RATE));
const humming = voice.map((value, i) => value + (hum[i] as number));

/** Nothing of it is cut off. */
function late(samples: Float32Array): Float32Array {
  const out = new Float32Array(samples.length + LATE);
  out.set(samples, LATE);
  return out;
}

beforeAll(() => {
  writeWav(at('voice.wav'), [voice, voice], RATE);
  writeWav(at('humming.wav'), [humming, humming], RATE);
  writeWav(at('late.wav'), [late(voice)], RATE);
  const surround = ['-filter_complex', '[0:a]pan=5.1|c0=c0|c1=c1|c2=c0|c3=0*c0|c4=c0|c5=c1', '-c:a', 'pcm_s24le'];
  ffmpeg('-i', at('humming.wav'), ...surround, at('surround.wav'));
  writeWav(at('humming-late.wav'), [late(humming), late(humming)], RATE);
  ffmpeg('-i', at('humming-late.wav'), ...surround, at('surround-late.wav'));
});

/** As the desk asks for it. */
async function differenceOf(original: string, take: string) {
  const { lag } = await engine.preview({ original: at(original), result: at(take), strength: null }, ignore);
  const minus = { path: at(take), indexPath: null, lag: lag ?? 0 };
  const asked = { path: at(original), indexPath: null, minus, sampleRate: RATE, fromFrame: 0 };
  const base = at(`${original}-${take}`);
  const files = { peaksPath: `${base}.peaks`, indexPath: `${base}.index` };
  const scanned = await engine.scanDifference({ path: at(original), minus, ...files }, ignore);
  const tile = async (params: Partial<TileParams>) =>
    (await engine.tile({ ...asked, ...GRID, frames, differenceIndexPath: files.indexPath, ...params }, ignore)).levels;
  const { samples } = await engine.pcm({ ...asked, fromFrame: 12_345, frames: 32_000 }, ignore);
  return {
    lag,
    scanned,
    peaks: decodePeaks(readFileSync(files.peaksPath)),
    samples: new Float32Array(new Uint8Array(samples).buffer),
    /** From the scan, from all samples, and of a window that is always read. */
    tiles: [await tile({}), await tile({ differenceIndexPath: null }), await tile({ fromFrame: RATE, frames: RATE })],
  };
}

const largest = (values: ArrayLike<number>) =>
  Array.from(values).reduce((most, value) => Math.max(most, Math.abs(value)), 0);

test('of a take that is the original, only later, nothing is heard or seen', async () => {
  const { lag, peaks, samples, scanned, tiles } = await differenceOf('voice.wav', 'late.wav');
  expect(lag).toBe(LATE);
  expect(largest(samples)).toBeLessThan(NOTHING);
  expect(scanned).toMatchObject({ frames, sampleRate: RATE });
  expect(scanned.peak).toBeLessThan(NOTHING);
  expect(peaks.frames).toBe(frames);
  // Rounded outwards, so that quiet sound never looks like silence: one of 127 is none.
  for (const { pairs } of peaks.levels) expect(largest(pairs)).toBeLessThanOrEqual(1);
  // −80 dBFS is byte 85.
  for (const levels of tiles) expect(largest(levels)).toBeLessThan(85);
});

test('of a take without a hum only the hum is heard and seen', async () => {
  const { lag, peaks, samples, tiles } = await differenceOf('humming.wav', 'late.wav');
  expect(lag).toBe(LATE);
  expect(peaks.frames).toBe(frames);
  expect(largest(samples)).toBeCloseTo(HUM.level, 3);
  const row = Math.floor((HUM.frequency / (RATE / 2)) * GRID.rows);
  for (const levels of tiles) {
    const rows = Array.from({ length: GRID.rows }, (_, number) =>
      largest(levels.filter((_level, i) => i % GRID.rows === number)),
    );
    expect(Math.abs(rows.indexOf(Math.max(...rows)) - row)).toBeLessThanOrEqual(2);
    // The voice is as loud, and noise: it would fill every row.
    expect(Math.max(...rows)).toBeGreaterThan(190);
    expect(Math.max(...rows.slice(row + 20))).toBeLessThan(85);
  }
});

test('six channels are compared as the stereo that is heard', { tags: 'long' }, async () => {
  const { lag, peaks, samples, tiles } = await differenceOf('surround.wav', 'surround-late.wav');
  expect(lag).toBe(LATE);
  expect(peaks.frames).toBe(frames);
  expect(largest(samples)).toBeLessThan(NOTHING);
  for (const levels of tiles) expect(largest(levels)).toBeLessThan(85);
  // Against another number of channels, something is left; nothing breaks.
  const other = await differenceOf('surround.wav', 'late.wav');
  expect(other.lag).toBe(LATE);
  expect(largest(other.samples)).toBeGreaterThan(HUM.level / 2);
});
