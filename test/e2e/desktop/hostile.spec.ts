import path from 'node:path';
import { CHANNELS } from '../../../shared/contract/page/bridge.ts';
import type { Desktop } from '../../harness/electron/drive.ts';
import { WAYS_OUT } from '../../harness/hostile/attempts.ts';
import { hostileOutputs, makeCalls, neverGiven } from '../../harness/hostile/calls.ts';
import { startPrey } from '../../harness/hostile/prey.ts';
import { type Outcome, runScripts, tryEverything } from '../../harness/hostile/run-attempts.ts';
import { giveFiles, listJobs } from './desk-calls.ts';
import { expect, test } from './desktop-test.ts';

const SENDERS = [
  ['app://cleartake/', false],
  ['app://elsewhere/', true],
  ['https://cleartake/', true],
  ['file:///app/cleartake/', true],
  ['about:blank', true],
  ['data:text/html,app://cleartake/', true],
] as const;

const DOWNLOADS = ['https://example.com/a.exe', 'data:text/plain,x', 'blob:app://cleartake/1', 'app://cleartake/'];

const ELECTRON_PERMISSIONS = [
  ...['media', 'geolocation', 'notifications', 'midiSysex', 'pointerLock', 'fullscreen', 'openExternal', 'hid'],
  ...['serial', 'usb', 'clipboard-read', 'display-capture', 'fileSystem', 'idle-detection', 'window-management'],
];

async function sendAsOthers(desktop: Desktop): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const { chooseArchive, chooseFiles, chooseFolder, chooseOutputFolder, dropFiles, pathsFromText } = CHANNELS;
  const channels = [chooseArchive, chooseFiles, chooseFolder, chooseOutputFolder, dropFiles, pathsFromText];
  for (const channel of channels) {
    for (const [url, isTopFrame] of SENDERS) {
      const { refused } = await desktop.command('invokeFrom', { channel, url, isTopFrame });
      const outcome = refused?.includes('may not') === true ? 'refused' : String(refused);
      outcomes.push({ name: `${channel} from ${url}`, outcome });
    }
  }
  return outcomes;
}

async function askForPermissions(desktop: Desktop): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const permission of ELECTRON_PERMISSIONS) {
    const { request, check } = await desktop.command('permission', { permission });
    outcomes.push({ name: permission, outcome: request || check ? 'granted' : 'refused' });
  }
  for (const address of DOWNLOADS) {
    const { prevented } = await desktop.command('download', { address });
    outcomes.push({ name: `a download of ${address}`, outcome: prevented ? 'refused' : 'began' });
  }
  return outcomes;
}

/** Values that a script can make: none is a file that a person picked. */
function forgeFiles(desktop: Desktop, secretFile: string): Promise<Outcome[]> {
  return desktop.page.evaluate(async (secret) => {
    const { cleartake } = window as unknown as { cleartake: { pathsForFiles(files: unknown): Promise<unknown> } };
    const made = new File(['x'], secret);
    Object.defineProperty(made, 'path', { value: secret });
    const forged = [[made], [secret], [{ path: secret, name: secret }], secret, [new Blob(['x'])], null];
    const outcomes: { name: string; outcome: string }[] = [];
    for (const [index, files] of forged.entries()) {
      const got = await Promise.resolve()
        .then(() => cleartake.pathsForFiles(files))
        .catch(() => []);
      outcomes.push({ name: `forged file ${index}`, outcome: JSON.stringify(got) === '[]' ? 'refused' : String(got) });
    }
    return outcomes;
  }, secretFile);
}

test('a hostile script in the page gets nothing that the person did not give', async ({ desktop, folder }) => {
  const prey = await startPrey(folder);
  const { target } = prey;
  const { secretFile, secretFolder } = target;
  const { page } = desktop;
  const address = page.url();
  const pages = page.context().pages().length;

  const unasked = await page.evaluate(makeCalls, [
    ...neverGiven(secretFile, secretFolder),
    ...hostileOutputs(path.join(secretFolder, 'out')),
  ]);
  expect(unasked.filter(({ code }) => code !== 'pathNotGiven')).toEqual([]);
  const outcomes = [
    ...unasked,
    ...(await tryEverything(page, target, {})),
    ...(await forgeFiles(desktop, secretFile)),
    ...(await sendAsOthers(desktop)),
    ...(await askForPermissions(desktop)),
  ];
  expect(outcomes.filter(({ outcome }) => outcome !== 'refused')).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(190);

  const ways = await runScripts(page, WAYS_OUT, target);
  expect(ways).toHaveLength(WAYS_OUT.length);
  await page.waitForTimeout(300);
  expect(page.url()).toBe(address);
  expect(await desktop.command('windows', null)).toHaveLength(1);
  expect(page.context().pages()).toHaveLength(pages);
  // Electron asks before it opens a window. The stand-in asks when Chromium has opened one, and closes it: those visits, and
  // the icon that such a window asks for, are its own.
  const visits = prey.visits.map(({ address: visited }) => visited);
  expect(visits.filter((visit) => !/window|^\/favicon\.ico$/.test(visit))).toEqual([]);
  const windows = (await desktop.command('calls', null)).filter((call) => call.what === 'webContents.windowOpen');
  // Chromium itself refuses the window of a file.
  expect(windows.map((call) => call.values[1])).toEqual(Array(4).fill('deny'));
  expect(await page.evaluate(() => 'injected' in window)).toBe(false);
  expect(await listJobs(page)).toEqual([]);
  expect(prey.isUntouched()).toBe(true);
  const done = (await desktop.command('calls', null)).map((call) => call.what);
  expect(done.filter((what) => /^(shell|dialog)\./.test(what))).toEqual([]);

  // The same call with a file that the person gave is no attempt: it works.
  const [given = ''] = await giveFiles(page, [secretFile]);
  await page.evaluate((file) => window.testDesk.queue.add({ paths: [file], start: false }), given);
  expect(await listJobs(page)).toHaveLength(1);
  await prey.close();
});
