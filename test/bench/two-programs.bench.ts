/** The desk and the command line on one data folder, killed at random: the lock, the readers, the store. */

import { runTwoPrograms } from '../harness/two-programs/two-programs.ts';
import type { Bench } from './bench.ts';

const KILLS = 50;

export const bench: Bench = {
  measures: `what went wrong in ${KILLS} kills of a desk and the command line on one data folder: writes without the lock, blocked readers, damage`,
  unit: 'faults',
  target: 0,
  better: 'lower',
  async run(folder) {
    const report = await runTwoPrograms(folder, KILLS, 7);
    const { damage, failedReads, killedWriters, lockKept, sharedLocks, writesWithoutLock, ...figures } = report;
    const slow = report.slowestReadMs > 2000 ? 1 : 0;
    return {
      value: writesWithoutLock + sharedLocks + lockKept + failedReads.length + damage.length + slow,
      details: {
        ...figures,
        killedDesks: killedWriters.desk,
        killedCommands: killedWriters.cli,
        writesWithoutLock,
        sharedLocks,
        lockKept,
        failedReads: failedReads.join('; '),
        damage: damage.join('; '),
      },
    };
  },
};
