import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { type BundledWorker, bundleWorker } from '../../harness/kills/bundle-worker.ts';
import { seededFaults } from '../../harness/kills/starts/faults.ts';
import type { Life } from '../../harness/kills/ways/lives.ts';
import { killWays, type WaysPlan } from '../../harness/kills/ways/ways.ts';
import { depth } from '../depth.ts';

let worker: BundledWorker;

beforeAll(async () => {
  worker = await bundleWorker('ways');
});
afterAll(() => worker.remove());

const quick = { lanes: 1, seed: 3, kills: 0, deadlineMs: 350, quarantineMs: 900, faultOf: () => null };
const right = { paidTwice: 0, lost: 0, stuck: 0, wrongId: 0, unexplained: 0, intruders: 0, wrongs: [] };

const KILLS = depth(4, 15);

test(`${KILLS} kills of restore, resume and Retry, each followed by another: nothing is paid twice, lost or stuck`, {
  tags: 'long',
  timeout: 240_000,
  retry: 0,
}, async () => {
  const faultOf = seededFaults(3, { lateAnswerMs: 600, latestCommitMs: 500 });
  const figures = await killWays(temporaryFolder(), worker.file, { ...quick, kills: KILLS, lanes: 2, faultOf });
  expect(figures).toMatchObject(right);
  expect(figures.kills).toBeGreaterThanOrEqual(KILLS);
});

/** The recordings were away during their upload, and are back later. */
const again: WaysPlan['script'] = (folder): readonly Life[] => [
  { command: { kind: 'restore', folder, models: ['service-2'] }, without: { folder, since: 'upload' }, mayDie: false },
  { command: { kind: 'restore', folder, models: ['service-2'] }, mayDie: false },
  { command: { kind: 'resume', failed: true }, mayDie: false },
];

test('the harness finds a retry that does not ask what was paid for', {
  timeout: 120_000,
  retry: 0,
}, async () => {
  const plan = { ...quick, script: again };
  expect(await killWays(temporaryFolder(), worker.file, plan)).toMatchObject({ ...right, paid: 5 });
  const wrong = await killWays(temporaryFolder(), worker.file, { ...plan, asksNothing: true });
  expect(wrong).toMatchObject({ paid: 10, paidTwice: 5, lost: 0, stuck: 0 });
});
