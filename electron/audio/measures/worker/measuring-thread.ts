/** The thread beside a long scan: gathers from the samples while the next ones are decoded. Nothing native runs in it. */

import { parentPort, workerData } from 'node:worker_threads';
import { type FromGathering, type GatheringStart, PARTS, partOf, type ToGathering } from './messages.ts';
import { createGatherer } from './sample-measures.ts';

const port = parentPort;
if (port === null) throw new Error('This is a thread beside a scan');
const { samples, ...shape } = workerData as GatheringStart;
const parts = Array.from({ length: PARTS }, (_, part) =>
  Array.from({ length: shape.channels }, (_unused, channel) => partOf(samples, shape.channels, part, channel)),
);
const gatherer = await createGatherer(shape);
const tell = (message: FromGathering) => port.postMessage(message);

port.on('message', async (message: ToGathering) => {
  if (message.kind === 'filled') {
    gatherer.add(parts[message.part] as readonly Float32Array[], message.frames);
    tell({ kind: 'free', part: message.part });
    return;
  }
  tell({ kind: 'gathered', gathered: await gatherer.finish() });
  gatherer.close();
  port.close();
});
tell({ kind: 'ready' });
