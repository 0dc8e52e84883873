import { statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import type { OutputFormat } from '../../../shared/engine-api/messages.ts';
import { decode, ffmpeg, INPUT_FORMATS, speech } from '../../fixtures/audio/media.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { lagOf } from '../../harness/audio/metrics.ts';
import { someOf } from '../depth.ts';

/** The family in which each input comes back. */
const FAMILIES: Readonly<Record<string, string>> = {
  wav: 'wav',
  flac: 'flac',
  mp3: 'mp3',
  m4a: 'm4a',
  aac: 'm4a',
  ogg: 'ogg',
  opus: 'opus',
  mp4: 'm4a',
  mov: 'm4a',
  webm: 'opus',
};

const engine = createEngine();
const ignore = () => undefined;

const plainFiles = new Map<number, string>();
const plainFolder = temporaryFolder('audio', afterAll);

/** Stereo speech with a little noise, as float WAV. */
function plainFile(sampleRate: number): string {
  const made = plainFiles.get(sampleRate);
  if (made !== undefined) return made;
  const file = path.join(plainFolder, `${sampleRate}.wav`);
  const spoken = speech(plainFolder, 2, sampleRate);
  const hiss = noise(spoken.length, 2);
  const left = spoken.map((value, i) => 0.7 * value + 0.005 * (hiss[i] as number));
  // An odd length: nothing may lean on whole blocks.
  const odd = left.length - 13;
  writeWav(
    file,
    [left, left.map((value) => 0.6 * value)].map((samples) => samples.subarray(0, odd)),
    sampleRate,
  );
  plainFiles.set(sampleRate, file);
  return file;
}

function make(folder: string, extension: string, sampleRate: number): string {
  const file = path.join(folder, `take.${extension}`);
  const options = extension === 'wav' ? ['-c:a', 'pcm_s16le'] : (INPUT_FORMATS[extension] ?? []);
  ffmpeg('-i', plainFile(sampleRate), ...options, file);
  return file;
}

async function framesOf(file: string, folder: string): Promise<number> {
  const result = await engine.scan(
    { path: file, peaksPath: path.join(folder, 'peaks'), indexPath: path.join(folder, 'index') },
    ignore,
  );
  return result.frames;
}

describe.each(someOf([44_100, 48_000], 1))('at %d Hz', (sampleRate) => {
  test.each(someOf(Object.keys(INPUT_FORMATS), 4))(
    '%s comes back as long as it was, and in place',
    { tags: 'long' },
    async (extension) => {
      const folder = temporaryFolder();
      const input = make(folder, extension, sampleRate);
      const frames = await framesOf(input, folder);
      const outputs = (['source', 'mp3'] as OutputFormat[]).map((format) => ({
        format,
        path: path.join(folder, `restored-${format}`),
      }));
      const result = await engine.restore({ input, model: 'service-2', outputs }, ignore);
      expect(result.frames).toBe(frames);
      expect(result.outputs.map((output) => output.extension)).toEqual([FAMILIES[extension], 'mp3']);
      const original = decode(input, { channels: 2 });
      for (const output of result.outputs) {
        expect(output.bytes).toBe(statSync(output.path).size);
        expect(await framesOf(output.path, folder)).toBe(frames);
        const decoded = decode(output.path, { channels: 2 });
        // Older versions of the program give the padding of AAC's last packet as sound.
        const spare = output.extension === 'm4a' ? 1023 : 0;
        expect(decoded.frames).toBeGreaterThanOrEqual(frames);
        expect(decoded.frames).toBeLessThanOrEqual(frames + spare);
        expect(await lagOf(original.channels[0] as Float32Array, decoded.channels[0] as Float32Array)).toBe(0);
      }
    },
  );
});

describe('unusual rates', () => {
  test.each(someOf([8000, 11_025, 22_050, 32_000, 96_000], 2))(
    '%d Hz is kept',
    { tags: 'long' },
    async (sampleRate) => {
      const folder = temporaryFolder();
      const input = make(folder, 'flac', sampleRate);
      const frames = await framesOf(input, folder);
      const output = path.join(folder, 'out.flac');
      const result = await engine.restore(
        { input, model: 'service-2', outputs: [{ path: output, format: 'source' }] },
        ignore,
      );
      expect(result).toMatchObject({ frames, sampleRate, channels: 2 });
      const decoded = decode(output, { channels: 2 });
      expect(decoded.frames).toBe(frames);
      const original = decode(input, { channels: 2 });
      expect(await lagOf(original.channels[0] as Float32Array, decoded.channels[0] as Float32Array)).toBe(0);
    },
  );

  test('mp3 of 96 kHz is resampled to what mp3 can hold', { tags: 'long' }, async () => {
    const folder = temporaryFolder();
    const input = make(folder, 'wav', 96_000);
    const output = path.join(folder, 'out.mp3');
    await engine.restore({ input, model: 'service-2', outputs: [{ path: output, format: 'mp3' }] }, ignore);
    expect(await engine.probe({ path: output }, ignore)).toMatchObject({ codec: 'mp3', sampleRate: 48_000 });
    expect(await framesOf(output, folder)).toBe(Math.ceil((await framesOf(input, folder)) / 2));
  });
});

describe('bit depth', () => {
  const folder = temporaryFolder('audio', afterAll);
  beforeAll(() => {
    make(folder, 'wav', 48_000);
  });

  test.each([
    ['pcm_s16le', 'pcm_s16le'],
    ['pcm_s24le', 'pcm_s24le'],
    ['pcm_s32le', 'pcm_s32le'],
    ['pcm_f32le', 'pcm_f32le'],
    ['pcm_f64le', 'pcm_f64le'],
    ['pcm_u8', 'pcm_s16le'],
  ])('a WAV of %s comes back as %s', async (codec, made) => {
    const input = path.join(folder, `${codec}.wav`);
    ffmpeg('-i', path.join(folder, 'take.wav'), '-c:a', codec, input);
    const output = path.join(folder, `${codec}-out.wav`);
    await engine.restore({ input, model: 'service-2', outputs: [{ path: output, format: 'source' }] }, ignore);
    expect(await engine.probe({ path: output }, ignore)).toMatchObject({ container: 'wav', codec: made });
  });
});
