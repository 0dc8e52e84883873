/** The measuring worker's thread: measures samples while the next ones are decoded. No native code runs in it. */

import { parentPort, workerData } from 'node:worker_threads';
import { buffersOf, type FromMeasuringWorker, type MeasuringWorkerStart, type ToMeasuringWorker } from './messages.ts';
import { createSampleMeasurer } from './sample-measures.ts';

const port = parentPort;
if (port === null) throw new Error('This is a thread beside a scan');
const measurer = await createSampleMeasurer(workerData as MeasuringWorkerStart);
const send = (message: FromMeasuringWorker, moved: readonly ArrayBuffer[] = []) => port.postMessage(message, moved);

port.on('message', async (message: ToMeasuringWorker) => {
  if (message.kind === 'filled') {
    const { block, frames } = message;
    measurer.add(block, frames);
    send({ kind: 'free', block }, buffersOf(block));
    return;
  }
  send({ kind: 'measured', measured: await measurer.finish() });
  measurer.close();
  port.close();
});
send({ kind: 'ready' });
