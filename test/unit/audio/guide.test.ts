import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createGuide } from '../../../electron/audio/chains/chain.ts';
import { startGuideWorker } from '../../../electron/audio/chains/guide/worker-stage.ts';
import type { AudioStage } from '../../../electron/audio/dsp/stage.ts';
import { noise } from '../../fixtures/audio/signals.ts';

const BLOCK = 8192;
const SAMPLES = noise(20 * BLOCK, 6);
/** Of a recording that is long enough for a thread. */
const SECONDS = 21;

const threads = () => readdirSync('/proc/self/task').length;

async function giveUpHalfWay(): Promise<void> {
  let beside = false;
  const stage = await createGuide('service-3.5', SECONDS, 2, (started) => {
    beside = started;
  });
  expect(beside).toBe(true);
  for (let from = 0; from < SAMPLES.length; from += BLOCK) stage.push([SAMPLES.subarray(from, from + BLOCK)]);
  stage.close();
}

test.skipIf(process.platform !== 'linux')('guides that are given up half way leave no threads behind', async () => {
  // The first one also starts Node's own threads, which stay.
  await giveUpHalfWay();
  const before = threads();
  await giveUpHalfWay();
  await giveUpHalfWay();
  await expect.poll(threads, { timeout: 30_000 }).toBeLessThanOrEqual(before);
});

const FAILING = path.resolve(import.meta.dirname, '../../harness/engine/failing-guide-thread.ts');

test('a thread that fails ends the restoration with its reason, while samples go to it and at the end', async () => {
  const fed = (await startGuideWorker('first network forwards', FAILING)) as AudioStage;
  const feedOn = () => {
    for (let turn = 0; turn < 100; turn++) fed.push([SAMPLES.subarray(0, BLOCK)]);
  };
  expect(feedOn).toThrow('A part of the guide failed: RangeError: no memory left');
  fed.close();

  const ended = (await startGuideWorker('first network forwards', FAILING)) as AudioStage;
  ended.push([SAMPLES.subarray(0, BLOCK)]);
  expect(() => [...ended.flush()]).toThrow('A part of the guide failed: RangeError: no memory left');
  ended.close();
});
