/** The thread beside a restoration: works on a part of the guide while the chain does everything else. Nothing native runs in it. */

import { parentPort, workerData } from 'node:worker_threads';
import type { FromGuide, GuideStart, ToGuide } from './guide-messages.ts';
import { createGuidePart } from './guide-part.ts';
import type { Block } from './stage.ts';

const { part, port, answers } = workerData as GuideStart;
const given = new Int32Array(answers);
const stage = await createGuidePart(part);

port.on('message', (message: ToGuide) => {
  try {
    if (message !== 'end') return give(stage.push([message]));
    for (const rest of stage.flush()) give(rest);
    stage.close();
    answer({ kind: 'over' });
  } catch (error) {
    answer({ kind: 'failed', detail: String(error) });
  }
});
parentPort?.postMessage('ready');

function give([samples = new Float32Array(0)]: Block): void {
  const own = samples.slice();
  answer({ kind: 'samples', samples: own }, [own.buffer]);
}

function answer(message: FromGuide, handedOver: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, handedOver);
  Atomics.add(given, 0, 1);
  Atomics.notify(given, 0);
}
