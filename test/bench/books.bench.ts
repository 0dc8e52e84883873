/**
 * Sequences of work, crash, retry, price change, refund and deletion on real queues and stores in virtual time; and as many that are
 * written straight into the stores. After each, all books are compared to the micro-USD. Two processes share them.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type BooksReport, OF_ONE_DESK, runBooks } from '../harness/costs/run-books.ts';
import { writeBooks } from '../harness/costs/written-books.ts';
import type { Bench, BenchResult } from './bench.ts';

const SEQUENCES = Number(process.env.CLEARTAKE_BOOKS ?? 10_000);
/** Seed of the first desk: the whole can be run in pieces. */
const FIRST = Number(process.env.CLEARTAKE_BOOKS_FIRST ?? 1);
const STEPS = 12;
const PROCESSES = Number(process.env.CLEARTAKE_BOOKS_PROCESSES ?? 2);
/** Desks after which a process says how far it is. */
const PART = 25;
const MIGRATIONS = path.resolve(import.meta.dirname, '../../electron/service/migrations');

const COUNTED = ['sequences', 'withMoney', 'deaths', 'deletions', 'priceChanges', 'retries', 'spent'] as const;

interface Share {
  /** Sums of all desks. */
  readonly counts: Readonly<Record<(typeof COUNTED)[number] | 'charges' | 'refunds', number>>;
  readonly written: number;
  readonly writtenRefunds: number;
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
      worked: total(({ counts }) => counts.sequences),
      workedWithMoney: total(({ counts }) => counts.withMoney),
      deaths: total(({ counts }) => counts.deaths),
      charges: total(({ counts }) => counts.charges),
      refunds: total(({ counts }) => counts.refunds),
      deletions: total(({ counts }) => counts.deletions),
      priceChanges: total(({ counts }) => counts.priceChanges),
      retries: total(({ counts }) => counts.retries),
      microUsdSpent: total(({ counts }) => counts.spent),
      written: total((one) => one.written),
      writtenRefunds: total((one) => one.writtenRefunds),
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
  const desks = Math.ceil(SEQUENCES / OF_ONE_DESK);
  const mine = Array.from({ length: desks }, (_, number) => FIRST + number).filter(
    (seed) => seed % PROCESSES === index,
  );
  const counts = { ...(Object.fromEntries(COUNTED.map((name) => [name, 0])) as BooksCounts), charges: 0, refunds: 0 };
  const violations: string[] = [];
  for (let start = 0; start < mine.length; start += PART) {
    const report = await runBooks(mine.slice(start, start + PART), STEPS, MIGRATIONS);
    for (const name of COUNTED) counts[name] += report[name];
    counts.charges += report.entries.charge ?? 0;
    counts.refunds += report.entries.refund ?? 0;
    violations.push(...report.violations);
    console.log(`  ${counts.sequences} sequences by process ${index}, ${violations.length} with different books`);
  }
  const written = await writeBooks(mine.length * OF_ONE_DESK, MIGRATIONS, 1 + (FIRST + index * desks) * OF_ONE_DESK);
  return {
    counts,
    written: written.sequences,
    writtenRefunds: written.refunds,
    violations: [...violations, ...written.violations],
  };
}

type BooksCounts = { -readonly [Name in (typeof COUNTED)[number]]: BooksReport[Name] };

if (process.send !== undefined && process.argv[1] === import.meta.filename) {
  process.send(await work(Number(process.argv[2])));
  process.disconnect();
}
