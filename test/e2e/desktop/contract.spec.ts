import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { giveFiles, listJobs } from './desk-calls.ts';
import { expect, test } from './desktop-test.ts';
import { connectPage } from './page-client.ts';
import { makeNoisyRecording } from './recordings.ts';

test('calls, refusals and events travel over the port', { tag: '@walk' }, async ({ desktop, folder }) => {
  const info = await desktop.page.evaluate(() => window.testDesk.system.info());
  expect(info).toMatchObject({
    host: 'desktop',
    platform: process.platform,
    filesHavePaths: true,
    dataDirectory: path.join(folder, 'data'),
  });
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(info.version).toBe(version);

  const refused = await desktop.page.evaluate(() =>
    window.testDesk.listening.takes({ jobId: 'none' }).then(
      () => null,
      (error: { code: string; data: unknown }) => ({ code: error.code, data: error.data }),
    ),
  );
  expect(refused).toMatchObject({ code: 'REFUSED', data: { code: 'notFound' } });

  const recording = makeNoisyRecording(folder);
  expect(await giveFiles(desktop.page, [recording])).toEqual([recording]);
  const jobs = await desktop.page.evaluate(async (file) => {
    const events = await window.testDesk.queue.watch();
    await events.next();
    const coming = events.next();
    await window.testDesk.queue.add({ paths: [file], start: false });
    const next = await coming;
    await events.return(undefined);
    return next.done === true ? [] : next.value.jobs;
  }, recording);
  expect(jobs[0]).toMatchObject({ name: path.basename(recording), started: false });
});

test('a reload connects anew', async ({ desktop }) => {
  await desktop.page.reload();
  await connectPage(desktop.page);
  expect(await desktop.page.evaluate(() => window.testDesk.system.info())).toMatchObject({ host: 'desktop' });
});

test('what is dropped from the disk tells its path; what the page made has none', async ({ desktop, folder }) => {
  const file = path.join(folder, 'a "name" with ünï – and 🎙.wav');
  writeFileSync(file, 'not really a recording');
  await desktop.page.evaluate(() => {
    const { cleartake: bridge } = window as unknown as {
      cleartake: { pathsForFiles(files: File[]): Promise<string[]> };
    };
    const found: string[] = [];
    Object.assign(window, { found, made: bridge.pathsForFiles([new File(['x'], 'made.wav')]) });
    document.addEventListener('dragover', (event) => event.preventDefault(), { capture: true });
    document.addEventListener(
      'drop',
      (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        void bridge.pathsForFiles([...(event.dataTransfer?.files ?? [])]).then((paths) => found.push(...paths));
      },
      { capture: true },
    );
  });
  await desktop.drop([file, folder], { x: 400, y: 300 });
  const found = () => desktop.page.evaluate(() => (window as unknown as { found: string[] }).found);
  await expect.poll(found).toEqual([file, folder]);
  expect(await desktop.page.evaluate(() => (window as unknown as { made: Promise<string[]> }).made)).toEqual([]);
  expect(await listJobs(desktop.page)).toEqual([]);
});
