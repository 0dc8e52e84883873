/**
 * Sequences of work, crash, retry, price change, refund and deletion, each on a real queue and store in virtual time; and as many that are
 * written straight into the stores. After each, all books are compared to the micro-USD. Two processes share them.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { runBooks } from '../harness/costs/run-books.ts';
import { writeBooks } from '../harness/costs/written-books.ts';
import type { Bench, BenchResult } from './bench.ts';

const SEQUENCES = Number(process.env.CLEARTAKE_BOOKS ?? 10_000);
const STEPS = 20;
const PROCESSES = 2;
/** Sequences after which a process says how far it is. */
const PART = 250;
const MIGRATIONS = path.resolve(import.meta.dirname, '../../electron/service/migrations');

interface Share {
  readonly worked: number;
  readonly written: number;
  readonly deaths: number;
  readonly charges: number;
  readonly refunds: number;
  readonly deletions: number;
  readonly priceChanges: number;
  readonly spent: number;
  readonly violations: readonly string[];
}

export const bench: Bench = {
  measures: `Of ${SEQUENCES} sequences of work and as many written ones: those after which any two books differ`,
  unit: 'sequences',
  target: 0,
  better: 'lower',
  async run(): Promise<BenchResult> {
    const began = performance.now();
    const shares = await Promise.all(Array.from({ length: PROCESSES }, (_, index) => share(index)));
    const total = (figure: (one: Share) => number) => shares.reduce((sum, one) => sum + figure(one), 0);
    const violations = shares.flatMap((one) => one.violations);
    const details = {
      worked: total((one) => one.worked),
      written: total((one) => one.written),
      deaths: total((one) => one.deaths),
      charges: total((one) => one.charges),
      refunds: total((one) => one.refunds),
      deletions: total((one) => one.deletions),
      priceChanges: total((one) => one.priceChanges),
      microUsdSpent: total((one) => one.spent),
      firstViolations: violations.slice(0, 5).join('; '),
      minutes: Number(((performance.now() - began) / 60_000).toFixed(1)),
    };
    for (const [name, figure] of Object.entries(details)) console.log(`  ${name}: ${figure}`);
    return { value: violations.length, details };
  },
};

async function share(index: number): Promise<Share> {
  const child = fork(import.meta.filename, [String(index)], { serialization: 'advanced' });
  const [found] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [Share | number];
  if (typeof found === 'number') throw new Error(`A process of the books ended with ${found}`);
  return found;
}

async function work(index: number): Promise<Share> {
  const mine = Array.from({ length: SEQUENCES }, (_, number) => number + 1).filter(
    (number) => number % PROCESSES === index,
  );
  const sums = { worked: 0, deaths: 0, charges: 0, deletions: 0, priceChanges: 0, spent: 0 };
  const violations: string[] = [];
  for (let start = 0; start < mine.length; start += PART) {
    const report = await runBooks(mine.slice(start, start + PART), STEPS, MIGRATIONS);
    sums.worked += report.sequences;
    sums.deaths += report.deaths;
    sums.charges += report.entries.charge ?? 0;
    sums.deletions += report.deletions;
    sums.priceChanges += report.priceChanges;
    sums.spent += report.spent;
    violations.push(...report.violations);
    console.log(`  ${sums.worked} sequences by process ${index}, ${violations.length} with different books`);
  }
  const written = await writeBooks(mine.length, MIGRATIONS, 1 + index * SEQUENCES);
  return {
    ...sums,
    written: written.sequences,
    refunds: written.refunds,
    violations: [...violations, ...written.violations],
  };
}

if (process.send !== undefined && process.argv[1] === import.meta.filename) {
  process.send(await work(Number(process.argv[2])));
  process.disconnect();
}
