import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import type { OutputFormat } from '../../../shared/engine-api/messages.ts';
import { decode, ffmpeg, speech } from '../../fixtures/audio/media.ts';
import { writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const engine = createEngine();
const ignore = () => undefined;
const folder = temporaryFolder('lossless', afterAll);
const RATE = 48_000;
/** Twice full scale at its loudest. */
const hot = louder(speech(folder, 2, RATE), 2);
const plain = path.join(folder, 'plain.wav');
const loud = path.join(folder, 'loud.wav');
writeWav(plain, [hot.map((value) => value / 8)], RATE);
writeWav(loud, [hot], RATE);

function largestIn(samples: Float32Array): number {
  return samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

function largestOf(file: string): number {
  return largestIn(decode(file, { channels: 1 }).channels[0] as Float32Array);
}

/** @param most the largest sample then */
function louder(samples: Float32Array, most: number): Float32Array {
  const factor = most / largestIn(samples);
  return samples.map((value) => value * factor);
}

async function restored(input: string, format: OutputFormat = 'source'): Promise<string> {
  const output = path.join(folder, 'restored');
  await engine.restore({ input, model: 'service-2', outputs: [{ path: output, format }] }, ignore);
  return output;
}

test.each([
  ['m4a', 'alac', 's32p', 'alac', 24],
  ['m4a', 'alac', 's16p', 'alac', 16],
  ['caf', 'alac', 's32p', 'alac', 24],
  ['caf', 'pcm_s24le', 's32', 'pcm_s24le', 24],
  ['aiff', 'pcm_s24be', 's32', 'pcm_s24be', 24],
  ['aif', 'pcm_s16be', 's16', 'pcm_s16be', 16],
  ['flac', 'flac', 's32', 'flac', 24],
  ['w64', 'pcm_s24le', 's32', 'pcm_s24le', 24],
  ['mov', 'pcm_s24le', 's32', 'pcm_s24le', 24],
  ['mka', 'pcm_f32le', 'flt', 'pcm_f32le', 32],
] as const)(
  '%s of %s (%s) comes back as %s of %d bits',
  { tags: 'long' },
  async (extension, codec, format, made, bits) => {
    const input = path.join(folder, `${codec}-${format}.${extension}`);
    ffmpeg('-i', plain, '-c:a', codec, '-sample_fmt', format, input);
    expect(await engine.probe({ path: await restored(input) }, ignore)).toMatchObject({ codec: made, bitDepth: bits });
  },
);

test('what exceeds full scale stays in float', async () => {
  expect(largestOf(loud)).toBeGreaterThan(1.5);
  expect(largestOf(await restored(loud))).toBeGreaterThan(1.2);
});

test('a restoration into integers is quieter instead of cut off', async () => {
  const samples = decode(await restored(loud, 'flac'), { channels: 1 }).channels[0] as Float32Array;
  const largest = largestIn(samples);
  expect(largest).toBeLessThan(1);
  // Cut off, many samples would have the largest value.
  expect(samples.filter((value) => Math.abs(value) > 0.999 * largest).length).toBeLessThan(10);
});

test.each(['wav16', 'wav24', 'flac', 'm4a', 'wavFloat'] as const)(
  'in %s it is not cut off',
  { tags: 'long' },
  async (format) => {
    const output = path.join(folder, `loud-${format}`);
    const made = await engine.export(
      { original: loud, result: loud, output, strength: 1, loudness: null, format },
      ignore,
    );
    const { channels } = decode(made.kind === 'as-is' ? loud : output, { channels: 1 });
    const gain = format === 'wavFloat' ? 1 : 10 ** ((made.figures?.gain ?? 0) / 20);
    expect(gain < 1).toBe(format !== 'wavFloat');
    const off = hot.map((value, at) => Math.abs(value * gain - (channels[0]?.[at] ?? 0)));
    const worst = off.reduce((most, value) => Math.max(most, value), 0);
    // A lossy encoder changes every sample a little.
    expect(worst).toBeLessThan(format === 'm4a' ? 0.5 : 1e-4);
  },
);
