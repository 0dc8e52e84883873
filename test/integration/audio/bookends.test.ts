/** Intro and outro: where they lie, how loud they are, and what happens without their files. */

import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { exportMaterial, measuredByFfmpeg } from '../../fixtures/audio/export-material.ts';
import { decode, ffmpeg, ffmpegReport } from '../../fixtures/audio/media.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const RATE = 48_000;
const folder = temporaryFolder('bookends', afterAll);
const engine = createEngine();
const ignore = () => undefined;

/** Music of another rate, and far louder or quieter than the voice. */
function jingle(name: string, seconds: number, rate: number, level: number): string {
  const file = path.join(folder, name);
  const left = noise(seconds * rate, 5).map((value, i) => level * (0.5 * value + 0.5 * Math.sin(i / 20)));
  writeWav(file, [left, left.map((value) => 0.8 * value)], rate);
  return file;
}

/** LUFS of a part, by ffmpeg. */
function loudnessOf(file: string, from: number, to: number): number {
  const report = ffmpegReport('-ss', String(from), '-to', String(to), '-i', file, '-af', 'ebur128', '-f', 'null', '-');
  return Number(/Integrated loudness:\s+I:\s+(-?[\d.]+)/.exec(report)?.[1]);
}

for (const [format, tags] of [
  ['mp3', ['long']],
  ['wav24', []],
] as const) {
  const name = `${format}: intro, voice and outro have the sum of their lengths without the cross-fades, and all are −16`;
  test(name, { tags: [...tags] }, async () => {
    const { original, result } = exportMaterial(folder, 12, RATE, 0.3);
    const intro = jingle('intro.wav', 5, 44_100, 0.9);
    const outro = jingle('outro.wav', 4, 32_000, 0.01);
    const output = path.join(folder, `program.${format}`);
    const asked = {
      original,
      result,
      output,
      strength: 1,
      loudness: -16,
      format,
      intro,
      outro,
      crossFade: 1.5,
    } as const;
    const { figures } = await engine.export(asked, ignore);
    const frames = decode(output, { channels: 2, sampleRate: RATE }).frames;
    const voice = decode(original, { channels: 2, sampleRate: RATE }).frames;
    // Resamplers round to a frame.
    expect(Math.abs(frames - (voice + (5 + 4 - 2 * 1.5) * RATE))).toBeLessThanOrEqual(2);
    const { loudness, truePeak } = measuredByFfmpeg(output);
    expect(Math.abs(loudness + 16)).toBeLessThanOrEqual(0.2);
    expect(truePeak).toBeLessThanOrEqual(-1);
    expect(figures?.after.loudness).toBeCloseTo(loudness, 0);
    const seconds = frames / RATE;
    const parts = [
      loudnessOf(output, 0, 3.4),
      loudnessOf(output, 5, seconds - 4),
      loudnessOf(output, seconds - 2.4, seconds),
    ];
    for (const part of parts) expect(Math.abs(part + 16), parts.join(' ')).toBeLessThanOrEqual(1);
  });
}

test('the voice is heard where it belongs, between sounds that fade', async () => {
  const { original, result } = exportMaterial(folder, 6, RATE, 0.3);
  const intro = jingle('silence.wav', 2, RATE, 0);
  const output = path.join(folder, 'placed.wav');
  await engine.export(
    { original, result, output, strength: 1, loudness: null, format: 'wavFloat', intro, crossFade: 0.5 },
    ignore,
  );
  const [made, voice] = [output, result].map((file) => decode(file, { channels: 1, sampleRate: RATE }).channels[0]);
  const late = 1.5 * RATE;
  for (const at of [0.5, 2, 4].map((second) => second * RATE))
    expect(made?.[at + late]).toBeCloseTo(voice?.[at] ?? Number.NaN, 4);
});

test('chapters come later by the intro', { tags: 'long' }, async () => {
  const { original, result } = exportMaterial(folder, 8, RATE, 0.3);
  const chapters = path.join(folder, 'chapters.txt');
  writeFileSync(chapters, ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=3000\nEND=8000\ntitle=Guest\n');
  const source = path.join(folder, 'chaptered.mka');
  ffmpeg('-i', original, '-i', chapters, '-map_metadata', '1', '-map_chapters', '1', '-c', 'copy', source);
  const intro = jingle('chapter-intro.wav', 4, RATE, 0.3);
  const output = path.join(folder, 'chaptered.mp3');
  await engine.export({ original: source, result, output, strength: 1, loudness: -16, format: 'mp3', intro }, ignore);
  expect(ffmpegReport('-i', output)).toMatch(/Chapter #0:0: start 6\.0\d+/);
});

test('a video that keeps its picture gets neither, and says so', { tags: 'long' }, async () => {
  const { original, result } = exportMaterial(folder, 4, RATE, 0.3);
  const film = path.join(folder, 'film.mp4');
  const pictures = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=25:duration=4'];
  ffmpeg(...pictures, '-i', original, '-c:v', 'libx264', '-c:a', 'aac', film);
  const intro = jingle('film-intro.wav', 3, RATE, 0.3);
  const asked = { original: film, result, strength: 1, loudness: -16, format: 'mp3', intro } as const;
  const kept = await engine.export({ ...asked, output: path.join(folder, 'film-out.mp4') }, ignore);
  expect([kept.isVideo, kept.leftOut?.bookends]).toEqual([true, true]);
  const sound = path.join(folder, 'film-out.mp3');
  expect((await engine.export({ ...asked, video: 'sound', output: sound }, ignore)).leftOut?.bookends).toBeUndefined();
  expect(decode(sound, { channels: 1, sampleRate: RATE }).frames / RATE).toBeCloseTo(4 + 3 - 1, 1);
});

test.each([
  ['gone.wav', `There is no file ${path.join(folder, 'gone.wav')} to use as the intro.`],
  ['words.txt', `The intro ${path.join(folder, 'words.txt')} can’t be read as sound.`],
])('without a usable intro nothing is written: %s', async (name, what) => {
  const { original, result } = exportMaterial(folder, 2, RATE, 0.3);
  if (name === 'words.txt') writeFileSync(path.join(folder, name), 'no sound');
  const output = path.join(folder, 'never.mp3');
  const asked = {
    original,
    result,
    output,
    strength: 1,
    loudness: null,
    format: 'mp3',
    intro: path.join(folder, name),
  } as const;
  await expect(engine.export(asked, ignore)).rejects.toMatchObject({ code: 'bookendUnusable', parts: { what } });
  expect(existsSync(output)).toBe(false);
});
