import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeTone } from '../../../fixtures/tone.ts';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import {
  isDone,
  ledgerOf,
  openStage,
  PRICE,
  type Stage,
  scriptedService,
  writeTakes,
} from '../../../harness/desk/scripted-stage.ts';
import { SCRIPTED_KEY } from '../../../harness/remote/scripted-service.ts';

const PATIENT = { timeout: 20_000 };

/** Three recordings that wait for Start over the scripted service, following the desk's preset. */
async function openWaiting() {
  const stage = await openStage();
  const { client } = stage.desk;
  const takes = writeTakes(path.join(stage.folder, 'in'), 2);
  writeTone(path.join(takes, 'take 2.wav'), { seconds: 2, frequency: 400 });
  await client.system.setPreset(presetFor(['service-2'], path.join(stage.folder, 'out')));
  const { connectionId } = stage;
  const { jobIds } = await client.queue.add({ paths: [takes], start: false, connectionId });
  const [first = '', second = '', third = ''] = jobIds;
  await expect.poll(async () => (await client.queue.quote({})).unmeasured, PATIENT).toBe(0);
  return { stage, client, jobIds: [first, second, third] as const };
}

async function otherConnection({ desk }: Stage, price: number | null = PRICE) {
  const service = await scriptedService();
  // Projects of others, so that its ids differ from those of the first service.
  for (let number = 0; number < 9; number++)
    service.projects.push({ apiProjectId: `of-others-${number}`, job: '', recording: '' });
  const details = { name: 'Archive', baseUrl: service.baseUrl, headerStyle: 'bearer', key: SCRIPTED_KEY } as const;
  const { id } = await desk.client.connections.add({
    ...details,
    prices: { 'service-2': price, 'service-3.5': price },
  });
  return { service, id };
}

test('one Start takes the settings of each recording: models, restoration preset, strength, format, folder', {
  tags: 'long',
}, async () => {
  const { stage, client, jobIds } = await openWaiting();
  const [plain, own] = jobIds;
  const elsewhere = path.join(stage.folder, 'elsewhere');
  mkdirSync(elsewhere);
  const changes = {
    models: ['service-2' as const, 'service-3.5' as const],
    samplingPreset: 'gentle',
    strength: 0.5,
    format: 'flac' as const,
    output: { kind: 'folder' as const, path: elsewhere },
  };
  expect(await client.queue.change({ jobIds: [own], changes })).toEqual({ changed: 1 });
  expect(await client.queue.quote({ jobIds: [...jobIds] })).toMatchObject({ generations: 4, amount: 4 * 60 * PRICE });
  expect(await client.queue.quote({ jobIds: [own] })).toMatchObject({ generations: 2, amount: 2 * 60 * PRICE });
  await client.queue.start({});
  const done = await Promise.all(jobIds.map((id) => waitForJob(client, id, isDone)));
  expect(done.map(({ generations }) => generations.map(({ model }) => model))).toEqual([
    ['service-2'],
    ['service-2', 'service-3.5'],
    ['service-2'],
  ]);
  expect(done.map((job) => job.own)).toEqual([null, changes, null]);
  expect(readdirSync(elsewhere).sort()).toEqual(['take 1 (service-2).flac', 'take 1 (service-3.5).flac']);
  expect(readdirSync(path.join(stage.folder, 'out')).sort()).toEqual([
    'take 0 (service-2).wav',
    'take 2 (service-2).wav',
  ]);
  const asked = stage.service.startRequests.map(({ body }) => body.sampling);
  expect(asked.filter((sampling) => JSON.stringify(sampling) === '{"preset":"gentle"}')).toHaveLength(2);
  expect(asked.filter((sampling) => sampling === undefined)).toHaveLength(2);
  expect(ledgerOf(stage, own).filter(([kind]) => kind === 'charge')).toHaveLength(2);
  expect(ledgerOf(stage, plain).filter(([kind]) => kind === 'charge')).toHaveLength(1);
});

test('another preset changes recordings that wait; what they have of their own stays until they are reset', {
  tags: 'long',
}, async () => {
  const { stage, client, jobIds } = await openWaiting();
  const [follows, own] = jobIds;
  await client.queue.change({ jobIds: [own], changes: { models: ['service-2', 'service-3.5'], strength: 0.5 } });
  await client.system.setPreset({ ...presetFor(['service-3.5'], path.join(stage.folder, 'out')), strength: 0.9 });
  expect(await client.queue.quote({ jobIds: [follows] })).toMatchObject({ generations: 1 });
  expect(await client.queue.quote({ jobIds: [own] })).toMatchObject({ generations: 2 });
  expect(await client.queue.change({ jobIds: [own], changes: null })).toEqual({ changed: 1 });
  expect(await client.queue.quote({ jobIds: [own] })).toMatchObject({ generations: 1 });
  await client.queue.start({ jobIds: [follows, own] });
  for (const id of [follows, own]) {
    const job = await waitForJob(client, id, isDone);
    expect(job).toMatchObject({ own: null, generations: [{ model: 'service-3.5' }] });
  }
});

test('started recordings keep their connection, and their settings once there is a result', {
  tags: 'long',
}, async () => {
  const { stage, client, jobIds } = await openWaiting();
  const other = await otherConnection(stage);
  const [started] = jobIds;
  await client.queue.start({ jobIds: [started] });
  expect(await client.queue.moveToConnection({ jobIds: [started], connectionId: other.id })).toEqual({ changed: 0 });
  await waitForJob(client, started, isDone);
  expect(await client.queue.change({ jobIds: [started], changes: { strength: 0 } })).toEqual({ changed: 0 });
  expect(await waitForJob(client, started, isDone)).toMatchObject({ own: null, connection: 'Scripted' });
  expect(other.service.uploads).toEqual([]);
});

test('results that couldn’t be saved are saved to another folder, and nothing is restored or paid again', {
  tags: 'long',
}, async () => {
  const stage = await openStage({}, { host: 'browser' });
  const { client } = stage.desk;
  const out = path.join(stage.folder, 'out');
  stage.service.override('/v1/get_generation_download', () => {
    // After the look at the folder that comes before every payment.
    if (!existsSync(out)) writeFileSync(out, 'not a folder');
    return null;
  });
  const jobId = await stage.begin(['service-2']);
  const failed = await waitForJob(client, jobId, ({ state }) => state.kind === 'failed');
  expect(failed.state).toMatchObject({ error: { code: 'outputUnwritable' }, retryFrom: 'exporting' });
  const change = (changes: Parameters<typeof client.queue.change>[0]['changes']) =>
    client.queue.change({ jobIds: [jobId], changes });
  expect(await change({ models: ['service-3.5'] })).toEqual({ changed: 0 });
  const elsewhere = path.join(stage.folder, 'elsewhere');
  expect(await change({ output: { kind: 'folder', path: elsewhere }, format: 'flac' })).toEqual({ changed: 1 });
  await client.queue.retry({ jobIds: [jobId] });
  await waitForJob(client, jobId, isDone);
  expect(readdirSync(elsewhere)).toEqual(['take (service-2).flac']);
  expect(stage.service.generations).toHaveLength(1);
  expect(ledgerOf(stage, jobId).map(([kind]) => kind)).toEqual(['hold', 'charge', 'release']);
});

test('recordings that were moved to another connection are quoted and charged there, and nowhere else', {
  tags: 'long',
}, async () => {
  const { stage, client, jobIds } = await openWaiting();
  const other = await otherConnection(stage, 3 * PRICE);
  const [stays, ...moved] = jobIds;
  const missing = client.queue.moveToConnection({ jobIds: moved, connectionId: 'none' });
  await expect(missing).rejects.toMatchObject({ data: { code: 'notFound' } });
  expect(await client.queue.moveToConnection({ jobIds: moved, connectionId: other.id })).toEqual({ changed: 2 });
  expect(await client.queue.quote({})).toMatchObject({ amount: 60 * PRICE + 2 * 60 * 3 * PRICE });
  await client.queue.start({});
  const done = await Promise.all(jobIds.map((id) => waitForJob(client, id, isDone)));
  expect(done.map(({ connection }) => connection)).toEqual(['Scripted', 'Archive', 'Archive']);
  expect(stage.service.generations).toHaveLength(1);
  expect(other.service.generations).toHaveLength(2);
  expect(moved.map((id) => ledgerOf(stage, id).find(([kind]) => kind === 'charge')?.[1])).toEqual([
    60 * 3 * PRICE,
    60 * 3 * PRICE,
  ]);
  expect(ledgerOf(stage, stays).find(([kind]) => kind === 'charge')?.[1]).toBe(60 * PRICE);
});
