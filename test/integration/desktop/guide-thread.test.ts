import { once } from 'node:events';
import path from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { ensureBuilt, PARTS } from '../../../build/build.ts';
import { startGuideBeside } from '../../../electron/audio/chains/guide-beside.ts';
import type { FromGuide, GuideStart } from '../../../electron/audio/chains/guide-messages.ts';
import type { GuidePart } from '../../../electron/audio/chains/guide-part.ts';
import { noise } from '../../fixtures/audio/media.ts';

const BUNDLE = path.resolve(import.meta.dirname, '../../../out/main/guide.js');

test('the thread is in the bundle, and works there', async () => {
  await ensureBuilt(PARTS);
  const { port1: port, port2 } = new MessageChannel();
  const answers = new SharedArrayBuffer(4);
  const workerData: GuideStart = { part: 'both networks backwards', port: port2, answers };
  const worker = new Worker(BUNDLE, { workerData, transferList: [port2], env: {} });
  onTestFinished(async () => {
    port.close();
    await worker.terminate();
  });
  expect(await once(worker, 'message')).toEqual(['ready']);

  const given = Promise.withResolvers<number>();
  let samples = 0;
  port.on('message', (answer: FromGuide) => {
    if (answer.kind === 'samples') samples += answer.samples.length;
    else if (answer.kind === 'over') given.resolve(samples);
    else given.reject(new Error(answer.detail));
  });
  port.postMessage(noise(50_000, 1));
  port.postMessage('end');
  expect(await given.promise).toBe(50_000);
});

test('a thread that cannot start is none: the work is then done without it', async () => {
  expect(await startGuideBeside('no such part' as GuidePart)).toBeNull();
});
