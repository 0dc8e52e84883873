import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startProcess } from '../../harness/electron/drive.ts';
import { addAndStart, BOTH_MODELS, listJobs } from './desk-calls.ts';
import { expect, test } from './desktop-test.ts';
import { makeNoisyRecording } from './recordings.ts';

test('a link to a project opens its comparison, by a second start and as an event; an unknown one says so', async ({
  desktop,
  folder,
}) => {
  const { page } = desktop;
  await addAndStart(page, [makeNoisyRecording(folder)], BOTH_MODELS);
  await expect.poll(async () => (await listJobs(page))[0]?.state.kind, { timeout: 60_000 }).toBe('done');
  const { entries } = await page.evaluate(() => window.testDesk.history.search({}));
  const { jobId, projectId } = entries[0] ?? {};
  expect(projectId).toBeTruthy();

  const dataDirectory = path.join(folder, 'data');
  const second = startProcess({ dataDirectory, words: ['--', `cleartake://project/${projectId}`] });
  expect(await second.exited).toBe(0);
  await expect.poll(() => page.url()).toContain(`#/listen/${jobId}`);

  await desktop.command('choose', { menu: 'application', label: 'Desk' });
  await expect.poll(() => page.url()).not.toContain('listen');
  await desktop.command('emit', { from: 'app', name: 'open-url', values: [`cleartake://project/${projectId}`] });
  await expect.poll(() => page.url()).toContain(`#/listen/${jobId}`);

  await desktop.command('emit', { from: 'app', name: 'open-url', values: ['cleartake://project/elsewhere'] });
  await expect
    .poll(async () => JSON.stringify(await desktop.command('calls', null)))
    .toContain('This project isn’t on this computer');
});

test('a file that a file manager opens by its address is added', async ({ desktop, folder }) => {
  const address = pathToFileURL(makeNoisyRecording(folder, 'with spaces & ü.wav')).href;
  const second = startProcess({ dataDirectory: path.join(folder, 'data'), words: [address] });
  expect(await second.exited).toBe(0);
  await expect.poll(async () => (await listJobs(desktop.page)).map((job) => job.name)).toEqual(['with spaces & ü.wav']);
});
