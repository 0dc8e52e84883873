import { expect, test } from 'vitest';
import { createChain } from '../../../electron/audio/chains/chain.ts';
import { repairs } from '../../../electron/audio/chains/repairs.ts';
import { tuningOf } from '../../../electron/audio/chains/tuning.ts';
import { SAMPLING_PRESETS } from '../../../shared/domain/models.ts';
import { noise } from '../../fixtures/audio/signals.ts';
import { syllables } from '../../fixtures/audio/syllables.ts';
import { clipped, withClicks } from '../../fixtures/quality/noises.ts';
import { clicksIn, levelOf, siSdr } from '../../harness/audio/metrics.ts';
import { throughAll } from '../../harness/audio/through.ts';

const RATE = 48_000;
const COUNT = 6 * RATE;
const UNDAMAGED = { hum: [], clicks: 0, clippedSamples: 0 };
const WHOLE = {
  ...UNDAMAGED,
  sampleRate: RATE,
  channels: 1,
  frames: COUNT,
  largest: 1,
  fullness: 0,
  offsets: [0],
  loudest: [0.01],
  groups: [{ channels: [0], mix: [1] }],
};

test('clicks are counted, and speech has none', () => {
  const voice = syllables(COUNT, RATE, 1);
  expect(clicksIn(voice, RATE)).toBeLessThan(3);
  const found = clicksIn(withClicks(voice, 2, RATE), RATE);
  expect(found).toBeGreaterThan(40);
  expect(found).toBeLessThan(80);
});

test.each([22_050, 48_000])('clicks at %d Hz are taken out, and what lies between them stays', (sampleRate) => {
  const count = 3 * sampleRate;
  const voice = syllables(count, sampleRate, 1);
  const clicking = withClicks(voice, 2, sampleRate);
  const chain = (clicks: number) => repairs({ ...WHOLE, clicks, frames: count, sampleRate }, tuningOf(undefined));
  const repaired = throughAll(chain(100), clicking);
  expect(siSdr(voice, repaired) - siSdr(voice, clicking)).toBeGreaterThan(8);
  expect(siSdr(voice, throughAll(chain(100), voice))).toBeGreaterThan(30);
  expect(chain(1)).toEqual([]);
});

test('what is whole is not touched', () => {
  expect(repairs(WHOLE, tuningOf(undefined))).toEqual([]);
});

test('peaks that come back above full scale are held below it', () => {
  const loud = syllables(COUNT, RATE, 5).map((value) => 6 * value);
  const cut = clipped(loud, 1);
  const whole = throughAll(repairs({ ...WHOLE, clippedSamples: 5000 }, tuningOf(undefined)), cut);
  expect(whole.reduce((most, value) => Math.max(most, Math.abs(value)), 0)).toBeLessThan(1);
});

test('what is cut nearly everywhere is left as it is: nothing tells what it was', () => {
  expect(repairs({ ...WHOLE, clippedSamples: COUNT / 2 }, tuningOf(undefined))).toEqual([]);
});

test('every preset changes something, and a text that is no preset nothing', () => {
  for (const preset of SAMPLING_PRESETS) expect(tuningOf(preset)).not.toEqual(tuningOf(undefined));
  expect(tuningOf('Podcast ')).toEqual(tuningOf('podcast'));
  expect(tuningOf('what another service knows')).toEqual(tuningOf(undefined));
});

test('a telephone keeps nothing outside its band; the gentle preset leaves more of the noise', async () => {
  const hiss = noise(COUNT, 7).map((value) => 0.02 * value);
  const decibels = (samples: Float32Array) => 20 * Math.log10(levelOf(samples));
  const restored = async (preset?: string) => throughAll([await createChain('service-2', WHOLE, preset)], hiss);
  expect(decibels(await restored('gentle'))).toBeGreaterThan(decibels(await restored()) + 6);
  const tone = Float32Array.from({ length: COUNT }, (_, i) => 0.1 * Math.sin((2 * Math.PI * 9000 * i) / RATE));
  expect(decibels(throughAll(repairs(WHOLE, tuningOf('phone')), tone))).toBeLessThan(decibels(tone) - 24);
});
