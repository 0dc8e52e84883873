import { expect, test } from 'vitest';
import { createChain } from '../../../electron/audio/chains/chain.ts';
import { alternating, createOverlapAdd, type SpectralProcessor } from '../../../electron/audio/chains/overlap-add.ts';
import { createFft } from '../../../electron/audio/dsp/spectra/fft.ts';
import type { AudioStage } from '../../../electron/audio/dsp/stage.ts';
import { MODEL_IDS } from '../../../shared/domain/models.ts';
import { noise } from '../../fixtures/audio/signals.ts';
import { largestDifference } from '../../harness/audio/metrics.ts';
import { through } from '../../harness/audio/through.ts';

const LENGTHS = [0, 1, 479, 480, 481, 4801, 33_333];

/** Stereo as two scenes, each with stages of its own. */
function chain(model: (typeof MODEL_IDS)[number], channels: number, sampleRate: number): Promise<AudioStage> {
  const groups = Array.from({ length: channels }, (_, channel) => ({ channels: [channel], mix: [1] }));
  const damage = {
    clicks: 0,
    clippedSamples: 0,
    largest: 1,
    fullness: 0,
    offsets: groups.map(() => 0),
    loudest: groups.map(() => 0.01),
  };
  const hum = [{ frequency: 50, harmonic: 1 }];
  return createChain(model, { frames: 0, sampleRate, channels, hum, groups, ...damage });
}

test.each(MODEL_IDS)('%s gives as many frames as it takes, at any rate', async (model) => {
  for (const length of LENGTHS) {
    const samples = noise(length, 3).map((value) => value * 0.1);
    const out = through(await chain(model, 2, 44_100), [samples, samples], 1000);
    expect(out.map((one) => one.length)).toEqual([length, length]);
  }
  for (const rate of [8000, 16_000, 96_000]) {
    const out = through(await chain(model, 1, rate), [noise(5000, 3)], 1000);
    expect(out[0]).toHaveLength(5000);
  }
});

test.each(MODEL_IDS)('%s gives the same however its input is cut', async (model) => {
  const samples = noise(30_000, 4).map((value) => value * 0.05);
  const whole = through(await chain(model, 1, 48_000), [samples], 30_000);
  const cut = through(await chain(model, 1, 48_000), [samples], 777);
  expect(largestDifference(whole[0] as Float32Array, cut[0] as Float32Array)).toBe(0);
});

test.each(MODEL_IDS)('%s leaves silence silent', async (model) => {
  const out = through(await chain(model, 2, 48_000), [new Float32Array(60_000), new Float32Array(60_000)], 4096);
  for (const samples of out) expect(Math.max(...samples.map(Math.abs))).toBeLessThan(1e-6);
});

/** Gives windows back unchanged, so many later. */
function late(windows: number): SpectralProcessor {
  const waiting: Parameters<SpectralProcessor['push']>[0][] = [];
  return {
    push: (window) => {
      waiting.push(window);
      return waiting.length > windows ? waiting.splice(0, 1) : [];
    },
    flush: function* () {
      for (const window of waiting.splice(0)) yield [window];
    },
  };
}

test('windows of two grids add up to what came, even where one grid answers later than the other', async () => {
  const samples = noise(20_000, 5);
  const stage = createOverlapAdd(await createFft(512), 128, 1, alternating(late(1), late(7)));
  const [out = new Float32Array(0)] = through(stage, [samples], 1000);
  expect(out).toHaveLength(samples.length);
  expect(largestDifference(out, samples)).toBeLessThan(1e-6);
});
