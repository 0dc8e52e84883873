/** Whether the desk bears fifty thousand recordings: adding them, opening again, memory, database. */

import path from 'node:path';
import { takeLoadStep, writeManyRecordings } from '../harness/load/load-steps.ts';
import type { Bench } from './bench.ts';

const FILES = 50_000;
const TARGETS = { enqueueSeconds: 10, restartSeconds: 2, memoryMiB: 400, databaseMiB: 60 };

export const bench: Bench = {
  measures:
    'The worst of four figures against its own target with 50,000 recordings: added in 10 s, opened again in 2 s, 400 MiB of memory, 60 MiB of database',
  unit: '× its target',
  target: 1,
  better: 'lower',
  run: async (folder) => {
    const recordings = path.join(folder, 'in');
    const data = path.join(folder, 'data');
    writeManyRecordings(recordings, FILES);
    const added = await takeLoadStep('enqueue', data, recordings);
    const opened = await takeLoadStep('reopen', data, recordings);
    if (added.jobs !== FILES || opened.jobs !== FILES)
      throw new Error(`${added.jobs} and ${opened.jobs} of ${FILES} jobs`);
    const figures = {
      enqueueSeconds: added.seconds,
      restartSeconds: opened.seconds,
      memoryMiB: Math.max(added.memoryMiB, opened.memoryMiB),
      databaseMiB: opened.databaseMiB,
    };
    const names = Object.keys(TARGETS) as (keyof typeof TARGETS)[];
    return {
      value: Math.max(...names.map((name) => figures[name] / TARGETS[name])),
      details: {
        ...Object.fromEntries(names.map((name) => [name, Number(figures[name].toPrecision(3))])),
        longestBlockMsWhileAdding: Math.round(added.longestBlockMs),
        files: FILES,
      },
    };
  },
};
