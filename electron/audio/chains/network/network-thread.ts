/** A thread of the network: computes the chunks that the chain has filled, until the chain ends. No native code runs in it. */

import { parentPort, workerData } from 'node:worker_threads';
import { createRestorationNetwork } from '../../dsp/network/network.ts';
import { openSlots } from './network-slots.ts';

export interface NetworkThreadStart {
  readonly memory: SharedArrayBuffer;
  readonly count: number;
}

const { count, memory } = workerData as NetworkThreadStart;
const slots = openSlots(memory, count);
const network = createRestorationNetwork();
parentPort?.postMessage('ready');

/** Runs without returning to the event loop. */
for (;;) {
  const seen = slots.steps;
  if (slots.slots.some((slot) => slot.compute(network))) continue;
  if (slots.hasEnded) break;
  slots.waitFor(seen);
}
