import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exportDesk } from '../../../../electron/core/features/data/archive/export-desk.ts';
import { importDesk } from '../../../../electron/core/features/data/archive/import-desk.ts';
import { createMemoryVault } from '../../../../electron/core/vault/vault.ts';
import { openTestDesk, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, ledgerOf, openStage } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { SCRIPTED_KEY } from '../../../harness/remote/scripted-service.ts';
import { ENCODINGS, search } from '../../../harness/secret-search/search.ts';

const SECRETS = { key: SCRIPTED_KEY, adHoc: 'planted-for-one-run-Jd71kkPwZs', file: 'planted-in-a-file-81kLm+/Q' };

const importInto = (dataDirectory: string, archive: string) =>
  importDesk({ archive, dataDirectory, replaces: false, pass: () => undefined });

/** A desk that restored a recording, and is closed. */
async function doneStage() {
  const ports = { spawn: createFakeEngine().spawn, vault: createMemoryVault() };
  const stage = await openStage(ports);
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, isDone);
  await stage.desk.close();
  return { dataDirectory: stage.desk.dataDirectory, jobId, ports };
}

/** A desk that restored a recording and has a verdict on it, closed and exported. */
async function exportedStage() {
  const { spawn } = createFakeEngine();
  const stage = await openStage({ spawn, vault: createMemoryVault() });
  const { client, dataDirectory, desk } = stage.desk;
  const jobId = await stage.begin();
  await waitForJob(client, jobId, isDone);
  await desk.adHocConnection('http://127.0.0.1:1', SECRETS.adHoc);
  await client.connections.update({ connectionId: stage.connectionId, color: 'violet', label: 'studio' });
  await client.verdicts.setNote({ jobId, note: 'Traffic', tags: ['outdoors'] });
  await client.system.setPreferences({ uploadLimit: 3_000_000 });
  const ledger = ledgerOf(stage, jobId);
  await stage.desk.close();
  mkdirSync(path.join(dataDirectory, 'keys'));
  writeFileSync(path.join(dataDirectory, 'keys/keys.json'), SECRETS.file);
  const target = path.join(stage.folder, 'desk.tar');
  await exportDesk({ dataDirectory, target, withResults: true, now: Date.now() });
  return { ...stage, jobId, ledger, spawn, target };
}

test('a desk is exported without keys and imported elsewhere, with everything else, its queue paused', {
  tags: 'long',
}, async () => {
  const { connectionId, folder, jobId, ledger, service, spawn, target } = await exportedStage();
  const bytes = readFileSync(target);
  expect(ENCODINGS.length).toBeGreaterThanOrEqual(5);
  expect(search([{ name: 'archive', where: 'bytes', bytes }], SECRETS)).toEqual([]);
  expect(search([{ name: 'archive', where: 'bytes', bytes }], { control: 'Traffic' })).not.toEqual([]);

  const elsewhere = path.join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  await importInto(elsewhere, target);
  const opened = openTestDesk(elsewhere, {}, { spawn, vault: createMemoryVault() });
  const { client, store } = opened;
  expect(store.jobs.get(jobId)).toMatchObject({ stateKind: 'done' });
  expect(ledgerOf({ desk: opened }, jobId)).toEqual(ledger);
  expect((await client.verdicts.ofJob({ jobId })).note).toMatchObject({ note: 'Traffic', tags: ['outdoors'] });
  expect((await client.system.preferences()).uploadLimit).toBe(3_000_000);
  const [generation] = store.generations.ofJob(jobId);
  const result = store.results.get(generation?.id ?? '');
  expect(result?.path.startsWith(elsewhere)).toBe(true);
  expect(existsSync(result?.path ?? '')).toBe(true);
  expect((await client.queue.list({ offset: 0, limit: 1 })).totals.paused).toBe(true);
  const imported = (await client.connections.list()).connections.find(({ id }) => id === connectionId);
  expect(imported).toMatchObject({ hasKey: false, color: 'violet', label: 'studio' });
  expect(service.startRequests).toHaveLength(1);
});

test('a folder in use, a cut archive and one with a strange name import nothing; a repeated import is whole', async () => {
  const { folder, target } = await exportedStage();
  const elsewhere = path.join(folder, 'elsewhere');
  mkdirSync(path.join(elsewhere, 'import.part'), { recursive: true });
  writeFileSync(path.join(elsewhere, 'import.part/cleartake.sqlite'), 'left by a kill');
  const refused = { code: 'notPossibleNow' };
  const cut = path.join(folder, 'cut.tar');
  cpSync(target, cut);
  truncateSync(cut, readFileSync(target).length - 3000);
  await expect(importInto(elsewhere, cut)).rejects.toMatchObject(refused);
  const strange = path.join(folder, 'strange.tar');
  const name = Buffer.from('library/generations');
  const bytes = readFileSync(target);
  bytes.write('library/../../../../', bytes.indexOf(name));
  writeFileSync(strange, bytes);
  await expect(importInto(elsewhere, strange)).rejects.toMatchObject(refused);
  const changed = path.join(folder, 'changed.tar');
  const flipped = readFileSync(target);
  flipped.write('X', flipped.indexOf('SQLite format 3') + 5000);
  writeFileSync(changed, flipped);
  await expect(importInto(elsewhere, changed)).rejects.toMatchObject(refused);
  expect(readdirSync(elsewhere)).toEqual([]);
  await importInto(elsewhere, target);
  expect(readdirSync(elsewhere)).toEqual(['restore']);
  await expect(importInto(elsewhere, target)).rejects.toMatchObject(refused);
});

test('a data folder that was moved by hand finds its files, and can be moved again', async () => {
  const { dataDirectory, jobId, ports } = await doneStage();
  let before = dataDirectory;
  for (const name of ['moved 🎙 ß', 'moved again']) {
    const after = path.join(path.dirname(dataDirectory), name);
    renameSync(before, after);
    before = after;
    const { client, close, store } = openTestDesk(after, {}, ports);
    const [generation] = store.generations.ofJob(jobId);
    const result = store.results.get(generation?.id ?? '');
    expect(result?.path.startsWith(`${after}${path.sep}`)).toBe(true);
    expect(existsSync(result?.path ?? '')).toBe(true);
    expect(result?.exportedPath).toContain(`${path.sep}out${path.sep}`);
    const { takes } = await client.listening.takes({ jobId });
    expect(takes.at(-1)?.playable).toBe(true);
    await close();
  }
});
