import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { type BundledWorker, bundleWorker } from '../../harness/kills/bundle-worker.ts';
import { killTransfers } from '../../harness/kills/transfers/kill-transfers.ts';
import { KILL_POINTS, type KillPoint } from '../../harness/kills/transfers/points.ts';
import { someOf } from '../depth.ts';

/** Twelve points of one job. What they leave out is in `npm run bench -- transfer-kills`. */
const LEFT_OUT = ['upload:project-created', 'upload:recorded', 'download:address-given', 'export:before-copy'];
const POINTS = someOf(
  KILL_POINTS.filter(({ checkpoint, moved }) => !LEFT_OUT.includes(checkpoint) && moved !== 0.9),
  3,
);
/** Two parts of a download, and a little. */
const SECONDS = 100;
const PART_BYTES = 4 * 1024 * 1024;
const point = (checkpoint: KillPoint['checkpoint'], moved?: number): KillPoint =>
  KILL_POINTS.find((one) => one.checkpoint === checkpoint && one.moved === moved) ?? { checkpoint };

let worker: BundledWorker;

beforeAll(async () => {
  worker = await bundleWorker('transfers');
});

afterAll(() => worker.remove());

test(`${POINTS.length} kills during one job’s transfers: its output exists once, whole, and almost nothing is sent twice`, {
  tags: 'long',
  retry: 0,
  timeout: 600_000,
}, async () => {
  const figures = await killTransfers(temporaryFolder(), worker.file, { jobs: [POINTS], seconds: SECONDS });
  expect(figures).toMatchObject({
    kills: POINTS.length,
    missed: 0,
    wrongFiles: 0,
    leftovers: 0,
    lost: 0,
    paidTwice: 0,
  });
  expect(figures.mostSentAgain).toBeLessThanOrEqual(PART_BYTES);
  expect(figures.mostFetchedAgain).toBeLessThanOrEqual(PART_BYTES);
});

test('the harness finds a desk that exports in place and forgets what it received', { timeout: 600_000 }, async () => {
  const wrong = { jobs: [[point('download:received')]], seconds: SECONDS, copiesInPlace: true, forgets: true };
  const figures = await killTransfers(temporaryFolder(), worker.file, wrong);
  expect(figures).toMatchObject({ wrongFiles: 1, lost: 1 });
  expect(figures.mostFetchedAgain).toBeGreaterThan(PART_BYTES);
});
