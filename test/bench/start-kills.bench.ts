/** Desks that are killed in the middle of starting generations: what that costs, by the service's own books. */

import { bundleWorker } from '../harness/kills/bundle-worker.ts';
import { seededFaults } from '../harness/kills/starts/faults.ts';
import { killStarts } from '../harness/kills/starts/kills.ts';
import type { Bench } from './bench.ts';

const JOBS = 1400;
const KILLS = 1200;

export const bench: Bench = {
  measures: `Generations paid twice, lost, or under a wrong id, over ${JOBS} jobs and ${KILLS} kills at the start of one`,
  unit: 'generations',
  target: 0,
  better: 'lower',
  run: async (folder) => {
    const worker = await bundleWorker('starts');
    const { points, ...figures } = await killStarts(folder, worker.file, {
      jobs: JOBS,
      kills: KILLS,
      lanes: 2,
      perPoint: 30,
      faultOf: seededFaults(1, { lateAnswerMs: 600, latestCommitMs: 500 }),
      deadlineMs: 350,
      quarantineMs: 900,
    }).finally(() => worker.remove());
    const wrong = figures.paidTwice + figures.lost + figures.wrongId + figures.unexplained;
    const fewest = Math.min(...Object.values(points));
    return { value: wrong, details: { ...figures, fewestAtAPoint: fewest, ...points } };
  },
};
