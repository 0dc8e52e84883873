import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Desktop, startDesktop, startProcess } from '../../harness/electron/drive.ts';
import { FAULTS, RELAUNCH, SHIM_VARIABLES } from '../../harness/electron/environment.ts';
import { descendants, processFacts } from '../../harness/processes.ts';
import { placesBelow, search } from '../../harness/secret-search/search.ts';
import { addAndStart, BOTH_MODELS, listJobs } from './desk-calls.ts';
import { expect, test } from './desktop-test.ts';
import { connectPage } from './page-client.ts';
import { makeNoisyRecording } from './recordings.ts';

/** The buttons of the question before closing. */
const QUIT = 1;

test('size and place of the window are remembered', async ({ folder }) => {
  const dataDirectory = path.join(folder, 'data');
  const first = await startDesktop({ dataDirectory });
  expect((await first.command('windows', null))[0]).toMatchObject({ width: 1280, height: 820 });
  await first.command('resize', { width: 1444, height: 777 });
  await first.command('place', { x: 40, y: 60 });
  await first.quit();
  const second = await startDesktop({ dataDirectory });
  expect((await second.command('windows', null))[0]).toMatchObject({ x: 40, y: 60, width: 1444, height: 777 });
  // The display where it was is gone.
  await second.command('place', { x: 4000, y: 60 });
  await second.quit();
  const third = await startDesktop({ dataDirectory });
  expect((await third.command('windows', null))[0]).toMatchObject({ x: 320, y: 110, width: 1444, height: 777 });
  await third.quit();
});

test('a second start hands its files to the first, shows its window and goes', async ({ desktop, folder }) => {
  const recording = makeNoisyRecording(folder, 'second.wav');
  const second = startProcess({ dataDirectory: path.join(folder, 'data'), words: [recording] });
  expect(await second.exited).toBe(0);
  await expect.poll(async () => (await listJobs(desktop.page)).map((job) => job.name)).toEqual(['second.wav']);
  expect((await listJobs(desktop.page))[0]?.started).toBe(false);
  expect((await desktop.command('calls', null)).map((call) => call.what)).toContain('window.focus');
});

test('files named at the start wait on the desk', async ({ folder }) => {
  const recording = makeNoisyRecording(folder, 'named.wav');
  const desktop = await startDesktop({ dataDirectory: path.join(folder, 'data'), words: [recording] });
  await connectPage(desktop.page);
  await expect.poll(async () => (await listJobs(desktop.page)).map((job) => job.name)).toEqual(['named.wav']);
  await desktop.quit();
});

test('a file named at the start that is not there is told', async ({ folder }) => {
  const missing = path.join(folder, 'missing.wav');
  const desktop = await startDesktop({ dataDirectory: path.join(folder, 'data'), words: [missing] });
  const told = async () =>
    (await desktop.command('calls', null)).filter((call) => call.what === 'dialog.showMessageBox');
  await expect.poll(told).toHaveLength(1);
  expect(JSON.stringify(await told())).toContain(`${missing}: There is no such file or folder`);
  await desktop.quit();
});

test('another writer on the data folder: a sentence and a clean end', async ({ desktop, folder }) => {
  const dataDirectory = path.join(folder, 'data');
  // Another kind of program: it does not know of the window, only of the folder.
  const other = startProcess({ dataDirectory, environment: { [SHIM_VARIABLES.instance]: 'granted' } });
  expect(await other.exited).toBe(3);
  expect(other.said()).toContain('Another Cleartake is using this data folder');
  expect(await desktop.page.evaluate(() => window.testDesk.system.info())).toMatchObject({ host: 'desktop' });
});

test('a data folder that cannot be made: a sentence and a clean end', async ({ folder }) => {
  const blocked = path.join(folder, 'a file');
  writeFileSync(blocked, '');
  const desktop = startProcess({ dataDirectory: path.join(blocked, 'data') });
  expect(await desktop.exited).toBe(1);
  expect(desktop.said()).toContain('doesn’t have permission to write to its data folder');
});

test('closing the window quits, and every helper goes with it', { tag: '@walk' }, async ({ desktop, folder }) => {
  await desktop.command('answerMessage', { button: QUIT });
  await addAndStart(desktop.page, [makeNoisyRecording(folder)], BOTH_MODELS);
  await expect.poll(() => helpersOf(desktop.pid).length).toBeGreaterThan(0);
  const helpers = helpersOf(desktop.pid);
  await desktop.command('closeWindow', null);
  expect(await desktop.exited).toBe(0);
  expect(helpers.filter((one) => processFacts(one.pid) !== null)).toEqual([]);
});

test('killed in the middle of a restoration: helpers go too, and the next start finishes it', async ({ folder }) => {
  const dataDirectory = path.join(folder, 'data');
  const first = await startDesktop({ dataDirectory });
  await connectPage(first.page);
  await addAndStart(first.page, [makeNoisyRecording(folder)], BOTH_MODELS);
  await expect.poll(async () => (await listJobs(first.page))[0]?.state.kind, { intervals: [20] }).not.toBe('queued');
  const helpers = helpersOf(first.pid);
  first.kill('SIGKILL');
  await first.exited;
  await expect.poll(() => helpers.filter((one) => processFacts(one.pid) !== null)).toEqual([]);

  const second = await startDesktop({ dataDirectory, environment: { CLEARTAKE_START_QUARANTINE_S: '1' } });
  await connectPage(second.page);
  await expect.poll(async () => (await listJobs(second.page))[0]?.state.kind, { timeout: 60_000 }).toBe('done');
  expect((await listJobs(second.page))[0]?.generations.map((one) => one.state)).toEqual(['stored', 'stored']);
  await second.quit();
});

test('an engine that runs out of memory ends alone: the job is done by another', async ({ desktop, folder }) => {
  await addAndStart(desktop.page, [makeNoisyRecording(folder)], BOTH_MODELS);
  const isRestoring = (one: { command: string }) => one.command.includes('out/main/engine.js');
  await expect.poll(() => helpersOf(desktop.pid).filter(isRestoring).length, { intervals: [20] }).toBeGreaterThan(0);
  for (const engine of helpersOf(desktop.pid).filter(isRestoring)) process.kill(engine.pid, 'SIGABRT');
  await expect.poll(async () => (await listJobs(desktop.page))[0]?.state.kind, { timeout: 60_000 }).toBe('done');
});

test('a system that shuts down is not held up', async ({ desktop }) => {
  await desktop.command('emit', { from: 'powerMonitor', name: 'shutdown', values: [] }).catch(() => undefined);
  expect(await desktop.exited).toBe(0);
});

test('the data folder and the window’s own are for their owner alone, new or not', async ({ folder }) => {
  const dataDirectory = path.join(folder, 'data');
  const windowDirectory = path.join(dataDirectory, 'window');
  const modes = () => [dataDirectory, windowDirectory].map((one) => statSync(one).mode & 0o777);
  mkdirSync(windowDirectory, { recursive: true, mode: 0o755 });
  expect(modes()).toEqual([0o755, 0o755]);
  const desktop = await startDesktop({ dataDirectory });
  expect(modes()).toEqual([0o700, 0o700]);
  expect(statSync(path.join(dataDirectory, 'desk.lock')).mode & 0o777).toBe(0o600);
  await desktop.quit();
});

test('a page that nobody says is drawn is shown all the same', async ({ folder }) => {
  const faults = `${FAULTS.neverReady},${FAULTS.neverLoaded}`;
  const environment = { [SHIM_VARIABLES.faults]: faults };
  const desktop = await startDesktop({ dataDirectory: path.join(folder, 'data'), environment });
  await expect.poll(async () => (await desktop.command('windows', null))[0]?.visible, { timeout: 10_000 }).toBe(true);
  await desktop.quit();
});

test('a page that does not load is a question, and trying again loads it', async ({ folder }) => {
  const environment = { [SHIM_VARIABLES.faults]: FAULTS.firstLoad };
  const desktop = await startDesktop({ dataDirectory: path.join(folder, 'data'), environment });
  await connectPage(desktop.page);
  const calls = await desktop.command('calls', null);
  expect(JSON.stringify(calls.filter((call) => call.what === 'dialog.showMessageBox'))).toContain(
    'Cleartake can’t show its window',
  );
  await desktop.quit();
});

test('a key store that gives the fixed key alone keeps nothing', async ({ folder }) => {
  const environment = { [SHIM_VARIABLES.faults]: FAULTS.fixedKey };
  const desktop = await startDesktop({ dataDirectory: path.join(folder, 'data'), environment });
  await connectPage(desktop.page);
  expect((await desktop.page.evaluate(() => window.testDesk.connections.list())).vault.kind).toBe('memory');
  await desktop.quit();
});

test('without a protected key store keys stay in memory, and the desk says so', async ({ folder }) => {
  const desktop = await startDesktop({ dataDirectory: path.join(folder, 'data'), keyring: 'basic_text' });
  await connectPage(desktop.page);
  const { vault } = await desktop.page.evaluate(() => window.testDesk.connections.list());
  expect(vault.kind).toBe('memory');
  expect(vault.sentence).toContain('no secure key storage');
  await desktop.quit();
});

test('with one, a key outlives the program and lies nowhere in the data folder', async ({ folder }) => {
  const dataDirectory = path.join(folder, 'data');
  const first = await startDesktop({ dataDirectory });
  await connectPage(first.page);
  const added = await first.page.evaluate(() =>
    window.testDesk.connections.add({
      name: 'Studio',
      baseUrl: 'http://127.0.0.1:9/',
      headerStyle: 'bearer',
      prices: { 'service-2': null, 'service-3.5': null },
      key: 'a-key-that-is-secret',
    }),
  );
  expect(added.hasKey).toBe(true);
  await first.quit();
  const second = await startDesktop({ dataDirectory });
  await connectPage(second.page);
  const { connections, vault } = await second.page.evaluate(() => window.testDesk.connections.list());
  expect(vault.kind).toBe('keychain');
  expect(connections.find((one) => one.name === 'Studio')?.hasKey).toBe(true);
  await second.quit();
  const places = placesBelow(dataDirectory, (file) => file);
  expect(search(places, { key: 'a-key-that-is-secret' })).toEqual([]);
  // In the store there is what was added with the key.
  expect(search(places, { name: 'Studio' }).map(({ place }) => place)).toContain('cleartake.sqlite');
  // The key, and the origin that it was entered for.
  const sealed = { sealed: expect.any(String), backend: 'gnome_libsecret' };
  expect(JSON.parse(readFileSync(path.join(dataDirectory, 'keys.json'), 'utf8'))).toEqual({
    [`connection-${added.id}`]: sealed,
    [`connection-${added.id}-origin`]: sealed,
  });
});

function helpersOf(pid: number) {
  return descendants(pid).filter((one) => one.command.includes('out/main/'));
}

/** Restarts as the page's button does. @returns the words with which the app asked to be started again */
async function restart(desktop: Desktop): Promise<string[]> {
  await desktop.page.evaluate(() => void window.testDesk.care.quit());
  expect(await desktop.exited).toBe(0);
  const line = desktop
    .said()
    .split('\n')
    .find((one) => one.startsWith(RELAUNCH));
  return JSON.parse(line?.slice(RELAUNCH.length) ?? '[]');
}

test('a restart finishes a move and goes back to a backup, started as before but without its recordings', async ({
  folder,
}) => {
  const dataDirectory = path.join(folder, 'data');
  const target = path.join(folder, 'moved');
  const first = await startDesktop({ dataDirectory, words: [makeNoisyRecording(folder, 'named.wav')] });
  await connectPage(first.page);
  await expect.poll(async () => (await listJobs(first.page)).length).toBe(1);
  await first.command('answerDialog', { canceled: false, filePaths: [target] });
  await first.page.evaluate(async () => {
    const { cleartake } = window as unknown as { cleartake: { chooseOutputFolder(purpose: string): Promise<string> } };
    const chosen = await cleartake.chooseOutputFolder('data-folder');
    for await (const event of await window.testDesk.care.move({ folder: chosen })) if (event.isReady) return;
  });
  const [main = '', ...words] = await restart(first);
  expect(words).toEqual(['--data-dir', dataDirectory]);

  const second = await startDesktop({ dataDirectory: words[1] ?? '', main });
  await connectPage(second.page);
  expect((await second.page.evaluate(() => window.testDesk.system.info())).dataDirectory).toBe(target);
  expect((await listJobs(second.page)).map(({ name }) => name)).toEqual(['named.wav']);
  await second.page.evaluate(async () => {
    await window.testDesk.system.setPreferences({ uploadLimit: 7_000_000 });
    const { backups } = await window.testDesk.care.backups();
    await window.testDesk.care.chooseBackup({ name: backups[0]?.name ?? '' });
  });
  expect(await restart(second)).toEqual([main, '--data-dir', dataDirectory]);

  const third = await startDesktop({ dataDirectory, main });
  await connectPage(third.page);
  expect((await third.page.evaluate(() => window.testDesk.system.preferences())).uploadLimit).not.toBe(7_000_000);
  expect((await third.page.evaluate(() => window.testDesk.care.backups())).chosen).toBeNull();
  await third.quit();
});
