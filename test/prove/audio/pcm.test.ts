import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { MOST_PCM_FRAMES } from '../../../shared/engine-api/pcm-messages.ts';
import { decode, ffmpeg, INPUT_FORMATS } from '../../fixtures/audio/media.ts';
import { type Channels, noise, seededRandom, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { largestDifference } from '../../harness/audio/metrics.ts';
import { someOf } from '../depth.ts';

const engine = createEngine();
const ignore = () => undefined;
const RATE = 44_100;
const SECONDS = 15;
const SEEKS = 15;
const folder = temporaryFolder('audio', afterAll);

beforeAll(() => {
  // Noise that never repeats: a read at a wrong place cannot look right.
  const left = noise(SECONDS * RATE + 777, 11).map((value, i) => 0.1 * value * (1 + Math.sin(i / 40_000)));
  const right = noise(SECONDS * RATE + 777, 12).map((value) => 0.1 * value);
  writeWav(path.join(folder, 'take.wav'), [left, right], RATE);
  writeWav(path.join(folder, 'mono.wav'), [left], RATE);
});

/** A decoder may fill bands with random noise that depends on its past; that is switched off where such noise is encoded. */
const NO_RANDOM_NOISE = ['-aac_pns', '0'];

const ENCODINGS: readonly (readonly [string, string, readonly string[]])[] = [
  ...Object.entries(INPUT_FORMATS).map(([extension, options]) => {
    const random = ['m4a', 'aac', 'mp4', 'mov'].includes(extension) ? NO_RANDOM_NOISE : [];
    return [extension, extension, [...options, ...random]] as const;
  }),
  ['mp3 of varying bit rate', 'mp3', ['-q:a', '4']],
  ['mp3 of varying bit rate without a header', 'mp3', ['-q:a', '4', '-write_xing', '0']],
];

async function read(file: string, indexPath: string | null, sampleRate: number, fromFrame: number, frames: number) {
  const { samples } = await engine.pcm({ path: file, indexPath, sampleRate, fromFrame, frames }, ignore);
  return new Float32Array(new Uint8Array(samples).buffer);
}

async function readWhole(file: string, indexPath: string | null, sampleRate: number, frames: number) {
  const whole = new Float32Array(frames * 2);
  for (let from = 0; from < frames; from += MOST_PCM_FRAMES) {
    const count = Math.min(MOST_PCM_FRAMES, frames - from);
    whole.set(await read(file, indexPath, sampleRate, from, count), from * 2);
  }
  return whole;
}

function interleaved({ channels }: { channels: Channels }): Float32Array {
  const [left, right] = channels as [Float32Array, Float32Array];
  return Float32Array.from({ length: left.length * 2 }, (_, i) => (i % 2 === 0 ? left : right)[i >> 1] as number);
}

describe.each(someOf(ENCODINGS, 4))('%s', (name, extension, options) => {
  test('a seek gives exactly what reading through gives, with and without an index', { tags: 'long' }, async () => {
    const file = path.join(folder, `${name}.${extension}`);
    if (extension !== 'wav') ffmpeg('-i', path.join(folder, 'take.wav'), ...options, file);
    else copyFileSync(path.join(folder, 'take.wav'), file);
    const indexPath = `${file}.index`;
    const scanned = await engine.scan({ path: file, peaksPath: `${file}.peaks`, indexPath }, ignore);
    for (const sampleRate of [scanned.sampleRate, 48_000]) {
      const frames = Math.ceil((scanned.frames * sampleRate) / scanned.sampleRate);
      const whole = await readWhole(file, indexPath, sampleRate, frames);
      const random = seededRandom(5);
      for (let seek = 0; seek < SEEKS; seek++) {
        const from = Math.floor(random() * frames);
        const count = Math.min(500, frames - from);
        const expected = whole.subarray(from * 2, (from + count) * 2);
        for (const index of [indexPath, null]) {
          const got = await read(file, index, sampleRate, from, count);
          expect(largestDifference(expected, got), `${sampleRate} Hz, frame ${from}, index ${index}`).toBe(0);
        }
      }
    }
  });
});

test('at the recording own rate the samples are those that another decoder finds', { tags: 'long' }, async () => {
  const file = path.join(folder, 'same.flac');
  ffmpeg('-i', path.join(folder, 'take.wav'), file);
  const decoded = decode(file, { channels: 2 });
  const whole = await readWhole(file, null, RATE, decoded.frames);
  expect(largestDifference(interleaved(decoded), whole)).toBe(0);
});

test('outside the recording is silence, and an answer across its edge is part silence', async () => {
  const file = path.join(folder, 'mono.wav');
  const frames = SECONDS * RATE + 777;
  expect(await read(file, null, RATE, -5000, 100)).toEqual(new Float32Array(200));
  expect(await read(file, null, RATE, frames + 10, 100)).toEqual(new Float32Array(200));
  const first = await read(file, null, RATE, 0, 50);
  expect((await read(file, null, RATE, -50, 100)).subarray(100)).toEqual(first);
  const end = await read(file, null, RATE, frames - 50, 100);
  expect(end.subarray(100)).toEqual(new Float32Array(100));
  expect(end.subarray(0, 100).some((value) => value !== 0)).toBe(true);
});

test('a mono recording is heard on both sides', async () => {
  const got = await read(path.join(folder, 'mono.wav'), null, RATE, 1000, 200);
  const left = got.filter((_, i) => i % 2 === 0);
  expect(left).toEqual(got.filter((_, i) => i % 2 === 1));
  expect(left.some((value) => value !== 0)).toBe(true);
});

test('a replaced file is read again', async () => {
  const file = path.join(folder, 'changing.wav');
  writeWav(file, [new Float32Array(RATE).fill(0.25)], RATE);
  expect((await read(file, null, RATE, 10, 1))[0]).toBe(0.25);
  writeWav(file, [new Float32Array(2 * RATE).fill(0.5)], RATE);
  expect((await read(file, null, RATE, 11, 1))[0]).toBe(0.5);
});

test('more recordings than are kept open are still read correctly, each at its position', async () => {
  const files = Array.from({ length: 7 }, (_, number) => path.join(folder, `many-${number}.wav`));
  for (const [number, file] of files.entries()) {
    writeWav(file, [Float32Array.from({ length: 3000 }, (_, i) => number / 10 + i / 1e6)], RATE);
  }
  for (let from = 0; from < 1000; from += 250) {
    for (const [number, file] of files.entries()) {
      expect((await read(file, null, RATE, from, 1))[0]).toBeCloseTo(number / 10 + from / 1e6, 6);
    }
  }
});

test.each([
  { frames: MOST_PCM_FRAMES + 1, fromFrame: 0, sampleRate: RATE },
  { frames: -1, fromFrame: 0, sampleRate: RATE },
  { frames: 10, fromFrame: 0.5, sampleRate: RATE },
  { frames: 10, fromFrame: 0, sampleRate: 0 },
])('%o is refused', async (request) => {
  const params = { path: path.join(folder, 'mono.wav'), indexPath: null, ...request };
  await expect(engine.pcm(params, ignore)).rejects.toThrow(RangeError);
});
