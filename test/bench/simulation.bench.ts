/**
 * The queue in a world of virtual time, network and disk: thousands of seeds, each with its own steps, faults and deaths. Every tenth
 * seed is run twice, and its traces compared. Two processes share the seeds.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { runSeed } from '../harness/simulation/run-seed.ts';
import type { Bench, BenchResult } from './bench.ts';

const SEEDS = 2000;
const STEPS = 200;
const PROCESSES = 2;
/** Seeds that are given to each sabotaged desk at most, until it is caught. */
const MOST_SABOTAGED = 300;
const REPEATED = 10;

interface Share {
  readonly seeds: number;
  readonly steps: number;
  readonly deaths: number;
  readonly faults: number;
  readonly posts: number;
  readonly repeated: number;
  readonly differing: number;
  readonly violations: readonly string[];
}

export const bench: Bench = {
  measures: `Seeds of ${SEEDS} times ${STEPS} steps of the queue in a virtual world that broke a promise`,
  unit: 'seeds',
  target: 0,
  better: 'lower',
  async run(): Promise<BenchResult> {
    const began = performance.now();
    const shares = await Promise.all(Array.from({ length: PROCESSES }, (_, index) => share(index)));
    const seconds = (performance.now() - began) / 1000;
    const total = (figure: (one: Share) => number) => shares.reduce((sum, one) => sum + figure(one), 0);
    const violations = shares.flatMap((one) => one.violations);
    const details = {
      seeds: total((one) => one.seeds),
      steps: total((one) => one.steps),
      deaths: total((one) => one.deaths),
      faults: total((one) => one.faults),
      paidRequests: total((one) => one.posts),
      repeatedSeeds: total((one) => one.repeated),
      tracesThatDiffer: total((one) => one.differing),
      violations: violations.length,
      firstViolations: violations.slice(0, 5).join('; '),
      seedsPerSecond: Number((SEEDS / seconds).toFixed(2)),
      caughtLies: await caughtAfter({ lies: true }),
      caughtNoQuarantine: await caughtAfter({ quarantineMs: 0 }),
    };
    for (const [name, figure] of Object.entries(details)) console.log(`  ${name}: ${figure}`);
    return { value: new Set(violations.map((what) => what.split(':')[0])).size + details.tracesThatDiffer, details };
  },
};

/** How many seeds it takes until a desk that is made to break the protocol is seen paying twice. */
async function caughtAfter(sabotage: { readonly lies?: boolean; readonly quarantineMs?: number }): Promise<string> {
  for (let seed = 1; seed <= MOST_SABOTAGED; seed++) {
    const { violations } = await runSeed({ seed, steps: STEPS, ...sabotage });
    if (violations.some((what) => what.includes('Paid twice'))) return `after ${seed} seeds`;
  }
  return 'never';
}

async function share(index: number): Promise<Share> {
  const child = fork(import.meta.filename, [String(index)], { serialization: 'advanced' });
  const [found] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [Share | number];
  if (typeof found === 'number') throw new Error(`A process of the simulation ended with ${found}`);
  return found;
}

async function work(index: number): Promise<Share> {
  const sums = { seeds: 0, steps: 0, deaths: 0, faults: 0, posts: 0, repeated: 0, differing: 0 };
  const violations: string[] = [];
  for (let seed = 1 + index; seed <= SEEDS; seed += PROCESSES) {
    const report = await runSeed({ seed, steps: STEPS });
    sums.seeds += 1;
    sums.steps += report.steps;
    sums.deaths += report.deaths;
    sums.faults += report.faults;
    sums.posts += report.posts;
    for (const what of report.violations) violations.push(`seed ${seed}: ${what}`);
    if (report.violations.length > 0) console.log(`  seed ${seed}: ${report.violations[0]}`);
    if (seed % (REPEATED * PROCESSES) === 1 + index) {
      sums.repeated += 1;
      if ((await runSeed({ seed, steps: STEPS })).traceHash !== report.traceHash) sums.differing += 1;
    }
    if (sums.seeds % 100 === 0) console.log(`  ${sums.seeds} seeds by process ${index}`);
  }
  return { ...sums, violations };
}

if (process.send !== undefined && process.argv[1] === import.meta.filename) {
  process.send(await work(Number(process.argv[2])));
  process.disconnect();
}
