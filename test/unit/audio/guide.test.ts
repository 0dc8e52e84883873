import { expect, test } from 'vitest';
import { createGuide } from '../../../electron/audio/chains/guide.ts';
import { joined, lengthOf, type Stage } from '../../../electron/audio/chains/stage.ts';
import { MODEL_IDS, type ModelId } from '../../../shared/domain/models.ts';
import { noise } from '../../fixtures/audio/media.ts';
import { largestDifference, levelOf } from '../../fixtures/audio/metrics.ts';

const SECONDS = 21;
const SAMPLES = noise(SECONDS * 48_000 + 11, 6).map((value, i) => (i % 24_000 < 6000 ? 0.2 : 0.01) * value);

/** @returns the stage's whole output, and the most frames that one block made it give */
function through(stage: Stage, block: number) {
  const parts = [];
  for (let from = 0; from < SAMPLES.length; from += block)
    parts.push(stage.push([SAMPLES.subarray(from, from + block)]));
  parts.push(...stage.flush());
  stage.close();
  return { samples: joined(parts, 1)[0] as Float32Array, most: Math.max(...parts.map(lengthOf)) };
}

const guide = (model: ModelId, cores: number) => createGuide(model, SECONDS, cores);

test.each(MODEL_IDS)('%s sounds the same on one core and on two, however the work falls', async (model) => {
  const alone = through(await guide(model, 1), 8192);
  expect(alone.samples).toHaveLength(SAMPLES.length);
  expect(levelOf(alone.samples)).toBeGreaterThan(0);
  for (const block of [8192, 30_001]) {
    const { samples } = through(await guide(model, 2), block);
    expect(samples).toHaveLength(SAMPLES.length);
    expect(largestDifference(samples, alone.samples)).toBe(0);
  }
});

test('what comes back of the blocks that go backwards comes in small parts: progress goes on', async () => {
  const { most } = through(await guide('service-3.5', 1), 8192);
  expect(most).toBeLessThanOrEqual(48_000);
});

test('a guide that is given up half way leaves no thread behind', async () => {
  const before = process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length;
  const stage = await guide('service-3.5', 2);
  for (let from = 0; from < 20; from++) stage.push([SAMPLES.subarray(from * 8192, (from + 1) * 8192)]);
  stage.close();
  await expect
    .poll(() => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length, { timeout: 10_000 })
    .toBe(before);
});
