import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { readNotices } from '../../../../electron/core/store/tables/preferences.ts';
import { createMemoryVault } from '../../../../electron/core/vault/vault.ts';
import { spawnNodeHelper } from '../../../../electron/hosts/common/processes/node-helpers.ts';
import type { SpawnHelper } from '../../../../electron/platform/processes/helper-process.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';

/** Two paid recordings, of which the chosen backup has only the first. The desk is closed. */
async function stageAfterChoice() {
  const engine = createFakeEngine();
  const spawn: SpawnHelper = (entry, env) => (entry === 'backup' ? spawnNodeHelper : engine.spawn)(entry, env);
  const ports = { spawn, vault: createMemoryVault() };
  const { begin, connectionId, desk, folder, service } = await openStage(ports);
  const first = await begin();
  await waitForJob(desk.client, first, isDone);
  await desk.close();
  const data = desk.dataDirectory;
  const open = () => openTestDesk(data, {}, ports);
  const again = open();
  const source = path.join(folder, 'later.wav');
  writeTone(source, { seconds: 1, frequency: 700 });
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const { jobIds } = await again.client.queue.add({ paths: [source], preset, start: true, connectionId });
  await waitForJob(again.client, jobIds[0] ?? '', isDone);
  const { backups } = await again.client.care.backups();
  const [backup] = backups;
  expect(backup).toMatchObject({ kind: 'closing', contents: { recordings: 1, results: 1 } });
  const name = backup?.name ?? '';
  expect(await again.client.care.checkBackup({ name })).toEqual({ kind: 'older', starts: 1 });
  await again.client.care.chooseBackup({ name });
  expect((await again.client.care.backups()).chosen).toBe(name);
  await again.close();
  return { data, first, later: jobIds[0] ?? '', name, open, service };
}

test('going back keeps what is replaced as a backup, and finds paid work that the chosen backup lacks', {
  tags: 'long',
}, async () => {
  const { data, first, later, name, open, service } = await stageAfterChoice();
  const { client, store } = open();
  expect(store.jobs.find(first)).toBeDefined();
  expect(store.jobs.find(later)).toBeUndefined();
  expect(readNotices(store)).toMatchObject([
    { kind: 'recovered', sentence: expect.stringMatching(/^Your history is back/) },
  ]);
  const { backups, chosen } = await client.care.backups();
  expect(chosen).toBeNull();
  expect(backups.find(({ kind }) => kind === 'replaced')).toMatchObject({ contents: { recordings: 2, results: 2 } });
  expect(readdirSync(path.join(data, 'damaged'))).toEqual([]);
  // The start that only the journal knows is found at the service, downloaded, and not paid again.
  await vi.waitFor(
    () => expect(store.results.many(store.generations.inState('stored').map(({ id }) => id))).toHaveLength(2),
    20_000,
  );
  expect(service.startRequests).toHaveLength(2);
  expect(backups.some((one) => one.name === name)).toBe(false);
});

test('interrupted before the backup is in place, or before the choice is forgotten, the next start goes back once more', {
  tags: 'long',
}, async () => {
  const { data, first, later, name, open, service } = await stageAfterChoice();
  const choice = path.join(data, 'restore', name);
  cpSync(choice, path.join(data, '..', 'choice'));
  // As after a kill between the two renames.
  mkdirSync(path.join(data, 'damaged/2026-11-20T16-05-03'), { recursive: true });
  for (const file of readdirSync(data).filter((one) => one.startsWith('cleartake.sqlite')))
    renameSync(path.join(data, file), path.join(data, 'damaged/2026-11-20T16-05-03', file));
  writeFileSync(path.join(data, 'cleartake.sqlite.restored'), 'half');
  const once = open();
  expect([once.store.jobs.find(first)?.id, once.store.jobs.find(later)]).toEqual([first, undefined]);
  await once.close();
  // As after a kill when everything was in place.
  mkdirSync(path.dirname(choice), { recursive: true });
  cpSync(path.join(data, '..', 'choice'), choice);
  const twice = open();
  expect(twice.store.jobs.find(first)?.id).toBe(first);
  expect(existsSync(path.dirname(choice))).toBe(false);
  await vi.waitFor(() => expect(twice.store.settings.get('recovery')).toBeUndefined(), 20_000);
  expect(service.startRequests).toHaveLength(2);
});

test('a damaged backup is not chosen, and one that is damaged afterward changes nothing', {
  tags: 'long',
}, async () => {
  const { data, first, later, name, open } = await stageAfterChoice();
  truncateSync(path.join(data, 'restore', name), 5000);
  const { client, store } = open();
  expect([store.jobs.find(first)?.id, store.jobs.find(later)?.id]).toEqual([first, later]);
  const [backup] = (await client.care.backups()).backups;
  truncateSync(path.join(data, 'backups', backup?.name ?? ''), 5000);
  expect(await client.care.checkBackup({ name: backup?.name ?? '' })).toMatchObject({ kind: 'damaged' });
  const choosing = client.care.chooseBackup({ name: backup?.name ?? '' });
  await expect(choosing).rejects.toMatchObject({ data: { code: 'notPossibleNow' } });
  await expect(client.care.checkBackup({ name: '../cleartake.sqlite' })).rejects.toMatchObject({
    data: { code: 'notFound' },
  });
  expect((await client.care.backups()).chosen).toBeNull();
});
