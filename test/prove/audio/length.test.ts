import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { ffmpeg, INPUT_FORMATS } from '../../fixtures/audio/media.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { someOf } from '../depth.ts';

const SECONDS = 12;
const RATE = 44_100;
const engine = createEngine();
const folder = temporaryFolder('length', afterAll);
const at = (name: string) => path.join(folder, name);
const ignore = () => undefined;

beforeAll(() => {
  const samples = noise(SECONDS * RATE, 6).map((value) => value * 0.1);
  writeWav(at('float.wav'), [samples, samples], RATE);
});

async function expectExact(name: string): Promise<void> {
  const scanned = await engine.scan(
    { path: at(name), peaksPath: at(`${name}.peaks`), indexPath: at(`${name}.index`) },
    ignore,
  );
  const { frames, sampleRate } = await engine.length({ path: at(name) }, ignore);
  expect(sampleRate).toBe(scanned.sampleRate);
  expect(scanned.frames / sampleRate).toBeGreaterThan(SECONDS * 0.9);
  expect(frames).toBe(scanned.frames);
}

test.each(someOf(Object.entries(INPUT_FORMATS), 5))(
  '%s is as long as it decodes to',
  { tags: 'long' },
  async (extension, words) => {
    ffmpeg('-i', at('float.wav'), ...words, at(`take.${extension}`));
    await expectExact(`take.${extension}`);
  },
);

test.each([
  ['speech.webm', ['-ac', '1', '-c:a', 'libopus', '-application', 'voip', '-b:a', '12k', '-frame_duration', '60']],
  ['brief.webm', ['-c:a', 'libopus', '-frame_duration', '2.5']],
  ['vorbis.webm', ['-c:a', 'libvorbis']],
  ['aac.mkv', ['-c:a', 'aac']],
  ['lossless.mkv', ['-c:a', 'flac', '-frame_size', '1000']],
  ['lossless.mov', ['-c:a', 'alac']],
  ['slow.mp3', ['-ar', '22050', '-b:a', '32k']],
  ['small.wav', ['-c:a', 'adpcm_ima_wav']],
])('%s is as long as it decodes to', async (name, words) => {
  ffmpeg('-i', at('float.wav'), ...words, at(name));
  await expectExact(name);
});

test.each([
  ['pipe.flac', ['-f', 'flac']],
  ['pipe.webm', ['-f', 'webm']],
  ['pipe.mp3', ['-f', 'mp3', '-q:a', '4', '-write_xing', '0']],
])('%s, whose header tells no length, is counted', async (name, words) => {
  writeFileSync(at(name), ffmpeg('-i', at('float.wav'), ...words, '-'));
  await expectExact(name);
});

test('a header that promises another length is not believed', async () => {
  ffmpeg('-i', at('float.wav'), at('honest.flac'));
  const bytes = readFileSync(at('honest.flac'));
  // The total of samples: 36 bits from the middle of this byte on. Half a second is left of it.
  bytes[21] = (bytes[21] as number) & 0xf0;
  bytes.writeUInt32BE(RATE / 2, 22);
  writeFileSync(at('lying.flac'), bytes);
  expect((await engine.probe({ path: at('lying.flac') }, ignore)).durationSeconds).toBeCloseTo(0.5);
  await expectExact('lying.flac');
});

test('a file that is not a recording has no length', async () => {
  writeFileSync(at('text.wav'), 'Dear diary, today I recorded nothing.\n');
  await expect(engine.length({ path: at('text.wav') }, ignore)).rejects.toMatchObject({ code: 'mediaNotRecognized' });
  writeWav(at('nothing.wav'), [new Float32Array(0)], RATE);
  await expect(engine.length({ path: at('nothing.wav') }, ignore)).rejects.toMatchObject({ code: 'mediaEmpty' });
});
