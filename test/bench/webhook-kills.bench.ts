/** What 200 kills of the dispatcher of webhooks cost: nothing, or it is a fault. */

import { killDispatchers } from '../harness/kills/webhooks/webhook-kills.ts';
import type { Bench } from './bench.ts';

const KILLS = 200;

export const bench: Bench = {
  measures: `Messages lost or sent again after a success was written down, over ${KILLS} kills of the delivering process`,
  unit: 'messages',
  target: 0,
  better: 'lower',
  run: async (folder) => {
    const figures = await killDispatchers(folder, KILLS);
    return { value: figures.lost + figures.afterSuccess + figures.forged, details: { ...figures } };
  },
};
