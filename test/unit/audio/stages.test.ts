import { expect, test } from 'vitest';
import { atRate, createChain } from '../../../electron/audio/chains/chain.ts';
import { denoiseBackward, denoiseForward, meanOf } from '../../../electron/audio/chains/noise/denoise.ts';
import { loadRnnoise1 } from '../../../electron/audio/dsp/rnnoise.ts';
import type { AudioStage } from '../../../electron/audio/dsp/stage.ts';
import { MODEL_IDS } from '../../../shared/domain/models.ts';
import { noise } from '../../fixtures/audio/signals.ts';
import { lagOf, largestDifference, levelOf } from '../../harness/audio/metrics.ts';
import { through } from '../../harness/audio/through.ts';

const LENGTHS = [0, 1, 479, 480, 481, 4801, 33_333];

/** Stereo as two scenes, each with stages of its own. */
function chain(model: (typeof MODEL_IDS)[number], channels: number, sampleRate: number): Promise<AudioStage> {
  const groups = Array.from({ length: channels }, (_, channel) => ({ channels: [channel], mix: [1] }));
  const damage = {
    clicks: 0,
    clippedSamples: 0,
    decayTime: null,
    largest: 1,
    fullness: 0,
    offsets: groups.map(() => 0),
  };
  const hum = [{ frequency: 50, harmonic: 1 }];
  return createChain(model, { frames: 0, sampleRate, channels, hum, groups, ...damage });
}

test.each(LENGTHS)('%d frames go in and as many come out, through every kind of stage', async (length) => {
  const rnnoise = await loadRnnoise1();
  const samples = noise(length, 3).map((value) => value * 0.1);
  for (const stage of [
    denoiseForward(rnnoise),
    denoiseBackward(rnnoise),
    meanOf([denoiseForward(rnnoise), denoiseBackward(rnnoise)]),
    atRate(denoiseForward(rnnoise), 48_000, 44_100),
    atRate(denoiseForward(rnnoise), 48_000, 96_000),
    atRate(denoiseForward(rnnoise), 48_000, 8000),
  ]) {
    expect(through(stage, [samples], 1000)[0]).toHaveLength(length);
  }
  for (const model of MODEL_IDS) {
    const out = through(await chain(model, 2, 44_100), [samples, samples], 1000);
    expect(out.map((one) => one.length)).toEqual([length, length]);
  }
});

test.each(MODEL_IDS)('%s gives the same however its input is cut', async (model) => {
  const samples = noise(30_000, 4).map((value) => value * 0.05);
  const whole = through(await chain(model, 1, 48_000), [samples], 30_000);
  const cut = through(await chain(model, 1, 48_000), [samples], 777);
  expect(largestDifference(whole[0] as Float32Array, cut[0] as Float32Array)).toBe(0);
});

test('backwards is in place: both ways together are not late by the delay that each has', async () => {
  const rnnoise = await loadRnnoise1();
  // Sparse bursts, which the network lets through at their onset in one direction or the other.
  const samples = noise(5 * 48_000, 8).map((value, i) => (i % 24_000 < 6000 ? 0.2 * value : 0.0001 * value));
  const both = meanOf([denoiseBackward(rnnoise), denoiseForward(rnnoise)]);
  const [out = new Float32Array(0)] = through(both, [samples], 4096);
  expect(levelOf(out)).toBeGreaterThan(0);
  expect(await lagOf(samples, out)).toBe(0);
});

test.each(MODEL_IDS)('%s leaves silence silent', async (model) => {
  const out = through(await chain(model, 2, 48_000), [new Float32Array(60_000), new Float32Array(60_000)], 4096);
  for (const samples of out) expect(Math.max(...samples.map(Math.abs))).toBeLessThan(1e-6);
});
