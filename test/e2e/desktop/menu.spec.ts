import path from 'node:path';
import { diagnosticsAddress } from '../../../shared/contract/page/media-addresses.ts';
import type { Desktop } from '../../harness/electron/drive.ts';
import { listJobs } from './desk-calls.ts';
import { expect, test } from './desktop-test.ts';
import { makeNoisyRecording } from './recordings.ts';

test('the menu opens pages, files and About, and starts only what is in sight', { tag: '@walk' }, async ({
  desktop,
  folder,
}) => {
  const { page } = desktop;
  const choose = (label: string) => desktop.command('choose', { menu: 'application', label });
  await choose('Settings…');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await saveDiagnostics(desktop);

  await desktop.command('answerDialog', { canceled: false, filePaths: [makeNoisyRecording(folder, 'chosen.wav')] });
  await choose('Open…');
  await expect.poll(async () => (await listJobs(page)).map((job) => job.name)).toEqual(['chosen.wav']);
  await expect(page.getByRole('row').filter({ hasText: 'chosen.wav' })).toBeVisible();

  // Added by the page, so the menu lists it; it is on the queue already.
  await choose(path.join(folder, 'chosen.wav'));
  await expect
    .poll(async () => JSON.stringify(await desktop.command('calls', null)))
    .toContain('This recording is already in the queue');

  await choose('History');
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await choose('Start');
  await expect(page.getByRole('button', { name: /^Start/ })).toBeVisible();
  expect((await listJobs(page))[0]?.started).toBe(false);
  await choose('Start');
  await expect.poll(async () => (await listJobs(page))[0]?.started).toBe(true);

  await choose('About Cleartake');
  expect((await desktop.command('calls', null)).map((call) => call.what)).toContain('app.showAboutPanel');
});

/** A window downloads the file from the desk: it is what the page shows. */
async function saveDiagnostics(desktop: Desktop): Promise<void> {
  const { page } = desktop;
  await page.getByRole('button', { name: 'Show what’s in it' }).click();
  const content = page.getByRole('region', { name: 'Content of the diagnostics file' });
  const shown = JSON.parse(await content.innerText());
  expect(shown).toMatchObject({ format: 'cleartake-diagnostics', containsNames: false, program: { host: 'desktop' } });
  await page.getByRole('button', { name: /^Save cleartake-diagnostics-/ }).click();
  await expect(content).toBeHidden();
  const address = diagnosticsAddress();
  expect(await page.evaluate(async (from) => (await fetch(from)).json(), address)).toEqual(shown);
  const { prevented } = await desktop.command('download', { address: `app://cleartake${address}` });
  expect(prevented).toBe(false);
}

test('text fields offer Cut, Copy and Paste; elsewhere there is nothing to offer', async ({
  sharedDesktop: desktop,
}) => {
  const rightClick = (values: object) =>
    desktop.command('emit', { from: 'contents', name: 'context-menu', values: [values] });
  const editFlags = { canCut: false, canCopy: false, canPaste: true, canSelectAll: true };
  await rightClick({ isEditable: false, selectionText: '', editFlags });
  await rightClick({ isEditable: true, selectionText: '', editFlags });
  await rightClick({ isEditable: false, selectionText: 'a path', editFlags });
  const shown = (await desktop.command('calls', null)).filter((call) => call.what === 'Menu.popup');
  expect(shown.map((call) => call.values[0])).toMatchObject([
    [{ role: 'cut', enabled: false }, { role: 'copy' }, { role: 'paste', enabled: true }, {}, { role: 'selectAll' }],
    [{ role: 'copy' }],
  ]);
});
