/** The guide worker's thread: computes a part of the guide while the chain does everything else. No native code runs in it. */

import { parentPort, workerData } from 'node:worker_threads';
import type { Block } from '../../dsp/stage.ts';
import { createGuidePart } from './parts.ts';
import { type GuideStart, openWorkerChannel } from './worker-channel.ts';

const BLOCK_FRAMES = 8192;

const { part, memory, failures } = workerData as GuideStart;
const line = openWorkerChannel(memory);
const stage = await createGuidePart(part);
parentPort?.postMessage('ready');

try {
  work();
} catch (error) {
  failures.postMessage(String(error));
}
line.end('thread');
failures.close();

/** Runs until the input ends, without returning to the event loop. */
function work(): void {
  const block = new Float32Array(BLOCK_FRAMES);
  for (;;) {
    const seen = line.stepsOf('chain');
    const isLast = line.hasEnded('chain');
    const count = line.toThread.read(block);
    if (count > 0) {
      line.step('thread');
      give(stage.push([block.subarray(0, count)]));
    } else if (isLast) break;
    else line.waitFor('chain', seen);
  }
  for (const rest of stage.flush()) give(rest);
  stage.close();
}

function give([samples = new Float32Array(0)]: Block): void {
  for (let given = 0; given < samples.length; ) {
    const seen = line.stepsOf('chain');
    const count = line.toChain.write(samples.subarray(given));
    given += count;
    if (count > 0) line.step('thread');
    else line.waitFor('chain', seen);
  }
}
