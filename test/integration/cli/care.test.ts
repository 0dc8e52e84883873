import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  checkBackupsCommand,
  listBackupsCommand,
  restoreBackupCommand,
} from '../../../electron/hosts/cli/commands/care/backups.ts';
import { cleanupCommand } from '../../../electron/hosts/cli/commands/care/cleanup.ts';
import {
  exportDeskCommand,
  importDeskCommand,
  moveDeskCommand,
} from '../../../electron/hosts/cli/commands/care/desk.ts';
import { compareCommand } from '../../../electron/hosts/cli/commands/looking/history.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { runHere } from '../../harness/cli/run-here.ts';
import { openTestDesk, presetFor, waitForJob } from '../../harness/desk/open-test-desk.ts';

function put(folder: string, file: string, bytes: number): void {
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(folder, file), Buffer.alloc(bytes));
}

test('cleanup says what is there and removes what is named, with its size; nothing else goes', async () => {
  const dataDir = path.join(temporaryFolder(), 'data');
  await openTestDesk(dataDir).close();
  put(dataDir, 'logs/cleartake.log', 10);
  put(dataDir, 'logs/cleartake.log.1', 1500);
  put(dataDir, 'damaged/2026-11-20T16-05-03/cleartake.sqlite', 700);

  const listed = await runHere(() => cleanupCommand({ dataDir, csv: true }));
  expect(listed.status).toBe(0);
  const lines = listed.stdout.split('\n');
  expect(lines[0]).toBe('what,kind,files,bytes,paid usd,without price,examples');
  expect(lines).toContain('used,logs,2,1510,,,');
  expect(lines).toContain('removable,old-logs,1,1500,0.000000,0,logs/cleartake.log.1');
  expect(existsSync(path.join(dataDir, 'logs/cleartake.log.1'))).toBe(true);

  const words = await runHere(() => cleanupCommand({ dataDir, remove: ['old-logs'] }));
  expect(words.stdout).toContain('old-logs: Older logs, 1 file, 1.5 kB');
  expect(words.stdout).toContain('Removed 1 file, 1.5 kB.');
  const { stdout } = await runHere(() => cleanupCommand({ dataDir, remove: ['damaged', 'only-here'], json: true }));
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual({
    event: 'removed',
    files: 1,
    bytes: 700,
    kept: 0,
  });
  expect(readdirSync(path.join(dataDir, 'logs'))).toEqual(['cleartake.log']);
  expect(readdirSync(path.join(dataDir, 'damaged'))).toEqual([]);
  expect(readdirSync(path.join(dataDir, 'backups'))).toHaveLength(1);
});

test('cleanup removes what the built-in service keeps of a finished recording; its result stays', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  const dataDir = path.join(folder, 'data');
  const source = path.join(folder, 'take.wav');
  writeTone(source, { seconds: 1 });
  const { client, close, store } = openTestDesk(dataDir);
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const { jobIds } = await client.queue.add({ paths: [source], preset, start: true });
  const jobId = jobIds[0] ?? '';
  await waitForJob(client, jobId, ({ state }) => state.kind === 'done');
  const media = path.join(dataDir, 'service/media', store.jobs.get(jobId).projectId ?? 'none');
  const result = store.results.get(store.generations.ofJob(jobId)[0]?.id ?? '')?.path ?? '';
  await close();

  const listed = await runHere(() => cleanupCommand({ dataDir }));
  expect(listed.stdout).toMatch(
    /service-copies: Copies that the built-in service keeps, \d+ files, .*\n.*\n {2}take\.wav\n/,
  );
  expect(existsSync(media)).toBe(true);
  const removed = await runHere(() => cleanupCommand({ dataDir, remove: ['service-copies'], json: true }));
  expect(JSON.parse(removed.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ event: 'removed', kept: 0 });
  expect([media, result].map((one) => existsSync(one))).toEqual([false, true]);
});

test('backups are listed and checked, and a terminal goes back to one only after a yes', async () => {
  const dataDir = path.join(temporaryFolder(), 'data');
  const { client, close } = openTestDesk(dataDir);
  await client.system.setPreferences({ uploadLimit: 1_000_000 });
  await close();
  const listed = await runHere(() => listBackupsCommand({ dataDir, csv: true }));
  const [, line = ''] = listed.stdout.split('\n');
  const [name = ''] = line.split(',');
  expect(line).toMatch(/closing\.sqlite,2\d{3}-.*,closing,\d+,0,0,$/);
  expect(await runHere(() => checkBackupsCommand([], { dataDir }))).toMatchObject({
    status: 0,
    stdout: `${name}: whole\n`,
  });

  expect((await runHere(() => checkBackupsCommand([name], { dataDir, csv: true }))).stdout).toBe(
    `name,state,started since,reason\n${name},whole,,\n`,
  );

  const later = openTestDesk(dataDir);
  await later.client.system.setPreferences({ uploadLimit: 2_000_000 });
  const asked = await runHere(() => restoreBackupCommand(name, { dataDir }));
  expect(asked).toMatchObject({ status: 3 });
  expect(asked.stdout).toContain(`cleartake backups restore '${name}' --yes`);
  expect(existsSync(path.join(dataDir, 'restore'))).toBe(false);
  expect((await runHere(() => restoreBackupCommand(name, { dataDir, csv: true }))).stdout).toBe(
    `name,state,started since,reason\n${name},whole,,\n`,
  );
  await later.client.care.chooseBackup({ name });
  await later.close();
  const done = await runHere(() => cleanupCommand({ dataDir, remove: ['saved'] }));
  expect(done.stderr).toContain('Your history is back to the backup');
  const after = openTestDesk(dataDir);
  expect((await after.client.system.preferences()).uploadLimit).toBe(1_000_000);
  const replaced = (await after.client.care.backups()).backups.find(({ kind }) => kind === 'replaced')?.name ?? '';
  await after.close();
  expect(await runHere(() => restoreBackupCommand(replaced, { dataDir, yes: true, json: true }))).toMatchObject({
    status: 0,
    stdout: `${JSON.stringify({ event: 'restored', name: replaced })}\n`,
  });
  const last = openTestDesk(dataDir);
  expect((await last.client.system.preferences()).uploadLimit).toBe(2_000_000);
});

test('a service that knows nothing more says so, and nothing is made', { tags: 'long' }, async () => {
  const dataDir = path.join(temporaryFolder(), 'data');
  const compared = await runHere(() => compareCommand({ dataDir, compare: 'This computer', bringIn: true }));
  expect(compared).toMatchObject({ status: 0, stdout: '0 projects of the service aren’t here; 0 are.\n' });
  expect(await runHere(() => compareCommand({ dataDir, compare: 'Nobody' }))).toMatchObject({ status: 2 });
});

test('the whole desk is written to a file that is never replaced, and read into an empty folder only', async () => {
  const folder = temporaryFolder();
  const [dataDir, file, elsewhere] = ['data', 'desk.tar', 'elsewhere'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  expect(await runHere(() => exportDeskCommand(file, { dataDir }))).toMatchObject({ status: 2 });
  const { client, close } = openTestDesk(dataDir);
  await client.system.setPreferences({ uploadLimit: 1_000_000 });
  await close();
  const exported = await runHere(() => exportDeskCommand(file, { dataDir }));
  expect(exported.stdout).toMatch(/^Exported to .*desk\.tar, .* It has no API keys, and no results: add --results/);
  expect((await runHere(() => exportDeskCommand(file, { dataDir }))).sentence).toContain('is there already');
  const second = path.join(folder, 'second.tar');
  const table = await runHere(() => exportDeskCommand(second, { dataDir, csv: true }));
  expect(table.stdout).toMatch(/^what,file,files,bytes\nexported,.*second\.tar,2,\d+\n$/);
  const imported = await runHere(() => importDeskCommand(file, { dataDir: elsewhere }));
  expect(imported).toMatchObject({ status: 0, stdout: expect.stringContaining('The queue is paused') });
  expect(imported.stderr).toContain('Your history was imported');
  const opened = openTestDesk(elsewhere);
  expect((await opened.client.system.preferences()).uploadLimit).toBe(1_000_000);
  await opened.close();
  const again = await runHere(() => importDeskCommand(file, { dataDir: elsewhere }));
  expect(again).toMatchObject({ status: 1 });
  expect(again.sentence).toContain('This data folder is in use already.');
});

test('the data folder moves, later starts find it, and the old files go when asked', async () => {
  const folder = temporaryFolder();
  const [dataDir, to, third] = ['data', 'there', 'third'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  expect(await runHere(() => moveDeskCommand(to, { dataDir }))).toMatchObject({ status: 2 });
  const { client, close } = openTestDesk(dataDir);
  await client.system.setPreferences({ uploadLimit: 1_000_000 });
  await close();
  const moved = await runHere(() => moveDeskCommand(to, { dataDir }));
  expect(moved).toMatchObject({ status: 0, stdout: expect.stringContaining(`The data folder is now ${to}.`) });
  expect(moved.stdout).toContain('cleartake cleanup --old-folder');
  expect(existsSync(path.join(dataDir, 'cleartake.sqlite'))).toBe(true);
  expect(await runHere(() => moveDeskCommand(to, { dataDir }))).toMatchObject({ status: 1 });
  const removed = await runHere(() => cleanupCommand({ dataDir, oldFolder: true, json: true }));
  expect(JSON.parse(removed.stdout)).toMatchObject({ event: 'removed', folder: dataDir });
  expect(existsSync(path.join(dataDir, 'cleartake.sqlite'))).toBe(false);
  // Through both pointers.
  const again = await runHere(() => moveDeskCommand(third, { dataDir, removeOld: true, csv: true }));
  expect(again).toMatchObject({ status: 0 });
  const [columns, line, removal] = again.stdout.split('\n');
  expect([columns, line]).toEqual(['what,folder,files,bytes', `moved,${third},,`]);
  expect(removal).toMatch(new RegExp(`^removed,${to},\\d+,\\d+$`));
  expect(existsSync(path.join(to, 'cleartake.sqlite'))).toBe(false);
  const opened = openTestDesk(third);
  expect((await opened.client.system.preferences()).uploadLimit).toBe(1_000_000);
});
