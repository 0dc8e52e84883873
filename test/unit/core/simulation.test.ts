import { expect, test } from 'vitest';
import { runSeed, type SeedReport } from '../../simulation/run-seed.ts';

/** Enough for each to show the double payment that it invites. */
const MOST_SEEDS = 200;

test('whatever happens, nothing is paid twice, lost, cut or stuck', async () => {
  const reports: SeedReport[] = [];
  for (let seed = 1; seed <= 25; seed++) reports.push(await runSeed({ seed, steps: 200 }));
  expect(reports.flatMap(({ seed, violations }) => violations.map((what) => `seed ${seed} ${what}`))).toEqual([]);
  expect(sum(reports, (one) => one.steps)).toBe(25 * 200);
  // A world in which nothing happens would show nothing.
  expect(sum(reports, (one) => one.posts)).toBeGreaterThan(100);
  expect(sum(reports, (one) => one.deaths)).toBeGreaterThan(50);
  expect(sum(reports, (one) => one.faults)).toBeGreaterThan(200);
}, 120_000);

test('the same seed leaves the same trace', async () => {
  const [one, other] = [await runSeed({ seed: 4, steps: 200 }), await runSeed({ seed: 4, steps: 200 })];
  expect(other.trace).toEqual(one.trace);
  expect((await runSeed({ seed: 5, steps: 200 })).traceHash).not.toBe(one.traceHash);
}, 60_000);

test.each([
  ['faults after sending are taken for refused connections', { lies: true }],
  ['an empty listing counts at once', { quarantineMs: 0 }],
] as const)(
  'a queue is caught paying twice where %s',
  async (_, sabotage) => {
    let found: string | undefined;
    for (let seed = 1; seed <= MOST_SEEDS && found === undefined; seed++) {
      const { violations } = await runSeed({ seed, steps: 200, ...sabotage });
      found = violations.find((what) => what.includes('Paid twice'));
    }
    expect(found).toBeDefined();
  },
  120_000,
);

function sum(reports: readonly SeedReport[], figure: (report: SeedReport) => number): number {
  return reports.reduce((total, report) => total + figure(report), 0);
}
