import { expect, test } from 'vitest';
import type { Analysis } from '../../../electron/audio/chains/analysis.ts';
import { createChain } from '../../../electron/audio/chains/chain.ts';
import { MODEL_IDS, type ServiceModelId } from '../../../shared/domain/models.ts';
import { noise } from '../../fixtures/audio/signals.ts';
import { largestDifference, levelOf } from '../../harness/audio/metrics.ts';
import { through } from '../../harness/audio/through.ts';
import { someOf } from '../depth.ts';

const SECONDS = 34;
const RATE = 48_000;
/** Bursts over faint noise. */
const SAMPLES = noise(SECONDS * RATE + 11, 6).map((value, i) => (i % 24_000 < 6000 ? 0.2 : 0.01) * value);

const ANALYSIS: Analysis = {
  frames: SAMPLES.length,
  sampleRate: RATE,
  channels: 2,
  hum: [],
  clicks: 0,
  clippedSamples: 0,
  largest: 1,
  fullness: 0,
  offsets: [0, 0],
  loudest: [0.004, 0.001],
  groups: [{ channels: [0, 1], mix: [0.5, 0.5] }],
};

async function restored(model: ServiceModelId, cores: number, block: number) {
  const chain = await createChain(model, ANALYSIS, undefined, cores);
  expect(chain.startedThreads).toBe(cores === 1 ? 0 : cores);
  return through(chain, [SAMPLES, SAMPLES.map((value) => value / 2)], block);
}

test.each(someOf(MODEL_IDS, 1))(
  '%s sounds the same on one core, on two and on four, however the work falls',
  { tags: 'long' },
  async (model) => {
    const [alone = new Float32Array(0), right = new Float32Array(0)] = await restored(model, 1, 8192);
    expect(alone).toHaveLength(SAMPLES.length);
    expect(levelOf(alone)).toBeGreaterThan(0);
    // One mask for both sides: the image stays.
    expect(levelOf(alone) / levelOf(right)).toBeCloseTo(2, 4);
    for (const [cores, block] of [
      [2, 8192],
      [2, 30_001],
      [4, 8192],
    ] as const) {
      const [samples = new Float32Array(0)] = await restored(model, cores, block);
      expect(samples).toHaveLength(SAMPLES.length);
      expect(largestDifference(samples, alone)).toBe(0);
    }
  },
);
