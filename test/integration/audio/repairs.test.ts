import path from 'node:path';
import { expect, test } from 'vitest';
import { analyze } from '../../../electron/audio/chains/analysis.ts';
import { repairs } from '../../../electron/audio/chains/repairs.ts';
import { tuningOf } from '../../../electron/audio/chains/tuning.ts';
import { openRecording } from '../../../electron/audio/input/source-file.ts';
import { speech } from '../../fixtures/audio/media.ts';
import { writeWav } from '../../fixtures/audio/signals.ts';
import { clipped, withClicks } from '../../fixtures/quality/noises.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { clicksIn, siSdr } from '../../harness/audio/metrics.ts';
import { throughAll } from '../../harness/audio/through.ts';

const RATE = 48_000;
const SECONDS = 6;
const SPOKEN = {
  hum: [],
  clicks: 0,
  clippedSamples: 0,
  sampleRate: RATE,
  channels: 1,
  frames: SECONDS * RATE,
  largest: 1,
  fullness: 0,
  offsets: [0],
  loudest: [0.01],
  groups: [{ channels: [0], mix: [1] }],
};

test('clicks and clipped peaks in speech are repaired', { tags: 'long' }, () => {
  const voice = speech(temporaryFolder(), SECONDS, RATE).map((value) => 0.4 * value);
  const clicking = withClicks(voice, 4, RATE);
  const clicks = clicksIn(clicking, RATE);
  const unclicked = throughAll(repairs({ ...SPOKEN, clicks }, tuningOf(undefined)), clicking);
  expect(siSdr(voice, unclicked)).toBeGreaterThan(siSdr(voice, clicking) + 6);
  const cut = clipped(voice, 0.08);
  const whole = throughAll(repairs({ ...SPOKEN, clippedSamples: 5000 }, tuningOf(undefined)), cut);
  expect(whole).toHaveLength(cut.length);
  expect(siSdr(voice, whole)).toBeGreaterThan(siSdr(voice, cut) + 2);
});

test('a square wave is not repaired as a clipped voice, which would take minutes', async () => {
  const folder = temporaryFolder();
  const analysisOf = async (name: string, samples: Float32Array) => {
    const file = path.join(folder, name);
    writeWav(file, [samples], RATE);
    const reader = openRecording(file);
    try {
      return await analyze(file, reader, () => undefined);
    } finally {
      reader.close();
    }
  };
  const square = Float32Array.from({ length: 2 * RATE }, (_, i) => (i % 240 < 120 ? 0.99 : -0.99));
  const clippedSamples = 500;
  const loud = { ...(await analysisOf('square.wav', square)), clippedSamples };
  expect(loud.fullness).toBeGreaterThan(0.95);
  expect(repairs(loud, tuningOf(undefined))).toEqual([]);
  const voice = clipped(speech(folder, 2, RATE), 0.08);
  const spoken = { ...(await analysisOf('voice.wav', voice)), clippedSamples };
  expect(spoken.fullness).toBeLessThan(0.65);
  expect(repairs(spoken, tuningOf(undefined))).toHaveLength(1);
});
