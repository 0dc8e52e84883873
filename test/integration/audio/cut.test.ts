import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { ffmpeg } from '../../fixtures/audio/media.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const RATE = 44_100;
const FROM = 54_321;
const FRAMES = 60_001;
const PLAYED = 30_000;

const engine = createEngine();
const hash = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** How the recording is made with FFmpeg, and what its samples are stored as. */
const KINDS = [
  ['wav', ['-c:a', 'pcm_s16le'], 'pcm_s16le'],
  ['flac', ['-c:a', 'flac', '-sample_fmt', 's32'], 'pcm_s24le'],
  ['mp3', ['-b:a', '128k'], 'pcm_f32le'],
  ['m4a', ['-b:a', '128k'], 'pcm_f32le'],
  ['opus', ['-b:a', '96k'], 'pcm_f32le'],
] as const;

test.each(KINDS)(
  'a part of a %s file has its exact samples, the same bytes each time',
  { tags: 'long' },
  async (kind, options, codec) => {
    const folder = temporaryFolder();
    const at = (name: string) => path.join(folder, name);
    const channels = [1, 2].map((seed) => noise(5 * RATE, seed).map((value) => 0.3 * value));
    writeWav(at('made.wav'), channels, RATE);
    ffmpeg('-i', at('made.wav'), ...options, at(`take.${kind}`));
    const scan = { path: at(`take.${kind}`), peaksPath: at('peaks'), indexPath: at('index') };
    const { sampleRate } = await engine.scan(scan, () => undefined);
    const request = { input: at(`take.${kind}`), fromFrame: FROM, frames: FRAMES };
    const made = await engine.cut({ ...request, output: at('one.wav') }, () => undefined);
    expect(made).toMatchObject({ frames: FRAMES, sampleRate, channels: 2 });
    expect(await engine.probe({ path: at('one.wav') }, () => undefined)).toMatchObject({ codec, sampleRate });
    // What Listen plays of the recording there.
    for (const fromFrame of [0, FRAMES - PLAYED]) {
      const played = (file: string, from: number) =>
        engine.pcm({ path: at(file), indexPath: null, sampleRate, fromFrame: from, frames: PLAYED }, () => undefined);
      const [whole, part] = [await played(`take.${kind}`, FROM + fromFrame), await played('one.wav', fromFrame)];
      expect(Buffer.from(part.samples).equals(Buffer.from(whole.samples))).toBe(true);
    }
    await engine.cut({ ...request, output: at('two.wav') }, () => undefined);
    expect(hash(at('two.wav'))).toBe(hash(at('one.wav')));
  },
);

test('what lies beyond the end isn’t there, and a recording that is gone leaves nothing', async () => {
  const folder = temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  writeWav(at('take.wav'), [noise(RATE, 3)], RATE);
  const request = { input: at('take.wav'), output: at('part.wav'), fromFrame: RATE - 100, frames: 1000 };
  expect(await engine.cut(request, () => undefined)).toMatchObject({ frames: 100 });
  await expect(
    engine.cut({ ...request, input: at('gone.wav'), output: at('none.wav') }, () => undefined),
  ).rejects.toMatchObject({ code: 'sourceMissing' });
  expect(existsSync(at('none.wav'))).toBe(false);
  expect(readdirSync(folder).sort()).toEqual(['part.wav', 'take.wav']);
});
