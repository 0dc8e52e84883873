import path from 'node:path';
import type { Page } from '@playwright/test';
import type { RecordedCall } from '../../harness/electron/calls.ts';
import { type Desktop, startDesktop } from '../../harness/electron/drive.ts';
import { addAndStart, BOTH_MODELS, listJobs } from './desk-calls.ts';
import { expect, test } from './desktop-test.ts';
import { connectPage } from './page-client.ts';
import { makeNoisyRecording } from './recordings.ts';

/** The buttons of the question before closing. */
const BUTTONS = { keepWorking: 0, quit: 1, cancel: 2 } as const;

async function callsOf(desktop: Desktop, what: string): Promise<readonly (readonly unknown[])[]> {
  const calls: readonly RecordedCall[] = await desktop.command('calls', null);
  return calls.filter((call) => call.what === what).map((call) => call.values);
}

async function untilDone(page: Page): Promise<void> {
  await expect.poll(async () => (await listJobs(page))[0]?.state.kind, { timeout: 60_000 }).toBe('done');
}

test('a batch shows its progress, keeps the computer awake, and ends in one notification that opens the desk', async ({
  desktop,
  folder,
}) => {
  await desktop.command('blur', null);
  await addAndStart(desktop.page, [makeNoisyRecording(folder)], BOTH_MODELS);
  await expect.poll(() => callsOf(desktop, 'powerSaveBlocker.start')).toEqual([['prevent-app-suspension']]);
  await untilDone(desktop.page);
  await expect.poll(() => callsOf(desktop, 'powerSaveBlocker.stop')).toEqual([[1]]);
  const shares = (await callsOf(desktop, 'window.setProgressBar')).map(([share]) => share);
  expect(shares.at(0)).toBeGreaterThanOrEqual(0);
  expect(shares.at(-1)).toBe(-1);
  await expect.poll(() => callsOf(desktop, 'Notification.show')).toHaveLength(1);
  expect((await callsOf(desktop, 'Notification.show'))[0]).toMatchObject([
    { title: 'All recordings are done', body: '1 recording restored.', actions: [{ type: 'button', text: 'Show' }] },
  ]);
  const before = (await callsOf(desktop, 'window.focus')).length;
  await desktop.command('clickNotification', null);
  await expect.poll(async () => (await callsOf(desktop, 'window.focus')).length).toBe(before + 1);
});

test('whoever looks at the desk gets no notification', async ({ desktop, folder }) => {
  await addAndStart(desktop.page, [makeNoisyRecording(folder)], BOTH_MODELS);
  await untilDone(desktop.page);
  await expect.poll(() => callsOf(desktop, 'powerSaveBlocker.stop')).toEqual([[1]]);
  expect(await callsOf(desktop, 'Notification.show')).toEqual([]);
});

test('closing while work runs asks; Cancel keeps the window', { tag: '@walk' }, async ({ desktop, folder }) => {
  await addAndStart(desktop.page, [makeNoisyRecording(folder)], BOTH_MODELS);
  await expect.poll(() => callsOf(desktop, 'powerSaveBlocker.start')).toHaveLength(1);
  await desktop.command('answerMessage', { button: BUTTONS.cancel });
  await desktop.command('closeWindow', null);
  await expect
    .poll(() => callsOf(desktop, 'dialog.showMessageBox'))
    .toMatchObject([[{ buttons: ['Keep working', 'Pause and quit', 'Cancel'], checkboxLabel: 'Don’t ask again' }]]);
  expect(await desktop.command('windows', null)).toHaveLength(1);
  expect(await desktop.page.evaluate(() => window.testDesk.system.info())).toMatchObject({ host: 'desktop' });
});

test('work goes on in the tray; the end is told, and the tray opens the window', async ({ folder }) => {
  const desktop = await startDesktop({ dataDirectory: path.join(folder, 'data') });
  await connectPage(desktop.page);
  await addAndStart(desktop.page, [makeNoisyRecording(folder)], BOTH_MODELS);
  await expect.poll(() => callsOf(desktop, 'powerSaveBlocker.start')).toHaveLength(1);
  await desktop.command('answerMessage', { button: BUTTONS.keepWorking });
  await desktop.command('closeWindow', null);
  await expect.poll(() => desktop.command('windows', null)).toEqual([]);
  expect(await desktop.command('trays', null)).toBe(1);
  await expect.poll(() => callsOf(desktop, 'Notification.show'), { timeout: 60_000 }).toHaveLength(1);

  await desktop.command('choose', { menu: 'tray', label: 'Open Cleartake' });
  await expect.poll(() => desktop.command('windows', null)).toMatchObject([{ address: 'app://cleartake/' }]);
  expect(await desktop.command('trays', null)).toBe(0);
  await desktop.quit();
});

test('the answer is remembered with the settings: no second question, and Quit in the tray quits', async ({
  folder,
}) => {
  const desktop = await startDesktop({ dataDirectory: path.join(folder, 'data') });
  await connectPage(desktop.page);
  await desktop.page.evaluate(() => window.testDesk.system.setPreferences({ whenClosed: 'keep-working' }));
  await addAndStart(desktop.page, [makeNoisyRecording(folder, 'long.wav', 20)], BOTH_MODELS);
  await expect.poll(() => callsOf(desktop, 'powerSaveBlocker.start')).toHaveLength(1);
  await desktop.command('closeWindow', null);
  await expect.poll(() => desktop.command('trays', null)).toBe(1);
  expect(await callsOf(desktop, 'dialog.showMessageBox')).toEqual([]);
  await desktop.command('choose', { menu: 'tray', label: 'Quit' });
  expect(await desktop.exited).toBe(0);
});
