import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createMemoryVault } from '../../../../electron/core/vault/vault.ts';
import { createDeskClient } from '../../../../electron/hosts/common/desk-client.ts';
import { createGivenPaths } from '../../../../electron/hosts/common/given-paths.ts';
import { spawnNodeHelper } from '../../../../electron/hosts/common/processes/node-helpers.ts';
import type { SpawnHelper } from '../../../../electron/platform/processes/helper-process.ts';
import { writeDatabase } from '../../../../electron/platform/sqlite.ts';
import type { DeskClient } from '../../../../shared/contract/index.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openTestDesk, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, ledgerOf, openStage } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { SCRIPTED_KEY } from '../../../harness/remote/scripted-service.ts';
import { search } from '../../../harness/secret-search/search.ts';

const engine = createFakeEngine();
const spawn: SpawnHelper = (entry, env) => (entry === 'backup' ? spawnNodeHelper : engine.spawn)(entry, env);

async function all<Event>(events: AsyncIterable<Event>): Promise<Event[]> {
  const seen: Event[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

async function exported(client: DeskClient, folder: string, withResults = true): Promise<string> {
  const events = await all(await client.care.exportDesk({ folder, withResults }));
  return events.at(-1)?.file ?? '';
}

const refused = (code: string) => ({ data: { code } });
const left = (folder: string) => readdirSync(folder).sort();

/** An open desk that has restored a recording, and an empty folder beside it. */
async function stageWithWork() {
  const ports = { spawn, vault: createMemoryVault() };
  const stage = await openStage(ports);
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, isDone);
  const out = path.join(stage.folder, 'exports');
  mkdirSync(out);
  return { ...stage, jobId, out, ports };
}

test('an open desk is exported without keys and read by another one, which says before what it replaces', {
  tags: 'long',
}, async () => {
  const { desk, folder, jobId, out, ports, ...stage } = await stageWithWork();
  const { client } = desk;
  const check = await client.care.checkExport({ folder: out });
  expect(check.bytes).toBeGreaterThan(10_000);
  expect(check.resultBytes).toBeGreaterThan(1000);
  const file = await exported(client, out);
  expect(path.basename(file)).toMatch(/^cleartake-desk-\d{4}-\d\d-\d\d\.tar$/);
  expect(await exported(client, out, false)).toBe(file.replace('.tar', ' 2.tar'));
  expect(left(out)).toHaveLength(2);
  expect(search([{ name: 'archive', where: 'bytes', bytes: readFileSync(file) }], { key: SCRIPTED_KEY })).toEqual([]);
  const ledger = ledgerOf({ desk }, jobId);

  const there = path.join(folder, 'there');
  const other = openTestDesk(there, {}, ports);
  await other.client.system.setPreferences({ uploadLimit: 5_000_000 });
  expect(await other.client.care.checkImport({ file })).toMatchObject({
    contents: { recordings: 1, results: 1 },
    replaced: { recordings: 0, results: 0 },
    withResults: true,
  });
  expect((await client.care.checkImport({ file: file.replace('.tar', ' 2.tar') })).withResults).toBe(false);
  const events = await all(await other.client.care.importDesk({ file }));
  expect(events.at(-1)).toMatchObject({ isReady: true });
  expect(await other.client.care.importState()).toEqual({ pending: expect.any(Number) });
  // It is no backup of this desk, and one can't be chosen while it waits.
  const { backups, chosen } = await other.client.care.backups();
  expect(chosen).toBeNull();
  await other.client.care.chooseBackup({ name: null });
  expect((await other.client.care.importState()).pending).not.toBeNull();
  const [backup] = backups;
  if (backup !== undefined)
    await expect(other.client.care.chooseBackup({ name: backup.name })).rejects.toMatchObject(
      refused('notPossibleNow'),
    );
  await other.close();

  const after = openTestDesk(there, {}, ports);
  expect(ledgerOf({ desk: after }, jobId)).toEqual(ledger);
  expect((await after.client.listening.takes({ jobId })).takes.at(-1)?.playable).toBe(true);
  expect((await after.client.queue.list({ offset: 0, limit: 1 })).totals.paused).toBe(true);
  expect(await after.client.care.importState()).toEqual({ pending: null });
  expect((await after.client.care.backups()).backups.map(({ kind }) => kind)).toContain('replaced');
  expect(stage.service.startRequests).toHaveLength(1);
});

test('an import can be called off, ended and refused, and nothing of it is left', { tags: 'long' }, async () => {
  const { desk, out } = await stageWithWork();
  const { client, dataDirectory } = desk;
  const file = await exported(client, out);
  await all(await client.care.importDesk({ file }));
  await client.care.forgetImport();
  expect(await client.care.importState()).toEqual({ pending: null });
  expect(existsSync(path.join(dataDirectory, 'restore'))).toBe(false);

  const stop = new AbortController();
  stop.abort();
  await all(await client.care.importDesk({ file }, { signal: stop.signal })).catch(() => undefined);
  await all(await client.care.exportDesk({ folder: out, withResults: true }, { signal: stop.signal })).catch(
    () => undefined,
  );
  const cut = path.join(out, 'cut.tar');
  writeFileSync(cut, readFileSync(file));
  truncateSync(cut, readFileSync(file).length - 3000);
  await expect(all(await client.care.importDesk({ file: cut }))).rejects.toMatchObject(refused('notPossibleNow'));
  const other = path.join(out, 'other.tar');
  writeFileSync(other, Buffer.alloc(4096, 'x'));
  for (const junk of [other, out, path.join(out, 'none.tar')])
    await expect(client.care.checkImport({ file: junk })).rejects.toMatchObject({ data: { code: expect.any(String) } });
  expect(left(dataDirectory).filter((name) => /^(restore|import)/.test(name))).toEqual([]);
  expect(left(out)).toEqual([path.basename(file), 'cut.tar', 'other.tar'].sort());
});

test('a history of a newer Cleartake, and one that is damaged, are refused before they could take a place', {
  tags: 'long',
}, async () => {
  const { desk, out } = await stageWithWork();
  const file = await exported(desk.client, out);
  await desk.close();
  const { dataDirectory } = desk;
  writeDatabase(path.join(dataDirectory, 'cleartake.sqlite'), (raw) => {
    raw.exec(`insert into __drizzle_migrations (hash, created_at) values ('later', ${Date.now() + 1e12})`);
  });
  const newer = path.join(out, 'newer.tar');
  const { exportDesk } = await import('../../../../electron/core/features/data/archive/export-desk.ts');
  await exportDesk({ dataDirectory, target: newer, withResults: false, now: Date.now() });
  const { client } = openTestDesk(path.join(temporaryFolder(), 'data'), {}, { spawn });
  const failure = await all(await client.care.importDesk({ file: newer })).catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({
    data: { userMessage: expect.stringContaining('A newer Cleartake made this export') },
  });
  expect(await client.care.importState()).toEqual({ pending: null });
  await all(await client.care.importDesk({ file }));
});

test('a page exports and imports only where a person chose, never into the data folder, and one at a time', {
  tags: 'long',
}, async () => {
  const { desk, out } = await stageWithWork();
  const { client, dataDirectory } = desk;
  const file = await exported(client, out);
  const given = createGivenPaths();
  const page = createDeskClient(desk.desk.pageRouter(given));
  const notGiven = refused('pathNotGiven');
  const places = [out, dataDirectory, '/', '.', '~', `${out}/../exports`, 'exports'];
  for (const folder of places) {
    await expect(page.care.checkExport({ folder })).rejects.toMatchObject(notGiven);
    await expect(all(await page.care.exportDesk({ folder, withResults: true }))).rejects.toMatchObject(notGiven);
  }
  for (const one of [file, '/etc/passwd', path.basename(file), `${out}/./${path.basename(file)}`]) {
    await expect(page.care.checkImport({ file: one })).rejects.toMatchObject(notGiven);
    await expect(all(await page.care.importDesk({ file: one }))).rejects.toMatchObject(notGiven);
  }
  // A folder for recordings is no folder to write to, and a file to add is none to import.
  given.giveRecordings([out, file]);
  await expect(page.care.checkExport({ folder: out })).rejects.toMatchObject(notGiven);
  await expect(page.care.checkImport({ file })).rejects.toMatchObject(notGiven);
  given.giveOutputFolder(out);
  given.giveArchive(file);
  expect((await page.care.checkImport({ file })).contents).toMatchObject({ results: 1 });
  expect(existsSync(await exported(page, out))).toBe(true);

  const inside = path.join(dataDirectory, 'library');
  const link = path.join(out, 'link');
  symlinkSync(inside, link);
  for (const folder of [dataDirectory, inside, link])
    await expect(client.care.checkExport({ folder })).rejects.toMatchObject(refused('notPossibleNow'));
  await expect(client.care.checkExport({ folder: path.join(out, 'none') })).rejects.toMatchObject(
    refused('outputUnwritable'),
  );
  const first = await client.care.exportDesk({ folder: out, withResults: true });
  await first.next();
  await expect(all(await client.care.exportDesk({ folder: out, withResults: true }))).rejects.toMatchObject(
    refused('notPossibleNow'),
  );
  await all(first);
});
