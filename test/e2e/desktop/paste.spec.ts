import path from 'node:path';
import { listJobs } from './desk-calls.ts';
import { expect, test } from './desktop-test.ts';
import { makeNoisyRecording } from './recordings.ts';

const ADD = 1;

interface Bridge {
  readonly cleartake: { pathsFromText(text: string): Promise<{ paths: string[]; skipped: { path: string }[] } | null> };
}

test('paths that came as text may be added once the person has confirmed them, and not before', async ({
  desktop,
  folder,
}) => {
  const { page } = desktop;
  const recording = makeNoisyRecording(folder);
  const text = `${recording}\nhttps://example.com/a.wav\nrelative.wav\n`;
  const read = () => page.evaluate((lines) => (window as unknown as Bridge).cleartake.pathsFromText(lines), text);
  const add = () =>
    page.evaluate(
      (file) =>
        window.testDesk.queue.add({ paths: [file], start: false }).then(
          ({ jobIds }) => jobIds.length,
          (error: { data: { code: string } }) => error.data.code,
        ),
      recording,
    );

  // Nobody answered: the dialog's first button is Cancel.
  expect(await read()).toBeNull();
  expect(await add()).toBe('pathNotGiven');
  await desktop.command('answerMessage', { button: ADD });
  const named = await read();
  expect(named?.paths).toEqual([recording]);
  expect(named?.skipped.map((left) => left.path)).toEqual(['https://example.com/a.wav', 'relative.wav']);
  expect(await add()).toBe(1);
  expect(await listJobs(page)).toHaveLength(1);

  const asked = (await desktop.command('calls', null)).filter(({ what }) => what === 'dialog.showMessageBox');
  expect(asked.map(({ values }) => values[0])).toMatchObject([
    { message: 'Add 1 file or folder?', detail: recording, buttons: ['Cancel', 'Add'], defaultId: 0, cancelId: 0 },
    { detail: expect.stringContaining(path.basename(recording)) },
  ]);
});

test('what a dialog shows of a path can’t be forged by signs in it', async ({ desktop }) => {
  await desktop.page.evaluate(
    (lines) => (window as unknown as Bridge).cleartake.pathsFromText(lines),
    '/home/ann/\u202Evaw.exe\u202C.wav\n/home/ann/\u2028b.wav',
  );
  const [asked] = (await desktop.command('calls', null)).filter(({ what }) => what === 'dialog.showMessageBox');
  expect(asked?.values[0]).toMatchObject({
    detail: '/home/ann/\uFFFDvaw.exe\uFFFD.wav\n/home/ann/\uFFFDb.wav',
  });
});
