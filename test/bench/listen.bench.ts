/** The comparison of a pair of three-hour recordings: how soon it opens, its memory, and whether the page stays smooth. */

import { measureListening } from '../harness/desk-page/long-listen.ts';
import type { Bench } from './bench.ts';

const SECONDS = 3 * 3600;
/** Ten show whether memory grows. */
const MINUTES = Number(process.env.CLEARTAKE_LISTEN_MINUTES ?? 1);

export const bench: Bench = {
  measures: `Private memory of the page after ${MINUTES} minutes of playing, zooming, seeking and scrolling waves and spectrograms of three hours; the largest of all minutes`,
  unit: 'MiB',
  target: 300,
  better: 'lower',
  run: async (folder) => {
    const { memoryMiB, ...figures } = await measureListening(folder, SECONDS, MINUTES);
    const rounded = Object.entries(figures).map(([name, value]) => [name, Math.round(value)]);
    return {
      value: Math.max(...memoryMiB),
      details: {
        ...Object.fromEntries(rounded),
        targetOpenMs: 500,
        targetLongestTaskMs: 50,
        minutes: MINUTES,
        memoryAfterFirstMinuteMiB: memoryMiB[0] ?? 0,
        memoryAfterLastMinuteMiB: memoryMiB.at(-1) ?? 0,
      },
    };
  },
};
