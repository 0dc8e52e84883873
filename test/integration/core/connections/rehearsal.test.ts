import path from 'node:path';
import { expect, test } from 'vitest';
import { BUILT_IN_ID } from '../../../../electron/core/connections/connections.ts';
import { FAULT_PLACES } from '../../../../shared/service-api/rehearsal.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { startService } from '../../../harness/service/test-service.ts';

const connectionId = BUILT_IN_ID;
const HOUR_MS = 3_600_000;

async function offerOf({ client }: ReturnType<typeof openTestDesk>, id: string) {
  const { connections } = await client.connections.list();
  return connections.find((one) => one.id === id)?.rehearsal;
}

test('a payment that fails in a rehearsal holds recordings, also after a restart; ended, each is restored once', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  const paths = [1, 2, 3].map((count) => path.join(folder, `take ${count}.wav`));
  paths.forEach((file, index) => {
    writeTone(file, { seconds: 1, frequency: 200 + 40 * index });
  });
  const data = path.join(folder, 'data');
  const first = openTestDesk(data);
  expect(await offerOf(first, connectionId)).toBe('off');
  expect(await first.client.rehearsal.read({ connectionId })).toMatchObject({ on: false, now: null, faults: [] });
  const faults = [{ path: FAULT_PLACES.starts, kind: '402' as const, times: 1000 }];
  const begun = await first.client.rehearsal.change({ connectionId, change: { faults } });
  expect(begun).toMatchObject({ on: true, faults });
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const { jobIds } = await first.client.queue.add({ paths, preset, start: true, connectionId });
  for (const jobId of jobIds) {
    const { state } = await waitForJob(first.client, jobId, (job) => job.state.kind === 'waiting');
    expect(state).toMatchObject({ reason: { code: 'paymentFailed' } });
  }
  await first.close();

  const second = openTestDesk(data);
  expect(await offerOf(second, connectionId)).toBe('on');
  expect(await second.client.rehearsal.read({ connectionId })).toMatchObject({ on: true, faults: [{ kind: '402' }] });
  const ended = await second.client.rehearsal.change({ connectionId, change: { reset: true } });
  expect(ended).toMatchObject({ on: false, faults: [] });
  await second.client.queue.resume({ jobIds: [...jobIds] });
  for (const jobId of jobIds) await waitForJob(second.client, jobId, (job) => job.state.kind === 'done');
  const started = jobIds.flatMap((jobId) => second.store.generations.ofJob(jobId));
  expect(started.map(({ remoteId }) => remoteId !== null)).toEqual([true, true, true]);
  expect(await offerOf(second, connectionId)).toBe('off');
});

test('links expire and the clock moves in a rehearsal of the built-in service; it restores before and after its end', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  const { client } = openTestDesk(path.join(folder, 'data'));
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const restored = async (frequency: number) => {
    const one = path.join(folder, `tone ${frequency}.wav`);
    writeTone(one, { seconds: 1, frequency });
    const { jobIds } = await client.queue.add({ paths: [one], preset, start: true, connectionId });
    await waitForJob(client, jobIds[0] ?? '', (job) => job.state.kind === 'done');
  };
  const change = { expireLinks: true as const, moveClockMs: 30 * 24 * HOUR_MS };
  const moved = await client.rehearsal.change({ connectionId, change });
  expect(Date.parse(moved.now ?? '') - Date.now()).toBeGreaterThan(29 * 24 * HOUR_MS);
  await restored(210);
  await client.rehearsal.change({ connectionId, change: { reset: true } });
  await restored(250);
  const again = await client.rehearsal.change({ connectionId, change: { latencyMs: 20 } });
  expect(again).toMatchObject({ on: true, latencyMs: 20 });
});

test('a desk learns from ordinary answers that a service of a studio rehearses, and ends it with its admin key', async () => {
  const { baseUrl, adminKey, post } = await startService({ rehearsal: true });
  const desk = openTestDesk(path.join(temporaryFolder(), 'data'));
  const prices = { 'service-2': 0, 'service-3.5': 0 };
  const details = { name: 'Studio', baseUrl, headerStyle: 'bearer' as const, prices };
  const { id } = await desk.client.connections.add({ ...details, key: adminKey });
  expect(await offerOf(desk, id)).toBe('none');
  await desk.client.connections.test({ connectionId: id });
  expect(await offerOf(desk, id)).toBe('off');
  await post('/portal/rehearsal', { latencyMs: 5 }, adminKey);
  await desk.client.connections.test({ connectionId: id });
  expect(await offerOf(desk, id)).toBe('on');
  const ended = await desk.client.rehearsal.change({ connectionId: id, change: { reset: true } });
  expect(ended).toMatchObject({ on: false, latencyMs: 0 });
  await desk.client.connections.test({ connectionId: id });
  expect(await offerOf(desk, id)).toBe('off');
});

test.each([
  ['a service without rehearsals', false, /wasn’t started for a rehearsal/],
  ['a key that isn’t the operator’s', true, /operator/],
])('%s is told in words', async (_what, rehearsal, words) => {
  const { baseUrl, adminKey, apiKey } = await startService({ rehearsal });
  const desk = openTestDesk(path.join(temporaryFolder(), 'data'));
  const prices = { 'service-2': 0, 'service-3.5': 0 };
  const details = { name: 'Studio', baseUrl, headerStyle: 'bearer' as const, prices };
  const { id } = await desk.client.connections.add({ ...details, key: rehearsal ? apiKey : adminKey });
  await expect(desk.client.rehearsal.read({ connectionId: id })).rejects.toMatchObject({
    data: { userMessage: expect.stringMatching(words) },
  });
});
