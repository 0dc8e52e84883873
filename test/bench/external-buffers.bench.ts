/** All tests of the engine where external buffers are refused, as in Electron. */

import { runRefusing } from '../harness/external-buffers/refusing.ts';
import type { Bench } from './bench.ts';

/** Nothing is decoded in it, or the same as elsewhere at great length. */
const LEFT_OUT = ['**/measures.test.ts', '**/random-access.test.ts'];
const FOLDERS = ['test/integration/audio', 'test/prove/audio', 'test/unit/audio'];

export const bench: Bench = {
  measures: 'Runs of the tests of the engine with external buffers refused that failed',
  unit: 'runs',
  target: 0,
  better: 'lower',
  run: async (folder) => {
    process.env.CLEARTAKE_PROVE = '1';
    const { status, report, by } = runRefusing(folder, FOLDERS, LEFT_OUT);
    if (status !== 0) console.log(report);
    return { value: status === 0 ? 0 : 1, details: { by, tests: /Tests +(.*)/.exec(report)?.[1] ?? 'unknown' } };
  },
};
