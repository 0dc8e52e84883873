import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';

function openScene() {
  const folder = temporaryFolder();
  const names = ['one.wav', 'two.wav', 'three.wav'];
  const paths = names.map((name, index) => {
    const file = path.join(folder, name);
    writeTone(file, { seconds: 1, frequency: 200 + 100 * index });
    return file;
  });
  const desk = openTestDesk(path.join(folder, 'data'), { host: 'browser' });
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const list = async () => (await desk.client.queue.list({ offset: 0, limit: 100 })).jobs.map(({ name }) => name);
  return { ...desk, folder, list, paths, preset };
}

test('removed recordings come back where they were, and one that was added again meanwhile does not', async () => {
  const { client, list, paths, preset } = openScene();
  const { jobIds } = await client.queue.add({ paths, preset, start: false });
  const [first = '', second = ''] = jobIds;
  expect(await client.queue.remove({ jobIds: [first, second] })).toEqual({ changed: 2 });
  expect(await list()).toEqual(['three.wav']);
  expect(await client.queue.restore({ jobIds: [first, second] })).toEqual({ changed: 2 });
  expect(await list()).toEqual(['one.wav', 'two.wav', 'three.wav']);
  expect(await client.queue.restore({ jobIds })).toEqual({ changed: 0 });
  await client.queue.remove({ jobIds: [first] });
  await client.queue.add({ paths: paths.slice(0, 1), preset, start: false });
  expect(await client.queue.restore({ jobIds: [first] })).toEqual({ changed: 0 });
  expect(await list()).toEqual(['two.wav', 'three.wav', 'one.wav']);
});

test('clearing removes what is done and what was cancelled, and the clearing can be undone', {
  tags: 'long',
}, async () => {
  const { client, list, paths, preset } = openScene();
  const { jobIds } = await client.queue.add({ paths: paths.slice(0, 1), preset, start: true });
  await waitForJob(client, jobIds[0] ?? '', ({ state }) => state.kind === 'done');
  await client.queue.add({ paths: paths.slice(1), preset, start: false });
  expect(await client.queue.clearFinished()).toEqual({ jobIds });
  expect(await list()).toEqual(['two.wav', 'three.wav']);
  expect(await client.queue.clearFinished()).toEqual({ jobIds: [] });
  await client.queue.restore({ jobIds });
  expect(await list()).toEqual(['one.wav', 'two.wav', 'three.wav']);
});

test('a copy in the library stays while its removal can be undone, and is restored with it', async () => {
  const { client, desk, list } = openScene();
  const copy = await desk.receiveUpload('take.wav', new Blob(['not empty']).stream(), 9);
  const { jobIds } = await client.queue.add({ paths: [copy], start: false });
  await client.queue.remove({ jobIds });
  expect(existsSync(copy)).toBe(true);
  expect(await client.queue.restore({ jobIds })).toEqual({ changed: 1 });
  expect(await list()).toEqual(['take.wav']);
});

test('a retry writes outputs again that are gone, starts nothing, and leaves finished jobs alone that have theirs', {
  tags: 'long',
}, async () => {
  const { client, folder, paths, preset, store } = openScene();
  const { jobIds } = await client.queue.add({ paths: paths.slice(0, 2), preset, start: true });
  for (const id of jobIds) await waitForJob(client, id, ({ state }) => state.kind === 'done');
  expect(await client.queue.retry({ jobIds })).toEqual({ changed: 0 });
  rmSync(path.join(folder, 'out'), { recursive: true });
  expect(await client.queue.retry({ jobIds })).toEqual({ changed: 2 });
  for (const id of jobIds) await waitForJob(client, id, ({ state }) => state.kind === 'done');
  expect(readdirSync(path.join(folder, 'out')).sort()).toEqual(['one (service-2).wav', 'two (service-2).wav']);
  for (const id of jobIds)
    for (const generation of store.generations.ofJob(id))
      expect(store.generations.attempts(generation.id)).toHaveLength(1);
});

test('a run counts what was started since the queue was idle, and its summary tells what it came to until it is dismissed', {
  tags: 'long',
}, async () => {
  const { client, folder, paths, preset } = openScene();
  const totals = async () => (await client.queue.list({ offset: 0, limit: 1 })).totals;
  expect(await totals()).toMatchObject({ run: null, lastRun: null });
  const first = await client.queue.add({ paths: paths.slice(0, 2), preset, start: true });
  expect((await totals()).run).toMatchObject({ started: 2, finishedAt: null });
  for (const id of first.jobIds) await waitForJob(client, id, ({ state }) => state.kind === 'done');
  await client.queue.clearFinished();
  expect((await totals()).run).toMatchObject({ started: 2, done: 2, progress: 1 });
  const ended = { done: 2, failed: 0, delivered: 2, charged: 0, quoted: 0, folders: [path.join(folder, 'out')] };
  await vi.waitFor(async () => expect((await totals()).lastRun).toMatchObject(ended), { timeout: 10_000 });
  expect((await totals()).lastRun).toMatchObject({ reused: 0, saved: 0, connections: ['This computer'] });
  await client.queue.dismissSummary();
  expect((await totals()).lastRun).toBeNull();
  const second = await client.queue.add({ paths: paths.slice(2), preset, start: true });
  await waitForJob(client, second.jobIds[0] ?? '', ({ state }) => state.kind === 'done');
  expect((await totals()).run).toMatchObject({ started: 1, done: 1 });
});
