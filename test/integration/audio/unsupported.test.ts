import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { ffmpeg } from '../../fixtures/audio/media.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const engine = createEngine();
const folder = temporaryFolder('audio', afterAll);
const at = (name: string) => path.join(folder, name);

beforeAll(() => {
  const samples = noise(48_000, 5).map((value) => value * 0.1);
  writeWav(at('take.wav'), [samples, samples], 48_000);
});

/** An m4a whose header names another codec than the one it has. */
function renameCodec(name: string, codec: string): void {
  ffmpeg('-i', at('take.wav'), at(name));
  const bytes = readFileSync(at(name));
  bytes.write(codec, bytes.indexOf('mp4a', 0, 'latin1'), 'latin1');
  // The box that would tell the true codec all the same.
  bytes.write('free', bytes.indexOf('esds', 0, 'latin1'), 'latin1');
  writeFileSync(at(name), bytes);
}

const rateOf = (rate: string) =>
  `This recording has a sample rate of ${rate}; Cleartake supports 8 to 192 kHz. Export it at 48 kHz, then add it again.`;
const converted = (...words: readonly string[]) => {
  return (name: string) => void ffmpeg('-i', at('take.wav'), ...words, at(name));
};

test.each<readonly [string, string, (name: string) => void]>([
  [
    'many.wav',
    'This recording has 16 channels; Cleartake supports up to 8 channels. Export it in stereo, then add it again.',
    converted('-ac', '16'),
  ],
  ['slow.wav', rateOf('4 kHz'), converted('-ar', '4000')],
  ['odd.wav', rateOf('5.512 kHz'), converted('-ar', '5512')],
  ['fast.wav', rateOf('384 kHz'), converted('-ar', '384000')],
  [
    'both.wav',
    'This recording has 16 channels and a sample rate of 4 kHz; Cleartake supports up to 8 channels at 8 to 192 kHz. Export it in stereo at 48 kHz, then add it again.',
    converted('-ac', '16', '-ar', '4000'),
  ],
  [
    'codec.m4a',
    'This recording uses the codec mpegh_3d_audio, which Cleartake can’t read. Export it as WAV, FLAC or MP3, then add it again.',
    (name) => renameCodec(name, 'mhm1'),
  ],
  [
    'strange.mka',
    'Cleartake can’t read the codec of this recording. Export it as WAV, FLAC or MP3, then add it again.',
    (name) => {
      converted('-c:a', 'flac')(name);
      const bytes = readFileSync(at(name));
      bytes.write('A_XXXX', bytes.indexOf('A_FLAC', 0, 'latin1'), 'latin1');
      writeFileSync(at(name), bytes);
    },
  ],
])('%s says what is the matter with it', async (name, userMessage, make) => {
  make(name);
  const failure = engine.probe({ path: at(name) }, () => undefined);
  await expect(failure).rejects.toMatchObject({ code: 'mediaUnsupported', userMessage });
});

test('a sample rate that changes within the file is reported', async () => {
  ffmpeg('-i', at('take.wav'), '-t', '1', '-ar', '48000', at('one.mp3'));
  ffmpeg('-i', at('take.wav'), '-t', '1', '-ar', '32000', at('other.mp3'));
  writeFileSync(at('changing.mp3'), Buffer.concat([readFileSync(at('one.mp3')), readFileSync(at('other.mp3'))]));
  const places = { path: at('changing.mp3'), peaksPath: at('changing.peaks'), indexPath: at('changing.index') };
  const scan = engine.scan(places, () => undefined);
  await expect(scan).rejects.toMatchObject({
    code: 'mediaUnsupported',
    userMessage:
      'The sample rate or the number of channels changes within this recording. Export it as one WAV file, then add it again.',
  });
});
