import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { ffmpeg, ffmpegReport } from '../../fixtures/audio/media.ts';
import { writeRestlessNoise } from '../../fixtures/audio/restless-noise.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const RATE = 48_000;
const folder = temporaryFolder('passage-loudness', afterAll);
const at = (name: string) => path.join(folder, name);
const engine = createEngine();

beforeAll(() => {
  writeRestlessNoise(at('stereo.wav'), 40, RATE);
  ffmpeg('-i', at('stereo.wav'), '-ac', '1', '-ar', '16000', at('mono.wav'));
});

/** LUFS of seconds of a file by FFmpeg's own meter, in stereo. */
function measured(name: string, from: number, seconds: number): number {
  const report = ffmpegReport(
    ...['-ss', String(from), '-t', String(seconds), '-i', at(name)],
    ...['-af', 'pan=stereo|c0=c0|c1=c1,ebur128'.replace('c1=c1', name === 'mono.wav' ? 'c1=c0' : 'c1=c1')],
    ...['-f', 'null', '-'],
  );
  return Number(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(report)?.[1]);
}

test.each(['stereo.wav', 'mono.wav'])('passages of %s are as loud as FFmpeg says', { tags: 'long' }, async (name) => {
  for (const [from, seconds] of [
    [0, 40],
    [7, 3],
    [21.5, 9],
  ] as const) {
    const params = {
      path: at(name),
      indexPath: null,
      sampleRate: RATE,
      fromFrame: from * RATE,
      frames: seconds * RATE,
    };
    const { loudness } = await engine.loudness(params, () => undefined);
    expect(Math.abs((loudness ?? 0) - measured(name, from, seconds))).toBeLessThan(0.15);
  }
});

test('silence, and what is shorter than a block, have no loudness', async () => {
  const params = { path: at('stereo.wav'), indexPath: null, sampleRate: RATE };
  const ask = (fromFrame: number, frames: number) => engine.loudness({ ...params, fromFrame, frames }, () => undefined);
  expect(await ask(60 * RATE, RATE)).toEqual({ loudness: null });
  expect(await ask(RATE, RATE / 4)).toEqual({ loudness: null });
});
