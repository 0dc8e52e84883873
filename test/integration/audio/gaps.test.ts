import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { openRecording } from '../../../electron/audio/input/source-file.ts';
import { ffmpeg } from '../../fixtures/audio/media.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const RATE = 48_000;
const SECONDS = 6;
const engine = createEngine();
const folder = temporaryFolder('gaps', afterAll);
const at = (name: string) => path.join(folder, name);
const ignore = () => undefined;

beforeAll(() => {
  const samples = noise(SECONDS * RATE, 6).map((value) => value * 0.02);
  // A clap near the end: where it is heard shows whether everything is in time.
  for (let frame = 0; frame < 200; frame++) samples[5 * RATE + frame] = 0.9 * Math.sin(frame) * Math.exp(-frame / 40);
  writeWav(at('clap.wav'), [samples], RATE);
});

function decoded(name: string): Float32Array {
  const reader = openRecording(at(name));
  try {
    const parts: Float32Array[] = [];
    for (let sound = reader.read(); sound !== null; sound = reader.read()) {
      parts.push((sound.channels[0] as Float32Array).slice(0, sound.frames));
    }
    return Float32Array.from(parts.flatMap((part) => [...part]));
  } finally {
    reader.close();
  }
}

function scan(name: string) {
  return engine.scan({ path: at(name), peaksPath: at(`${name}.peaks`), indexPath: at(`${name}.index`) }, ignore);
}

/** Whether the clap is where it was, to the sample: the other's last seconds fit nowhere better. */
function lagOf(whole: Float32Array, gappy: Float32Array): number {
  const peak = (samples: Float32Array) =>
    samples.reduce((best, value, i) => (value > (samples[best] as number) ? i : best), 0);
  return peak(gappy) - peak(whole);
}

const OPUS = ['-c:a', 'libopus', '-b:a', '48k'];
const BURST = 'between(n,50,89)';
/** Each a packet or two, as networks lose them. */
const SCATTERED = 'eq(mod(n,17),5)+eq(mod(n,31),7)';
/** Most of a quiet second, with a packet in between now and then. */
const SUPPRESSED = 'between(n,40,120)*gt(mod(n,20),0)';

test.each([
  ['lost.webm', OPUS, BURST],
  ['scattered.webm', OPUS, SCATTERED],
  ['suppressed.webm', OPUS, SUPPRESSED],
  ['lost.mkv', ['-c:a', 'aac'], BURST],
  ['scattered.mkv', ['-c:a', 'aac'], SCATTERED],
  ['lost-mp3.mkv', ['-c:a', 'libmp3lame'], BURST],
  ['lost.mp4', ['-c:a', 'aac'], BURST],
  ['scattered.mp4', ['-c:a', 'aac'], SCATTERED],
  ['lost-opus.mp4', OPUS, BURST],
  ['lost.mov', ['-c:a', 'alac'], 'between(n,20,39)'],
  ['lost.flv', ['-c:a', 'aac'], BURST],
  ['lost.ts', ['-c:a', 'aac'], BURST],
  ['lost.mpg', ['-c:a', 'mp2', '-f', 'mpeg'], BURST],
])('what is missing in %s is silence: the rest stays in time', async (name, words, dropped) => {
  const extension = path.extname(name);
  ffmpeg('-i', at('clap.wav'), ...words, at(`whole-${name}`));
  const muxer = extension === '.mpg' ? ['-f', 'mpeg'] : [];
  ffmpeg('-i', at(`whole-${name}`), '-c', 'copy', '-bsf:a', `noise=drop='${dropped}'`, ...muxer, at(name));
  const whole = decoded(`whole-${name}`);
  const gappy = decoded(name);
  expect(lagOf(whole, gappy)).toBe(0);
  const { frames, measures } = await scan(name);
  expect(frames).toBe(gappy.length);
  expect((await engine.length({ path: at(name) }, ignore)).frames).toBe(frames);
  expect(measures.gaps?.frames).toBeGreaterThan(0.2 * RATE);
  expect((await scan(`whole-${name}`)).measures.gaps).toBeUndefined();
});

test('damaged places of an MP3 are silence of their length, and named', async () => {
  ffmpeg('-i', at('clap.wav'), '-q:a', '4', at('whole.mp3'));
  const bytes = readFileSync(at('whole.mp3'));
  for (const part of [0.2, 0.4, 0.6])
    bytes.fill(0xaa, Math.floor(part * bytes.length), Math.floor(part * bytes.length) + 900);
  writeFileSync(at('damaged.mp3'), bytes);
  const { frames, measures, truncated } = await scan('damaged.mp3');
  // The encoder's padding at the end can't be told from sound then: it is shorter than a packet.
  expect(Math.abs(frames - SECONDS * RATE)).toBeLessThan(1152);
  expect(lagOf(decoded('whole.mp3'), decoded('damaged.mp3'))).toBe(0);
  expect(truncated).toBe(false);
  expect(measures.gaps?.places.map((place) => Math.round(place / RATE))).toEqual([1, 2, 4]);
});

test('a default track with nothing on it gives way to the next that has sound', async () => {
  const tracks = [
    '-map',
    '0:a',
    '-map',
    '1:a',
    '-map',
    '1:a',
    '-metadata:s:a:1',
    'title=Mic',
    '-disposition:a:0',
    'default',
  ];
  writeWav(at('nothing.wav'), [new Float32Array(RATE)], RATE);
  for (const name of ['tracks.mkv', 'tracks.mp4']) {
    ffmpeg('-i', at('nothing.wav'), '-i', at('clap.wav'), ...tracks, at(name));
    const { measures, peak } = await scan(name);
    expect(peak).toBeGreaterThan(0.5);
    expect(measures.track).toMatchObject({ number: 2, of: 3 });
  }
});

test('zeros to the end are named with their place, and a recording of zeros is silent', async () => {
  const samples = noise(2 * RATE, 6);
  samples.fill(0, RATE / 2);
  writeWav(at('zeros.wav'), [samples, samples], RATE);
  expect((await scan('zeros.wav')).measures.soundEndsAt).toBe(RATE / 2);
  writeWav(at('silent.wav'), [new Float32Array(RATE)], RATE);
  expect(await engine.length({ path: at('silent.wav') }, ignore)).toEqual({
    frames: RATE,
    sampleRate: RATE,
    isSilent: true,
  });
});
