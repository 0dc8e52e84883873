/** The comparison of a pair of three-hour recordings: how soon it opens and seeks, its memory, and whether the page stays smooth. */

import { measureListening } from '../harness/long-listen/long-listen.ts';
import type { Bench } from './bench.ts';

const SECONDS = 3 * 3600;
/** Ten show whether memory grows. */
const MINUTES = Number(process.env.CLEARTAKE_LISTEN_MINUTES ?? 1);

export const bench: Bench = {
  measures: `Private memory of the page in ${MINUTES} minutes of playing, zooming, seeking and scrolling waves and spectrograms of three hours; the largest at any moment, seen four times a second in the system's books, garbage and all`,
  unit: 'MiB',
  target: 300,
  better: 'lower',
  run: async (folder) => {
    const { memoryMiB = 0, ...figures } = await measureListening(folder, SECONDS, MINUTES);
    const rounded = Object.entries(figures).map(([name, value]) => [name, Math.round(value)]);
    return {
      value: memoryMiB,
      details: {
        ...Object.fromEntries(rounded),
        ...{ targetOpenMs: 500, targetSeekMs: 150, targetLongestTaskMs: 50, minutes: MINUTES },
      },
    };
  },
};
