import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { costOf } from '../../../../renderer/state/rows/job-cost.ts';
import type { JobView } from '../../../../shared/contract/views.ts';
import { NO_CAPS } from '../../../../shared/domain/money.ts';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage, PRICE, type Stage, writeTakes } from '../../../harness/desk/scripted-stage.ts';
import { createQuickClock } from '../../../harness/time/quick-clock.ts';

/** What one short recording costs. */
const ONE = 60 * PRICE;
const atCap = ({ state }: Pick<JobView, 'state'>) => state.kind === 'waiting' && state.reason.code === 'costCapReached';

async function begin({ connectionId, desk, folder }: Stage, count: number): Promise<readonly string[]> {
  const { jobIds } = await desk.client.queue.add({
    paths: [writeTakes(path.join(folder, 'takes'), count)],
    preset: presetFor(['service-2'], path.join(folder, 'out')),
    start: true,
    connectionId,
  });
  return jobIds;
}

async function jobsOf({ desk }: Stage): Promise<JobView[]> {
  return (await desk.client.queue.list({ offset: 0, limit: 100 })).jobs;
}

/** Resolves once so many are done and all others wait for a cap. */
async function settled(stage: Stage, done: number): Promise<JobView[]> {
  await expect
    .poll(
      async () => {
        const jobs = await jobsOf(stage);
        return [jobs.filter(isDone).length, jobs.filter((job) => !isDone(job) && !atCap(job)).length];
      },
      { timeout: 60_000 },
    )
    .toEqual([done, 0]);
  return jobsOf(stage);
}

function spent({ connectionId, desk }: Stage) {
  return desk.store.ledger.ofConnection(connectionId, 0, 0);
}

test('a daily cap stops a batch in the middle: nothing fails, nothing more is started, and a higher cap continues it', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  const { connections } = stage.desk.client;
  const { connectionId } = stage;
  await connections.setCaps({ connectionId, caps: { day: 3 * ONE + 1, month: null } });
  await begin(stage, 7);
  const jobs = await settled(stage, 3);
  expect(stage.service.startRequests).toHaveLength(3);
  expect(spent(stage)).toMatchObject({ day: 3 * ONE, held: 0 });
  expect(jobs.find(atCap)?.state).toMatchObject({
    until: null,
    reason: { userMessage: expect.stringContaining('0.180001 USD a day') },
  });
  const { totals } = await stage.desk.client.queue.list({ offset: 0, limit: 1 });
  expect(totals.spending).toEqual([
    expect.objectContaining({
      connectionId,
      day: 3 * ONE,
      month: 3 * ONE,
      held: 0,
      caps: { day: 3 * ONE + 1, month: null },
    }),
  ]);

  await connections.setCaps({ connectionId, caps: { day: null, month: 5 * ONE } });
  await settled(stage, 5);
  expect(stage.service.startRequests).toHaveLength(5);
  await connections.setCaps({ connectionId, caps: NO_CAPS });
  await settled(stage, 7);
  expect(spent(stage)).toMatchObject({ day: 7 * ONE });
});

test('the cap of a batch is raised for that batch', { tags: 'long' }, async () => {
  const stage = await openStage();
  const jobId = await stage.begin(['service-2', 'service-3.5'], ONE);
  const waiting = await waitForJob(stage.desk.client, jobId, atCap);
  expect(waiting.generations.map(({ charged }) => charged)).toEqual([true, false]);
  expect(waiting.state).toHaveProperty(
    'reason.userMessage',
    'Service 3.5 waits: it would pass your cap of 0.06 USD for this batch. Service 2.0 is done (0.06 USD). Raise the cap to continue.',
  );
  expect(costOf(waiting)).toBe(ONE);
  await stage.desk.client.queue.setBatchCap({ jobId, maxCost: 2 * ONE });
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(spent(stage)).toMatchObject({ day: 2 * ONE });
});

test('a cap beside Start holds for all that it starts', { tags: 'long' }, async () => {
  const stage = await openStage();
  const { client } = stage.desk;
  const preset = presetFor(['service-2'], path.join(stage.folder, 'out'));
  const takes = writeTakes(path.join(stage.folder, 'takes'), 3);
  await client.system.setPreset(preset);
  const paths = [0, 1, 2].map((index) => path.join(takes, `take ${index}.wav`));
  for (const one of paths) {
    await client.queue.add({ paths: [one], preset, start: false, connectionId: stage.connectionId });
  }
  await client.queue.start({ maxCost: 2 * ONE });
  await settled(stage, 2);
  expect(stage.service.startRequests).toHaveLength(2);
});

test('what a cap held back continues when the day turns', { tags: 'long' }, async () => {
  const clock = createQuickClock();
  onTestFinished(clock.stop);
  const stage = await openStage({ clock });
  await stage.desk.client.connections.setCaps({ connectionId: stage.connectionId, caps: { day: ONE, month: null } });
  await begin(stage, 2);
  await settled(stage, 1);
  clock.move(24 * 60 * 60_000);
  await settled(stage, 2);
  expect(stage.service.startRequests).toHaveLength(2);
  expect(spent(stage)).toMatchObject({ day: 2 * ONE });
});

test('without a price a cap cannot be kept, so nothing starts until there is one', { tags: 'long' }, async () => {
  const stage = await openStage();
  const { connections } = stage.desk.client;
  const { connectionId } = stage;
  await connections.update({ connectionId, prices: { 'service-2': null, 'service-3.5': null } });
  await connections.setCaps({ connectionId, caps: { day: ONE, month: null } });
  const jobId = await stage.begin();
  const job = await waitForJob(stage.desk.client, jobId, atCap);
  expect(job.state).toMatchObject({ reason: { userMessage: expect.stringContaining('no price') } });
  await connections.update({ connectionId, prices: { 'service-2': PRICE, 'service-3.5': PRICE } });
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.service.startRequests).toHaveLength(1);
});
