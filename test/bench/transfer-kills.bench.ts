/** What 300 kills of a desk in the middle of its transfers cost: nothing, or it is a fault. */

import { bundleWorker } from '../harness/kills/bundle-worker.ts';
import { killTransfers } from '../harness/kills/transfers/kill-transfers.ts';
import { KILL_POINTS } from '../harness/kills/transfers/points.ts';
import type { Bench } from './bench.ts';

const KILLS = 300;
/** 10 MB: two parts of a download, and a little. */
const SECONDS = 105;
/** A part: what a download flushes at once, and of an upload what the service had not acknowledged. */
const PART_BYTES = 4 * 1024 * 1024;

export const bench: Bench = {
  measures: `Wrong files under a final name, leftovers, lost results, second payments and parts moved twice, over ${KILLS} kills of a desk in its transfers`,
  unit: 'faults',
  target: 0,
  better: 'lower',
  run: async (folder) => {
    const jobs = Array.from({ length: Math.ceil(KILLS / KILL_POINTS.length) }, (_, index) =>
      KILL_POINTS.slice(0, Math.min(KILL_POINTS.length, KILLS - index * KILL_POINTS.length)),
    );
    const worker = await bundleWorker('transfers');
    const { killsAt, ...figures } = await killTransfers(folder, worker.file, { jobs, seconds: SECONDS }).finally(
      worker.remove,
    );
    const { wrongFiles, leftovers, lost, paidTwice, missed, mostSentAgain, mostFetchedAgain } = figures;
    const again = [mostSentAgain, mostFetchedAgain].filter((bytes) => bytes > PART_BYTES).length;
    return {
      value: wrongFiles + leftovers + lost + paidTwice + missed + again,
      details: { ...figures, partBytes: PART_BYTES, points: Object.keys(killsAt).length, ...killsAt },
    };
  },
};
