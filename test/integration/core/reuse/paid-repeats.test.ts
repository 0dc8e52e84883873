import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { RepeatRequest } from '../../../../shared/contract/queue/paid-repeats.ts';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage, PRICE, type Stage } from '../../../harness/desk/scripted-stage.ts';

const EARLIER = { amount: 60 * PRICE, connection: 'Scripted', isHidden: false, isRejected: false, result: 'there' };

/** Adds the same recording again, without starting it, and waits until its length is known: an amount is told from then on. */
async function addAgain({ connectionId, desk, folder }: Stage, preset: Partial<ReturnType<typeof presetFor>> = {}) {
  const report = await desk.client.queue.add({
    paths: [path.join(folder, 'take.wav')],
    preset: { ...presetFor(['service-2'], path.join(folder, 'again')), ...preset },
    start: false,
    connectionId,
  });
  const jobId = report.jobIds[0] ?? '';
  await waitForJob(desk.client, jobId, ({ countedSeconds }) => countedSeconds !== null);
  return jobId;
}

function ask({ desk }: Stage, request: RepeatRequest) {
  return desk.client.queue.paidRepeats(request);
}

test('what would be paid for again is told before every way to start it', { tags: 'long' }, async () => {
  const stage = await openStage();
  const { client, store } = stage.desk;
  const jobId = await stage.begin(['service-2']);
  await waitForJob(client, jobId, isDone);
  const at = store.generations.ofJob(jobId)[0]?.chargedAt;
  const restore: RepeatRequest = { action: 'restore', jobIds: [jobId] };

  // What costs nothing, or is new, is not.
  const again = await addAgain(stage, { models: ['service-2', 'service-3.5'] });
  expect(await ask(stage, { action: 'start' })).toEqual({ count: 0, amount: 0, repeats: [] });
  expect(await ask(stage, restore)).toMatchObject({ count: 0 });
  expect(await ask(stage, { action: 'add-model', jobIds: [jobId], models: ['service-3.5'] })).toMatchObject({
    count: 0,
  });

  // On request, or with other settings, it is.
  expect(await ask(stage, { action: 'start', restoresAgain: true })).toMatchObject({
    ...{ count: 1, amount: 60 * PRICE },
    repeats: [
      { jobId: again, name: 'take.wav', model: 'service-2', reason: 'asked', earlier: { ...EARLIER, jobId, at } },
    ],
  });
  expect(await ask(stage, { ...restore, settings: { downloadType: 'mp3' } })).toMatchObject({
    repeats: [{ reason: 'settings', amount: 60 * PRICE, earlier: EARLIER }],
  });
  await client.queue.change({ jobIds: [again], changes: { samplingPreset: 'phone' } });
  expect(await ask(stage, { action: 'start' })).toMatchObject({ count: 1, repeats: [{ reason: 'settings' }] });
  expect(await ask(stage, { action: 'start', jobIds: [jobId] })).toMatchObject({ count: 0 });

  // At another service with a price; not where everything is free.
  const { connections } = await client.connections.list();
  const free = connections.find(({ kind }) => kind === 'built-in')?.id ?? '';
  expect(await ask(stage, { ...restore, connectionId: free })).toMatchObject({ count: 0 });

  // Without its files, rejected, and deleted from History.
  await client.verdicts.give({
    ...{ jobId, kind: 'reject', over: null, listener: '' },
    take: `result:${store.generations.ofJob(jobId)[0]?.id}`,
  });
  await client.history.forget({ jobIds: [jobId] });
  for (const { id } of store.generations.inState('stored')) {
    const { path: file, exportedPath } = store.results.get(id) ?? { path: '', exportedPath: null };
    for (const each of [file, exportedPath]) if (each !== null) rmSync(each, { force: true });
  }
  await client.queue.change({ jobIds: [again], changes: null });
  expect(await ask(stage, { action: 'start' })).toMatchObject({
    repeats: [{ reason: 'gone', earlier: { ...EARLIER, result: 'gone', isHidden: true, isRejected: true } }],
  });
  // Nothing of it started anything.
  expect(stage.service.generations).toHaveLength(1);
});

test('a retry with other settings is told what was paid before', { tags: 'long' }, async () => {
  const stage = await openStage();
  const { client } = stage.desk;
  await waitForJob(client, await stage.begin(['service-2']), isDone);
  stage.service.failNext('/v1/create_project', 400, 99);
  const jobId = await addAgain(stage, { samplingPreset: 'phone' });
  await client.queue.start({});
  await waitForJob(client, jobId, ({ state }) => state.kind === 'failed');
  expect(await ask(stage, { action: 'retry', jobIds: [jobId] })).toMatchObject({
    ...{ count: 1, amount: 60 * PRICE },
    repeats: [{ jobId, reason: 'settings', earlier: EARLIER }],
  });
});

test('the summary of a run has the saving that Costs has, and what was paid for again', { tags: 'long' }, async () => {
  const stage = await openStage({}, { host: 'browser' });
  const { client } = stage.desk;
  /** Waits until the run of this job is over: another one begins a run of its own then. */
  async function endOf(jobId: string) {
    await waitForJob(client, jobId, isDone);
    const lastRun = async () => (await client.queue.list({ offset: 0, limit: 1 })).totals.lastRun;
    await expect.poll(lastRun, { timeout: 20_000 }).not.toBeNull();
    const run = await lastRun();
    await client.queue.dismissSummary();
    return run;
  }
  await endOf(await stage.begin(['service-2']));
  const both = await addAgain(stage, { models: ['service-2', 'service-3.5'] });
  await client.queue.start({});
  expect(await endOf(both)).toMatchObject({ reused: 1, saved: 60 * PRICE, charged: 60 * PRICE, paidAgain: 0 });
  const { total } = await client.costs.overview({ starts: [], filter: {} });
  expect(total).toMatchObject({ reused: 1, saved: 60 * PRICE });
  const other = await addAgain(stage, { samplingPreset: 'phone' });
  await client.queue.start({});
  const { batchId } = stage.desk.store.jobs.get(other);
  expect(await endOf(other)).toMatchObject({ reused: 0, saved: 0, charged: 60 * PRICE, paidAgain: 1, batchId });
});
