/** A disk that is full in the middle of the work, a hundred times: what is sent then, and what is left of the store. And disks in other trouble. */

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { tryDisks, whyNoMounts } from '../harness/disk-trouble/disks.ts';
import { tryTroubles } from '../harness/disk-trouble/virtual-troubles.ts';
import { bundleWorker } from '../harness/kills/bundle-worker.ts';
import { fillDisk, whyNoLimits } from '../harness/kills/starts/full-disk.ts';
import type { Bench } from './bench.ts';

const LIMITS = 100;
const JOBS = 200;
/** Disks that are nearly full, in KB. */
const SIZES = [64, 256, 512, 1024, 2048];

export const bench: Bench = {
  measures: `Starts sent without a durable intent, results lost and payments unexplained, over ${LIMITS} limits of the disk; troubles of a disk that were not named or did not end in a result`,
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
    const room = path.join(folder, 'disks');
    mkdirSync(room);
    const whyNot = whyNoMounts(room);
    const virtual = await tryTroubles(path.join(folder, 'virtual'));
    const troubles = [...virtual, ...(whyNot === null ? await tryDisks(room, SIZES) : [])];
    const bad = troubles.filter((one) => !one.isTold || one.isDone === null || one.wrong.length > 0);
    return {
      value: withoutIntent + paidTwice + lost + wrongId + unexplained + damaged + bad.length,
      details: {
        ...figures,
        troubles: troubles.length,
        met: troubles.filter((one) => one.isMet).length,
        byThemselves: troubles.filter((one) => one.isDone === 'itself').length,
        notTried: whyNot ?? '',
        bad: JSON.stringify(bad),
      },
    };
  },
};
