/** Commands that are killed in the middle of a start, and whatever a person does next: what that costs, by the service's own books. */

import { bundleWorker } from '../harness/kills/bundle-worker.ts';
import { seededFaults } from '../harness/kills/starts/faults.ts';
import { killWays } from '../harness/kills/ways/ways.ts';
import type { Bench } from './bench.ts';

const KILLS = 1200;

export const bench: Bench = {
  measures: `Restorations paid twice, lost, stuck or under a wrong id, over ${KILLS} kills of restore, resume, Retry and other ways into a start`,
  unit: 'restorations',
  target: 0,
  better: 'lower',
  run: async (folder) => {
    const worker = await bundleWorker('ways');
    const { commands, points, wrongs, ...figures } = await killWays(folder, worker.file, {
      kills: KILLS,
      lanes: 2,
      seed: 1,
      faultOf: seededFaults(1, { lateAnswerMs: 600, latestCommitMs: 500 }),
      deadlineMs: 350,
      quarantineMs: 900,
    }).finally(() => worker.remove());
    for (const wrong of wrongs) console.error(wrong);
    const { extraPaid, intruders, lost, stuck, unexplained, wrongId } = figures;
    const wrong = extraPaid + intruders + lost + stuck + unexplained + wrongId;
    const fewest = Math.min(...Object.values(points));
    return { value: wrong, details: { ...figures, ...commands, fewestAtAPoint: fewest, ...points } };
  },
};
