import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { presetFor, waitForJob } from './open-test-desk.ts';
import { isDone, ledgerOf, openStage, type Stage } from './scripted-stage.ts';

async function again(stage: Stage, out: string, preset: Partial<ReturnType<typeof presetFor>> = {}) {
  const { connections } = await stage.desk.client.connections.list();
  const report = await stage.desk.client.queue.add({
    paths: [path.join(stage.folder, 'take.wav')],
    preset: { ...presetFor(['service-2', 'service-3.5'], path.join(stage.folder, out)), ...preset },
    start: true,
    connectionId: connections.find((one) => one.name === 'Scripted')?.id ?? '',
  });
  return await waitForJob(stage.desk.client, report.jobIds[0] ?? '', isDone);
}

test('what was restored and paid before is taken over, and only the other model is paid', async () => {
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

test('a recording whose results are all there is not sent at all, and can still be given the other model', async () => {
  const stage = await openStage();
  await waitForJob(stage.desk.client, await stage.begin(['service-2']), isDone);
  const job = await again(stage, 'second', { models: ['service-2'] });
  expect(stage.service.uploads).toHaveLength(1);
  await stage.desk.client.queue.addModel({ jobId: job.id, model: 'service-3.5' });
  await waitForJob(stage.desk.client, job.id, (one) => isDone(one) && one.generations.length === 2);
  expect(stage.service.generations.map((one) => one.modelKey)).toEqual(['service-2', 'service-3.5']);
});

test('it is paid again where the person says so, with other settings, and where the earlier result is gone', async () => {
  const stage = await openStage();
  const first = await waitForJob(stage.desk.client, await stage.begin(['service-2']), isDone);
  await again(stage, 'anew', { models: ['service-2'], reuse: false });
  await again(stage, 'other', { models: ['service-2'], samplingPreset: 'phone' });
  expect(stage.service.generations).toHaveLength(3);
  for (const { id } of stage.desk.store.generations.inState('stored'))
    rmSync(stage.desk.store.results.get(id)?.path ?? '', { force: true });
  await again(stage, 'gone', { models: ['service-2'] });
  expect(stage.service.generations).toHaveLength(4);
  expect(first.generations[0]?.reused).toBe(false);
});

test('the quote leaves out what has a result already', async () => {
  const stage = await openStage();
  await waitForJob(stage.desk.client, await stage.begin(['service-2']), isDone);
  const preset = presetFor(['service-2', 'service-3.5'], stage.folder);
  const { connections } = await stage.desk.client.connections.list();
  await stage.desk.client.queue.add({
    paths: [path.join(stage.folder, 'take.wav')],
    preset,
    start: false,
    connectionId: connections.find((one) => one.name === 'Scripted')?.id ?? '',
  });
  await expect.poll(async () => (await stage.desk.client.queue.quote({ preset })).unmeasured).toBe(0);
  expect(await stage.desk.client.queue.quote({ preset })).toMatchObject({ reusable: 1, amount: 60_000 });
  expect(await stage.desk.client.queue.quote({ preset: { ...preset, reuse: false } })).toMatchObject({
    reusable: 0,
    amount: 120_000,
  });
});
