import { expect, test } from 'vitest';
import { runSeed, type SeedReport } from '../../harness/simulation/run-seed.ts';
import { depth } from '../depth.ts';

/** The benchmark of the same name takes thousands. */
const SEEDS = depth(1, 6);
/** Enough to show a double payment that is invited. */
const MOST_SEEDS = 60;

test('whatever happens, nothing is paid twice, lost, cut or stuck', {
  retry: 0,
  timeout: 300_000,
}, async () => {
  const reports: SeedReport[] = [];
  for (let seed = 1; seed <= SEEDS; seed++) reports.push(await runSeed({ seed, steps: 200 }));
  expect(reports.flatMap(({ seed, violations }) => violations.map((what) => `seed ${seed} ${what}`))).toEqual([]);
  expect(sum(reports, (one) => one.steps)).toBe(SEEDS * 200);
  // A world in which nothing happens would show nothing.
  expect(sum(reports, (one) => one.posts)).toBeGreaterThan(depth(5, 30));
  expect(sum(reports, (one) => one.deaths)).toBeGreaterThan(depth(0, 10));
  expect(sum(reports, (one) => one.faults)).toBeGreaterThan(depth(8, 50));
});

test('the same seed leaves the same trace', { tags: 'long', retry: 0, timeout: 300_000 }, async () => {
  const [one, other] = [await runSeed({ seed: 7, steps: 120 }), await runSeed({ seed: 7, steps: 120 })];
  expect(other.trace).toEqual(one.trace);
  expect(other.traceHash).toBe(one.traceHash);
});

test.each([
  ['faults after sending are taken for refused connections', 1003, { lies: true }],
  ['an empty listing counts at once', 1000, { quarantineMs: 0 }],
] as const)(
  'a queue is caught paying twice where %s',
  async (_, from, sabotage) => {
    let found: string | undefined;
    for (let seed = from; seed < from + MOST_SEEDS && found === undefined; seed++) {
      const { violations } = await runSeed({ seed, steps: 200, ...sabotage });
      found = violations.find((what) => what.includes('Paid twice'));
    }
    expect(found).toBeDefined();
  },
  300_000,
);

function sum(reports: readonly SeedReport[], figure: (report: SeedReport) => number): number {
  return reports.reduce((total, report) => total + figure(report), 0);
}
