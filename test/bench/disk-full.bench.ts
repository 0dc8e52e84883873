/** A disk that is full in the middle of the work, a hundred times: what is sent then, and what is left of the store. */

import { bundleWorker } from '../harness/kills/bundle-worker.ts';
import { fillDisk, whyNoLimits } from '../harness/kills/starts/full-disk.ts';
import type { Bench } from './bench.ts';

const LIMITS = 100;
const JOBS = 200;

export const bench: Bench = {
  measures: `Starts sent without a durable intent, results lost and payments unexplained, over ${LIMITS} limits of the disk`,
  unit: 'wrongs',
  target: 0,
  better: 'lower',
  run: async (folder) => {
    const reason = whyNoLimits();
    if (reason !== null) throw new Error(reason);
    const worker = await bundleWorker('starts');
    const figures = await fillDisk(folder, worker.file, LIMITS, JOBS).finally(() => worker.remove());
    const { withoutIntent, paidTwice, lost, wrongId, unexplained, integrity } = figures;
    const damaged = integrity === 'ok' ? 0 : 1;
    return { value: withoutIntent + paidTwice + lost + wrongId + unexplained + damaged, details: { ...figures } };
  },
};
