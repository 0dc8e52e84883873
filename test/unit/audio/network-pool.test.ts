import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type NetworkPool, startNetworkPool } from '../../../electron/audio/chains/network/network-pool.ts';
import { BINS } from '../../../electron/audio/dsp/network/network.ts';
import { noise } from '../../fixtures/audio/signals.ts';

const FRAMES = 20;

/** Hands so many chunks over, each of other spectra. @returns their taps, in order */
async function tapsOf(pool: NetworkPool, chunks: number): Promise<readonly Float32Array[]> {
  const lane = pool.openLane();
  const taps: Float32Array[] = [];
  const take = () => lane.take((given) => taps.push(given.slice(0, FRAMES * BINS)));
  for (let chunk = 0; chunk < chunks; chunk++) {
    if (!lane.hasRoom) take();
    const write = (real: Float32Array, imaginary: Float32Array) => {
      real.set(noise(FRAMES * BINS, 2 * chunk));
      imaginary.set(noise(FRAMES * BINS, 2 * chunk + 1));
    };
    lane.handOver({ frames: FRAMES, from: 0, count: FRAMES, write });
    await pool.settle();
  }
  while (taps.length < chunks) take();
  return taps;
}

test('taps are the same, bit by bit, with no thread, with one and with three', async () => {
  const alone = await startNetworkPool(0, 1);
  const expected = await tapsOf(alone, 5);
  alone.close();
  expect(expected[0]).not.toEqual(expected[1]);
  for (const threads of [1, 3]) {
    const pool = await startNetworkPool(threads, 1);
    expect(pool).toMatchObject({ startedThreads: threads, failedThreads: 0 });
    expect(await tapsOf(pool, 5)).toEqual(expected);
    pool.close();
  }
});

test('threads that cannot start are counted, and the work is done without them', async () => {
  const pool = await startNetworkPool(2, 1, path.join(import.meta.dirname, 'no-such-thread.ts'));
  expect(pool).toMatchObject({ startedThreads: 0, failedThreads: 2 });
  expect(await tapsOf(pool, 2)).toHaveLength(2);
  pool.close();
});

const threads = () => readdirSync('/proc/self/task').length;

async function giveUpHalfWay(): Promise<void> {
  const pool = await startNetworkPool(2, 1);
  const write = (real: Float32Array) => void real.set(noise(300 * BINS, 1));
  pool.openLane().handOver({ frames: 300, from: 0, count: 300, write });
  pool.close();
}

test.skipIf(process.platform !== 'linux')('a restoration that is given up leaves no threads behind', async () => {
  // The first one also starts Node's own threads, which stay.
  await giveUpHalfWay();
  const before = threads();
  await giveUpHalfWay();
  await expect.poll(threads, { timeout: 30_000 }).toBeLessThanOrEqual(before);
});
