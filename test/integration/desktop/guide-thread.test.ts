import { once } from 'node:events';
import path from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { ensureBuilt, PARTS } from '../../../build/build.ts';
import type { GuidePart } from '../../../electron/audio/chains/guide/parts.ts';
import {
  CHANNEL_BYTES,
  type GuideStart,
  openWorkerChannel,
} from '../../../electron/audio/chains/guide/worker-channel.ts';
import { startGuideWorker } from '../../../electron/audio/chains/guide/worker-stage.ts';
import { noise } from '../../fixtures/audio/signals.ts';
import { levelOf } from '../../harness/audio/metrics.ts';

const BUNDLE = path.resolve(import.meta.dirname, '../../../out/main/guide.js');

test('the thread is in the bundle, and works there', async () => {
  await ensureBuilt(PARTS);
  const memory = new SharedArrayBuffer(CHANNEL_BYTES);
  const { port1, port2 } = new MessageChannel();
  const workerData: GuideStart = { part: 'both networks backwards', memory, failures: port2 };
  const worker = new Worker(BUNDLE, { workerData, transferList: [port2], env: {} });
  onTestFinished(() => port1.close());
  const ended = once(worker, 'exit');
  expect(await once(worker, 'message')).toEqual(['ready']);
  const line = openWorkerChannel(memory);
  expect(line.toThread.write(noise(50_000, 1))).toBe(50_000);
  line.end('chain');
  expect(await ended).toEqual([0]);
  const out = new Float32Array(60_000);
  expect(line.toChain.read(out)).toBe(50_000);
  expect(levelOf(out)).toBeGreaterThan(0);
  expect(line.hasEnded('thread')).toBe(true);
});

test('a thread that cannot start is none: the work is then done without it', async () => {
  expect(await startGuideWorker('no such part' as GuidePart)).toBeNull();
});
