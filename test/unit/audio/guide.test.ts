import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createGuide } from '../../../electron/audio/chains/guide/guide.ts';
import { startGuideWorker } from '../../../electron/audio/chains/guide/worker-stage.ts';
import { lengthOf, type Stage } from '../../../electron/audio/dsp/stage.ts';
import { MODEL_IDS, type ModelId } from '../../../shared/domain/models.ts';
import { noise } from '../../fixtures/audio/media.ts';
import { largestDifference, levelOf } from '../../harness/audio/metrics.ts';
import { through } from '../../harness/audio/through.ts';

const SECONDS = 21;
const SAMPLES = noise(SECONDS * 48_000 + 11, 6).map((value, i) => (i % 24_000 < 6000 ? 0.2 : 0.01) * value);

const guide = (model: ModelId, cores: number) => createGuide(model, SECONDS, cores);

test.each(MODEL_IDS)('%s sounds the same on one core and on two, however the work falls', async (model) => {
  const alone = through(await guide(model, 1), [SAMPLES], 8192)[0] as Float32Array;
  expect(alone).toHaveLength(SAMPLES.length);
  expect(levelOf(alone)).toBeGreaterThan(0);
  for (const block of [8192, 30_001]) {
    const samples = through(await guide(model, 2), [SAMPLES], block)[0] as Float32Array;
    expect(samples).toHaveLength(SAMPLES.length);
    expect(largestDifference(samples, alone)).toBe(0);
  }
});

test('what comes back of the blocks that go backwards comes in small parts: progress goes on', async () => {
  let most = 0;
  through(await guide('service-3.5', 1), [SAMPLES], 8192, (part) => {
    most = Math.max(most, lengthOf(part));
  });
  expect(most).toBeLessThanOrEqual(48_000);
});

const threads = () => readdirSync('/proc/self/task').length;

test.skipIf(process.platform !== 'linux')('a guide that is given up half way leaves no thread behind', async () => {
  const before = threads();
  const stage = await guide('service-3.5', 2);
  for (let from = 0; from < 20; from++) stage.push([SAMPLES.subarray(from * 8192, (from + 1) * 8192)]);
  expect(threads()).toBeGreaterThan(before);
  stage.close();
  // Threads of earlier tests may end meanwhile.
  await expect.poll(threads, { timeout: 30_000 }).toBeLessThanOrEqual(before);
});

const FAILING = path.resolve(import.meta.dirname, '../../harness/engine/failing-guide-thread.ts');

test('a thread that fails ends the restoration with its reason, while samples go to it and at the end', async () => {
  const fed = (await startGuideWorker('first network forwards', FAILING)) as Stage;
  const feedOn = () => {
    for (let turn = 0; turn < 100; turn++) fed.push([SAMPLES.subarray(0, 8192)]);
  };
  expect(feedOn).toThrow('A part of the guide failed: RangeError: no memory left');
  fed.close();

  const ended = (await startGuideWorker('first network forwards', FAILING)) as Stage;
  ended.push([SAMPLES.subarray(0, 8192)]);
  expect(() => [...ended.flush()]).toThrow('A part of the guide failed: RangeError: no memory left');
  ended.close();
});
