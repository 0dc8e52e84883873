import { expect, test } from 'vitest';
import { createGuide } from '../../../electron/audio/chains/chain.ts';
import { framesIn } from '../../../electron/audio/dsp/stage.ts';
import { MODEL_IDS, type ServiceModelId } from '../../../shared/domain/models.ts';
import { noise } from '../../fixtures/audio/signals.ts';
import { largestDifference, levelOf } from '../../harness/audio/metrics.ts';
import { through } from '../../harness/audio/through.ts';
import { someOf } from '../depth.ts';

const SECONDS = 21;
const SAMPLES = noise(SECONDS * 48_000 + 11, 6).map((value, i) => (i % 24_000 < 6000 ? 0.2 : 0.01) * value);

const guide = (model: ServiceModelId, cores: number) => createGuide(model, SECONDS, cores);

test.each(someOf(MODEL_IDS, 1))(
  '%s sounds the same on one core and on two, however the work falls',
  { tags: 'long' },
  async (model) => {
    const alone = through(await guide(model, 1), [SAMPLES], 8192)[0] as Float32Array;
    expect(alone).toHaveLength(SAMPLES.length);
    expect(levelOf(alone)).toBeGreaterThan(0);
    for (const block of [8192, 30_001]) {
      const samples = through(await guide(model, 2), [SAMPLES], block)[0] as Float32Array;
      expect(samples).toHaveLength(SAMPLES.length);
      expect(largestDifference(samples, alone)).toBe(0);
    }
  },
);

test('what comes back of the blocks that go backwards comes in small parts: progress goes on', {
  tags: 'long',
}, async () => {
  let most = 0;
  through(await guide('service-3.5', 1), [SAMPLES], 8192, (part) => {
    most = Math.max(most, framesIn(part));
  });
  expect(most).toBeLessThanOrEqual(48_000);
});
