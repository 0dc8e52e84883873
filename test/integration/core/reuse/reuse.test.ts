import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeTone } from '../../../fixtures/tone.ts';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, ledgerOf, openStage, PRICE, type Stage } from '../../../harness/desk/scripted-stage.ts';

const PATIENT = { timeout: 20_000 };

async function addAgain(stage: Stage, preset: Partial<ReturnType<typeof presetFor>> = {}, start = false) {
  const { connections } = await stage.desk.client.connections.list();
  const report = await stage.desk.client.queue.add({
    paths: [path.join(stage.folder, 'take.wav')],
    preset: { ...presetFor(['service-2'], path.join(stage.folder, 'again')), ...preset },
    start,
    connectionId: connections.find((one) => one.name === 'Scripted')?.id ?? '',
  });
  return report.jobIds[0] ?? '';
}

async function again(stage: Stage, out: string, preset: Partial<ReturnType<typeof presetFor>> = {}) {
  const wanted = { ...presetFor(['service-2', 'service-3.5'], path.join(stage.folder, out)), ...preset };
  return await waitForJob(stage.desk.client, await addAgain(stage, wanted, true), isDone);
}

/** Every file of every result: the library's, and the outputs that are the same. */
function removeResults({ desk: { store } }: Stage): void {
  for (const { id } of store.generations.inState('stored')) {
    const { path: file, exportedPath } = store.results.get(id) ?? { path: '', exportedPath: null };
    for (const each of [file, exportedPath]) if (each !== null) rmSync(each, { force: true });
  }
}

test('an earlier paid result is reused, and only the other model is paid', { tags: 'long' }, async () => {
  const stage = await openStage();
  await waitForJob(stage.desk.client, await stage.begin(['service-2']), isDone);
  const job = await again(stage, 'second');
  expect(stage.service.generations.map((one) => one.modelKey)).toEqual(['service-2', 'service-3.5']);
  expect(job.generations.map(({ model, reused, charged }) => [model, reused, charged])).toEqual([
    ['service-2', true, false],
    ['service-3.5', false, true],
  ]);
  expect(readdirSync(path.join(stage.folder, 'second')).sort()).toEqual([
    'take (service-2).wav',
    'take (service-3.5).wav',
  ]);
  expect(ledgerOf(stage, job.id).map(([kind]) => kind)).toEqual(['hold', 'charge', 'release']);
});

test('a recording with all of its results is not uploaded, and the other model can still be added', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  await waitForJob(stage.desk.client, await stage.begin(['service-2']), isDone);
  const job = await again(stage, 'second', { models: ['service-2'] });
  expect(stage.service.uploads).toHaveLength(1);
  await stage.desk.client.queue.addModel({ jobId: job.id, model: 'service-3.5' });
  await waitForJob(stage.desk.client, job.id, (one) => isDone(one) && one.generations.length === 2);
  expect(stage.service.generations.map((one) => one.modelKey)).toEqual(['service-2', 'service-3.5']);
});

test('a result is paid again on request, with other settings, or when the earlier result is gone', {
  tags: 'long',
}, async () => {
  // The desk has asked before; a terminal, which can't, starts none of the last.
  const stage = await openStage({}, { host: 'browser' });
  const first = await waitForJob(stage.desk.client, await stage.begin(['service-2']), isDone);
  await again(stage, 'anew', { models: ['service-2'], reuse: false });
  await again(stage, 'other', { models: ['service-2'], samplingPreset: 'phone' });
  expect(stage.service.generations).toHaveLength(3);
  removeResults(stage);
  await again(stage, 'gone', { models: ['service-2'] });
  expect(stage.service.generations).toHaveLength(4);
  expect(first.generations[0]?.reused).toBe(false);
});

test('a result that only its output folder has is not paid again, and the library has it again', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  const { client, store } = stage.desk;
  await waitForJob(client, await stage.begin(['service-2']), isDone);
  const result = store.results.get(store.generations.inState('stored')[0]?.id ?? '')?.path ?? '';
  const bytes = readFileSync(result);
  rmSync(result);
  const preset = presetFor(['service-2'], path.join(stage.folder, 'again'));
  const jobId = await addAgain(stage, preset);
  await expect.poll(() => client.queue.quote({}), PATIENT).toMatchObject({ reusable: 1, amount: 0 });
  await client.queue.start({});
  await waitForJob(client, jobId, isDone);
  expect(stage.service.generations).toHaveLength(1);
  expect(readFileSync(result)).toEqual(bytes);
});

test('the quote leaves out recordings that already have a result', { tags: 'long' }, async () => {
  const stage = await openStage();
  await waitForJob(stage.desk.client, await stage.begin(['service-2']), isDone);
  const preset = presetFor(['service-2', 'service-3.5'], stage.folder);
  await addAgain(stage, preset);
  await expect.poll(async () => (await stage.desk.client.queue.quote({})).unmeasured, PATIENT).toBe(0);
  expect(await stage.desk.client.queue.quote({})).toMatchObject({ reusable: 1, amount: 60_000 });
  expect(await stage.desk.client.queue.quote({ restoresAgain: true })).toMatchObject({
    reusable: 0,
    amount: 120_000,
  });
});

test("another model comes from history if it is there, and is quoted at today's price otherwise", {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  await waitForJob(stage.desk.client, await stage.begin(['service-2', 'service-3.5']), isDone);
  const job = await again(stage, 'second', { models: ['service-2'] });
  await stage.desk.client.queue.addModel({ jobId: job.id, model: 'service-3.5' });
  const both = await waitForJob(stage.desk.client, job.id, (one) => isDone(one) && one.generations.length === 2);
  expect(both.generations.map(({ reused }) => reused)).toEqual([true, true]);
  expect(stage.service.generations).toHaveLength(2);
});

test('another model of a missing recording is restored on the project that already has its upload', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  const jobId = await stage.begin(['service-2']);
  await waitForJob(stage.desk.client, jobId, isDone);
  rmSync(path.join(stage.folder, 'take.wav'));
  const { connections } = await stage.desk.client.connections.list();
  const connectionId = connections.find((one) => one.name === 'Scripted')?.id ?? '';
  await stage.desk.client.connections.update({
    connectionId,
    prices: { 'service-2': PRICE, 'service-3.5': 2 * PRICE },
  });
  await stage.desk.client.queue.addModel({ jobId, model: 'service-3.5' });
  const job = await waitForJob(stage.desk.client, jobId, (one) => isDone(one) && one.generations.length === 2);
  expect(stage.service.uploads).toHaveLength(1);
  expect(job.generations.map(({ amount }) => amount)).toEqual([60 * PRICE, 120 * PRICE]);
});

test('a result belongs to the content it was made from, and a job never mixes results of two contents', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  const { client } = stage.desk;
  const file = path.join(stage.folder, 'take.wav');
  stage.service.startFaults.push(null, { kind: 'answer', status: 404, body: { error: 'no such project' } });
  const jobId = await stage.begin(['service-2', 'service-3.5']);
  const isFailed = (job: { state: { kind: string } }) => job.state.kind === 'failed';
  await waitForJob(client, jobId, isFailed);
  const first = readFileSync(file);
  writeTone(file, { seconds: 3 });
  for (const sentence of ['after it was added', 'after it was restored']) {
    await client.queue.retry({ jobIds: [jobId] });
    const job = await waitForJob(client, jobId, (one) => isFailed(one) && JSON.stringify(one.state).includes(sentence));
    expect(job.state).toMatchObject({ error: { code: 'sourceChanged' } });
  }
  expect(stage.service.generations).toHaveLength(1);
  const anew = await again(stage, 'anew', { models: ['service-2'] });
  expect(anew.generations[0]?.reused).toBe(false);
  writeFileSync(file, first);
  const old = await again(stage, 'old', { models: ['service-2'] });
  expect(old.generations[0]?.reused).toBe(true);
});

test('a reusable result that disappears after the quote is not paid again silently', { tags: 'long' }, async () => {
  const stage = await openStage({}, { host: 'browser' });
  const { client } = stage.desk;
  await waitForJob(client, await stage.begin(['service-2']), isDone);
  const preset = presetFor(['service-2'], path.join(stage.folder, 'again'));
  await client.queue.pauseAll();
  const jobId = await addAgain(stage, preset);
  await expect.poll(async () => (await client.queue.quote({})).reusable, PATIENT).toBe(1);
  await client.queue.start({});
  removeResults(stage);
  await client.queue.resumeAll();
  const failed = await waitForJob(client, jobId, (job) => job.state.kind === 'failed');
  expect(failed.state).toMatchObject({ error: { code: 'earlierResultGone' } });
  expect(stage.service.generations).toHaveLength(1);
  await client.queue.retry({ jobIds: [jobId] });
  await waitForJob(client, jobId, isDone);
  expect(stage.service.generations).toHaveLength(2);
  removeResults(stage);
  await addAgain(stage, preset);
  await expect.poll(() => client.queue.quote({}), PATIENT).toMatchObject({ reusable: 0, amount: 60 * PRICE });
});
