/** The measuring worker's thread: measures samples while the next ones are decoded. No native code runs in it. */

import { parentPort, workerData } from 'node:worker_threads';
import {
  type FromMeasuringWorker,
  type MeasuringWorkerStart,
  PARTS,
  partOf,
  type ToMeasuringWorker,
} from './messages.ts';
import { createSampleMeasurer } from './sample-measures.ts';

const port = parentPort;
if (port === null) throw new Error('This is a thread beside a scan');
const { samples, ...shape } = workerData as MeasuringWorkerStart;
const parts = Array.from({ length: PARTS }, (_, part) =>
  Array.from({ length: shape.channels }, (_unused, channel) => partOf(samples, shape.channels, part, channel)),
);
const measurer = await createSampleMeasurer(shape);
const send = (message: FromMeasuringWorker) => port.postMessage(message);

port.on('message', async (message: ToMeasuringWorker) => {
  if (message.kind === 'filled') {
    measurer.add(parts[message.part] as readonly Float32Array[], message.frames);
    send({ kind: 'free', part: message.part });
    return;
  }
  send({ kind: 'measured', measured: await measurer.finish() });
  measurer.close();
  port.close();
});
send({ kind: 'ready' });
