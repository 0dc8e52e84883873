/** System calls of a desk that starts generations: whether each intent is on the disk before its start is sent. */

import { bundleWorker } from '../harness/kills/bundle-worker.ts';
import { traceStarts } from '../harness/kills/starts/trace.ts';
import { whyNoTrace } from '../harness/system-calls.ts';
import type { Bench } from './bench.ts';

const STARTS = 100;

export const bench: Bench = {
  measures: `Of ${STARTS} starts, those that were sent after a flush of the write-ahead log that held their intent`,
  unit: 'starts',
  target: STARTS,
  better: 'higher',
  run: async (folder) => {
    const reason = whyNoTrace();
    if (reason !== null) throw new Error(reason);
    const worker = await bundleWorker('starts');
    const figures = await traceStarts(folder, worker.file, STARTS).finally(() => worker.remove());
    return { value: figures.sent - figures.ahead, details: { ...figures } };
  },
};
