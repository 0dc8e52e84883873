import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { createMemoryVault } from '../../../../electron/core/vault/vault.ts';
import type { JobView } from '../../../../shared/contract/views.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, ledgerOf, openStage, PRICE, type Stage } from '../../../harness/desk/scripted-stage.ts';

const START = '/v1/service-2.0-generation';
const CREATE = '/v1/create_project';
const isFailed = ({ state }: JobView) => state.kind === 'failed';

/** The same bytes under two names, waiting for Start. */
async function addTwins({ connectionId, desk: { client }, folder }: Stage): Promise<readonly [string, string]> {
  copyFileSync(path.join(folder, 'take.wav'), path.join(folder, 'take copy.wav'));
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  await client.system.setPreset(preset);
  const paths = ['take.wav', 'take copy.wav'].map((name) => path.join(folder, name));
  const { jobIds } = await client.queue.add({ paths, preset, start: false, connectionId, duplicates: 'use' });
  await expect.poll(async () => (await client.queue.quote({})).unmeasured, { timeout: 20_000 }).toBe(0);
  const [first = '', second = ''] = jobIds;
  return [first, second];
}

test('the same file twice in one batch is quoted once, restored once and paid once', { tags: 'long' }, async () => {
  const stage = await openStage({}, { host: 'browser' });
  const [first, second] = await addTwins(stage);
  expect(await stage.desk.client.queue.quote({})).toMatchObject({
    recordings: 2,
    amount: 60 * PRICE,
    alternatives: { 'service-2': 60 * PRICE, 'service-3.5': 60 * PRICE },
    twins: 1,
    reusable: 0,
    reused: [{ jobId: second, models: ['service-2'], sameAs: { jobId: first, name: 'take.wav' } }],
  });
  await stage.desk.client.queue.start({});
  const restored = await waitForJob(stage.desk.client, first, isDone);
  const follower = await waitForJob(stage.desk.client, second, isDone);
  expect(restored.remarks).toEqual([]);
  expect(follower).toMatchObject({
    remarks: [{ kind: 'same', as: 'take.wav' }],
    generations: [{ amount: 0, charged: false, reused: true }],
  });
  expect(stage.service.generations).toHaveLength(1);
  expect(stage.service.uploads).toHaveLength(1);
  expect(ledgerOf(stage, second)).toEqual([]);
});

test('what follows a recording that fails asks before it costs anything', { tags: 'long' }, async () => {
  const stage = await openStage({}, { host: 'browser' });
  let isRefusing = true;
  stage.service.override(START, () => (isRefusing ? { status: 400, body: { error: 'no' } } : null));
  const [first, second] = await addTwins(stage);
  await stage.desk.client.queue.start({});
  await waitForJob(stage.desk.client, first, isFailed);
  isRefusing = false;
  const follower = await waitForJob(stage.desk.client, second, isFailed);
  expect(follower.state).toMatchObject({ error: { code: 'twinNotRestored' } });
  expect(follower.state).toHaveProperty(
    'error.userMessage',
    'take.wav, which is the same recording, wasn’t restored. Nothing was sent. Retry to restore this one; that is billed.',
  );
  expect(stage.service.generations).toHaveLength(0);
  // Both are retried at once, and one of them pays.
  await stage.desk.client.queue.retry({ jobIds: [first, second] });
  const both = await Promise.all([first, second].map((id) => waitForJob(stage.desk.client, id, isDone)));
  expect(stage.service.generations).toHaveLength(1);
  expect(both.flatMap(({ generations }) => generations.map(({ charged }) => charged)).sort()).toEqual([false, true]);
  expect(both[1]?.remarks).toEqual([]);
});

test('what follows a recording still does after a crash, and fails when that one is cancelled', {
  tags: 'long',
}, async () => {
  const ports = { vault: createMemoryVault() };
  const stage = await openStage(ports, { host: 'browser' });
  let creations = 0;
  let isBusy = true;
  stage.service.override(CREATE, () => {
    creations += 1;
    return isBusy ? { status: 503, body: {} } : null;
  });
  const [first, second] = await addTwins(stage);
  await stage.desk.client.queue.start({});
  await vi.waitFor(() => expect(creations).toBeGreaterThan(0), { timeout: 20_000 });
  await stage.desk.close();
  const { client } = openTestDesk(stage.desk.dataDirectory, { host: 'browser' }, ports);
  await waitForJob(client, second, ({ state }) => state.kind === 'waiting' && state.reason.code === 'sameWorkUnderWay');
  await client.queue.cancel({ jobIds: [first] });
  const failed = await waitForJob(client, second, isFailed);
  expect(failed.state).toMatchObject({ error: { code: 'twinNotRestored' } });
  isBusy = false;
  await client.queue.retry({ jobIds: [second] });
  await waitForJob(client, second, isDone);
  expect(stage.service.generations).toHaveLength(1);
});
