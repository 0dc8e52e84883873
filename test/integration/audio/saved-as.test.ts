import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { ffmpeg } from '../../fixtures/audio/media.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const engine = createEngine();
const folder = temporaryFolder('saved-as', afterAll);
const at = (name: string) => path.join(folder, name);
const ignore = () => undefined;
const sound = at('sound.wav');
writeWav(sound, [noise(24_000, 3).map((value) => value * 0.05)], 48_000);

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=25:duration=0.5'];

test.each([
  ['plain.m4a', ['-c:a', 'aac'], null],
  ['plain.flac', [], null],
  ['note.ogg', ['-c:a', 'libopus'], null],
  ['bytes.wav', ['-c:a', 'pcm_u8'], null],
  ['call.wav', ['-ar', '8000', '-c:a', 'pcm_mulaw'], 'wav pcm_s16le'],
  ['old.wma', ['-c:a', 'wmav2'], 'wav pcm_s16le'],
  ['film.mp4', ['picture', '-c:v', 'libx264', '-c:a', 'aac'], null],
  ['film.avi', ['picture', '-c:v', 'mpeg4', '-c:a', 'libmp3lame'], 'avi pcm_s16le'],
  ['film.ogv', ['picture', '-c:v', 'libtheora', '-c:a', 'libvorbis'], 'mkv vorbis'],
] as const)('what %s is saved as is known once it is scanned, and comes true', async (name, words, expected) => {
  const [first, ...others] = words;
  const isFilm = first === 'picture';
  ffmpeg(...(isFilm ? PICTURE : []), '-i', sound, ...(isFilm ? others : words), at(name));
  const { measures } = await engine.scan(
    { path: at(name), peaksPath: at(`${name}.peaks`), indexPath: at(`${name}.index`) },
    ignore,
  );
  const { savedAs } = measures;
  expect(savedAs === undefined ? null : `${savedAs.to.extension} ${savedAs.to.codec}`).toBe(expected);
  if (savedAs === undefined) return;
  const output = at(`out-${name}`);
  const [{ path: result = '' } = {}] = (
    await engine.restore(
      { input: at(name), model: 'service-2', outputs: [{ path: at(`result-${name}`), format: 'source' }] },
      ignore,
    )
  ).outputs;
  const asked = { original: at(name), result, output, strength: 0.5, loudness: null, format: 'source' } as const;
  expect((await engine.export(asked, ignore)).extension).toBe(savedAs.to.extension);
  expect((await engine.probe({ path: output }, ignore)).codec).toBe(savedAs.to.codec);
});
