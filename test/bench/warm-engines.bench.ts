/** Whether warm engines are as good as new ones: one process for 200 recordings against a process for each. */

import { findDifferences, makeMixedRecordings } from '../harness/engine/warm-engines.ts';
import type { Bench } from './bench.ts';

const RECORDINGS = 200;

export const bench: Bench = {
  measures: `Results of ${RECORDINGS} short recordings of all kinds, both models, that differ between one engine process for all and one for each`,
  unit: 'different results',
  target: 0,
  better: 'lower',
  run: async (folder) => {
    const different = await findDifferences(folder, makeMixedRecordings(folder, RECORDINGS));
    return { value: different.length, details: { recordings: RECORDINGS, different: different.join(', ') } };
  },
};
