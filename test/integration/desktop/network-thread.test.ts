import path from 'node:path';
import { expect, test } from 'vitest';
import { ensureBuilt, PARTS } from '../../../build/build.ts';
import { startNetworkPool } from '../../../electron/audio/chains/network/network-pool.ts';
import { BINS } from '../../../electron/audio/dsp/network/network.ts';
import { noise } from '../../fixtures/audio/signals.ts';

const BUNDLE = path.resolve(import.meta.dirname, '../../../out/main/network.js');

test('the thread is in the bundle, with its weights, and computes there what it does here', async () => {
  await ensureBuilt(PARTS);
  const taps: Float32Array[] = [];
  for (const thread of [BUNDLE, undefined]) {
    const pool = await startNetworkPool(thread === undefined ? 0 : 1, 1, thread);
    expect(pool.startedThreads).toBe(thread === undefined ? 0 : 1);
    const lane = pool.openLane();
    const write = (real: Float32Array) => void real.set(noise(10 * BINS, 1));
    lane.handOver({ frames: 10, from: 0, count: 10, write });
    lane.take((given) => taps.push(given.slice(0, 10 * BINS)));
    pool.close();
  }
  expect(taps[0]).toEqual(taps[1]);
});
