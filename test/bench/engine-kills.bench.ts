/** Warm engines killed in the middle of a batch: results that are missing, generations too many, and processes left behind. */

import { killEngines } from '../harness/load/engine-kills.ts';
import type { Bench } from './bench.ts';

const CLIPS = 200;
const KILLS = 20;

export const bench: Bench = {
  measures: `${KILLS} kills of engines that restore, in a batch of ${CLIPS} clips: results missing, kills missing, generations sent or made too many, processes left`,
  unit: 'faults',
  target: 0,
  better: 'lower',
  run: async (folder) => {
    const { stderr: _, ...figures } = await killEngines(folder, CLIPS, KILLS);
    const { generations, kills, left, results, sent, status } = figures;
    const faults = [CLIPS - results, KILLS - kills, sent - CLIPS, generations - CLIPS, left, status ?? 1];
    return {
      value: faults.reduce((sum, count) => sum + Math.abs(count), 0),
      details: { ...figures, status: String(status) },
    };
  },
};
