import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { type BundledWorker, bundleWorker } from '../../harness/kills/bundle-worker.ts';
import { seededFaults } from '../../harness/kills/starts/faults.ts';
import { type KillPlan, killStarts } from '../../harness/kills/starts/kills.ts';
import { sleepInStart } from '../../harness/kills/starts/sleep.ts';
import type { FaultOf, StartFault } from '../../harness/remote/start-faults.ts';
import { depth } from '../depth.ts';

let worker: BundledWorker;

beforeAll(async () => {
  worker = await bundleWorker('starts');
});
afterAll(() => worker.remove());

const firstStart =
  (fault: StartFault): FaultOf =>
  ({ nth }) =>
    nth === 1 ? fault : null;

const quick = { lanes: 1, perPoint: 0, deadlineMs: 350, quarantineMs: 1500 };

const KILLS = depth(6, 60);

test(`${KILLS} kills during starts: no generation is paid twice, lost or confused with another`, {
  timeout: 240_000,
  retry: 0,
}, async () => {
  const { points, ...figures } = await killStarts(temporaryFolder(), worker.file, {
    ...quick,
    jobs: depth(8, 52),
    kills: KILLS,
    lanes: 2,
    perPoint: depth(1, 2),
    faultOf: seededFaults(7, { lateAnswerMs: 600, latestCommitMs: 150 }),
  });
  expect(figures).toMatchObject({ paidTwice: 0, lost: 0, wrongId: 0, unexplained: 0 });
  expect(figures.kills).toBeGreaterThanOrEqual(KILLS);
  expect(Object.values(points).filter((deaths) => deaths > 0).length).toBeGreaterThanOrEqual(depth(2, 10));
});

const CHANGING_KILLS = depth(4, 16);

test(`${CHANGING_KILLS} kills while the models of what waits keep changing: what was paid is known, once, and here`, {
  tags: 'long',
  timeout: 240_000,
  retry: 0,
}, async () => {
  const { points: _, ...figures } = await killStarts(temporaryFolder(), worker.file, {
    ...quick,
    changesModels: true,
    jobs: depth(8, 30),
    kills: CHANGING_KILLS,
    lanes: 2,
    perPoint: 1,
    faultOf: seededFaults(11, { lateAnswerMs: 600, latestCommitMs: 150 }),
  });
  expect(figures).toMatchObject({ paidTwice: 0, lost: 0, wrongId: 0, unexplained: 0 });
});

test('a computer that sleeps during a start pays once, because the listing is checked', {
  tags: 'long',
  retry: 0,
}, async () => {
  const figures = await sleepInStart(temporaryFolder(), worker.file, 900, quick);
  expect(figures).toMatchObject({ unclear: 1, paidTwice: 0, lost: 0, wrongId: 0, unexplained: 0 });
});

/**
 * Each wrong way, with what brings it out: few jobs, and a fault or a death that it does not survive. What the list shows before a start
 * is sent again is taken over whatever was forgotten: only what is made later brings them out.
 */
const WRONG_WAYS: readonly (Pick<KillPlan, 'sabotage' | 'faultOf' | 'kills' | 'odds'> & Partial<KillPlan>)[] = [
  { sabotage: 'resend-on-ambiguity', kills: 0, faultOf: firstStart({ kind: 'late-commit', ms: 1000 }) },
  {
    sabotage: 'no-intent',
    kills: 1,
    odds: { 'start:answered': 1 },
    quarantineMs: 6000,
    faultOf: firstStart({ kind: 'late-commit', ms: 4000 }),
  },
  {
    sabotage: 'naive',
    kills: 1,
    odds: { 'start:answered': 1 },
    faultOf: firstStart({ kind: 'late-commit', ms: 1000 }),
  },
  { sabotage: 'no-quarantine', kills: 0, quarantineMs: 3000, faultOf: firstStart({ kind: 'late-commit', ms: 2000 }) },
];

test.each(WRONG_WAYS)('the harness finds $sabotage', { timeout: 120_000, retry: 0 }, async ({ sabotage, ...plan }) => {
  const few = { ...quick, ...plan, jobs: 4 };
  const wrong = await killStarts(temporaryFolder(), worker.file, { ...few, ...(sabotage && { sabotage }) });
  expect(wrong.paidTwice).toBeGreaterThan(0);
  expect(wrong.extraPaid).toBeGreaterThan(0);
  const right = await killStarts(temporaryFolder(), worker.file, few);
  expect(right).toMatchObject({ paidTwice: 0, lost: 0, wrongId: 0, unexplained: 0 });
});
