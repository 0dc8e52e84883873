import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { WAITING_SCENE } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';
import { rows } from '../queue/queue-page.ts';

beforeEach(() => page.viewport(1280, 760));

/** A window's bridge. @returns the texts that it was asked to read */
function openWindow(answer: { paths: string[]; skipped: object[] } | null): string[] {
  const texts: string[] = [];
  const pathsFromText = async (text: string) => {
    texts.push(text);
    return answer;
  };
  Object.assign(window, { cleartake: { pathsFromText } });
  onTestFinished(() => void Reflect.deleteProperty(window, 'cleartake'));
  return texts;
}

function paste(target: EventTarget, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

test('a desk with rows has Add with its menu, reached by keyboard alone', async () => {
  openWindow({ paths: ['/takes/new.wav'], skipped: [] });
  openDesk((fake) => fake.seed(WAITING_SCENE));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const items = page.getByRole('menuitem');
  await expect
    .poll(() => items.elements().map((item) => item.textContent))
    .toEqual(['Files…', 'Folder…', 'Paste paths…', 'Samples']);
  await page.getByRole('menuitem', { name: 'Paste paths…' }).click();
  await userEvent.fill(page.getByRole('textbox', { name: 'Files and folders, one a line' }), '/takes/new.wav');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await expect.poll(() => rows().elements().length).toBe(WAITING_SCENE.length + 1);
});

test('paths that are pasted on the desk are read by the host; other text and text fields are left alone', async () => {
  const texts = openWindow({
    paths: ['/takes/new.wav'],
    skipped: [{ path: 'http://a/b', kind: 'not-a-path', reason: 'An address.' }],
  });
  openDesk((fake) => fake.seed(WAITING_SCENE));
  await expect.poll(() => rows().elements().length).toBe(WAITING_SCENE.length);
  paste(document.body, 'see you at /9/ then');
  const field = document.body.appendChild(document.createElement('input'));
  paste(field, '/takes/new.wav');
  field.remove();
  paste(document.body, '~/new.wav\nhttps://not.a/path');
  expect(texts).toEqual([]);
  paste(document.body, '~/new.wav\n"C:\\takes\\b.wav"\n');
  await expect.poll(() => rows().elements().length).toBe(WAITING_SCENE.length + 1);
  expect(texts).toEqual(['~/new.wav\n"C:\\takes\\b.wav"\n']);
  await expect.element(page.getByText('1 recording added, 1 left out')).toBeVisible();
});

test('in a browser, paths that are pasted or typed are added without a copy, by a call of their own', async () => {
  const { takeCalls } = openDesk((fake) => fake.seed(WAITING_SCENE));
  const calls: string[] = [];
  await expect.poll(() => rows().elements().length).toBe(WAITING_SCENE.length);
  paste(document.body, '/takes/new.wav');
  await expect.poll(() => rows().elements().length).toBe(WAITING_SCENE.length + 1);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Path on this computer…' }).click();
  await expect.element(page.getByText(/results can be saved next to the originals/)).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'Files and folders, one a line' }), '~/season');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  const added = () => {
    calls.push(...takeCalls());
    return calls.filter((one) => one.startsWith('queue.add'));
  };
  const call = (text: string) => `queue.addTyped ${JSON.stringify({ text, start: false, duplicates: 'use' })}`;
  await expect.poll(added).toEqual([call('/takes/new.wav'), call('~/season')]);
});

test('adding thousands shows how far it is, and Stop stops it; a short import shows nothing', async () => {
  const { fake } = openDesk();
  await expect.element(page.getByRole('heading', { name: 'Drop recordings or folders here' })).toBeVisible();
  fake.tellAdding({ found: 12, added: 12 });
  fake.tellAdding(null);
  const panel = page.getByRole('complementary', { name: 'Adding recordings' });
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(panel.elements()).toEqual([]);
  fake.tellAdding({ found: 1200, added: 0 });
  await expect.element(panel).toMatchTextContent('Looking for recordings: 1,200 so far…');
  fake.tellAdding({ found: 5000, added: 3200 });
  await expect.element(panel).toMatchTextContent('Adding 3,200 of 5,000…');
  await panel.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => fake.addingStopped).toBe(1);
  fake.tellAdding(null);
  await expect.poll(() => panel.elements()).toEqual([]);
});

test('what was left out is listed by reason, and can be copied', async () => {
  const skipped = [
    ...Array.from({ length: 60 }, (_, at) => ({ path: `/takes/${at}.wav`, kind: 'pipe', reason: 'This is a pipe.' })),
    { path: '/takes', kind: 'not-a-recording', reason: '300 files in this folder…', count: 300, harmless: true },
  ];
  openWindow({ paths: ['/takes/new.wav'], skipped });
  openDesk((fake) => fake.seed(WAITING_SCENE));
  await expect.poll(() => rows().elements().length).toBe(WAITING_SCENE.length);
  paste(document.body, '/takes/new.wav');
  await expect.element(page.getByText('1 recording added, 360 left out')).toBeVisible();
  await page.getByRole('button', { name: 'Show why' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('heading', { name: 'This is a pipe.' })).toBeVisible();
  await expect.element(dialog.getByText('… and 10 more in the copied list')).toBeInTheDocument();
  expect(dialog.getByRole('listitem').elements()).toHaveLength(51);
  await expect.element(dialog.getByRole('button', { name: 'Copy list' })).toBeVisible();
});

test('recordings that were restored before are asked about once; without an answer their results are used', async () => {
  openWindow({ paths: ['/takes/a.wav', '/takes/b.wav', '/takes/c.wav'], skipped: [] });
  const { fake } = openDesk((desk) => {
    desk.seed(WAITING_SCENE);
    desk.setKnown(2);
  });
  await expect.poll(() => rows().elements().length).toBe(WAITING_SCENE.length);
  paste(document.body, '/takes/a.wav');
  await expect.element(page.getByText('2 of 3 were restored before')).toBeVisible();
  await page.getByRole('button', { name: 'Restore again' }).click();
  await expect.poll(() => [...fake.jobs.values()].filter(({ own }) => own?.reuse === false).length).toBe(2);
  await expect.element(page.getByText('2 of 3 were restored before')).not.toBeInTheDocument();
});

test('parts of one recording are offered as one row, and Undo makes them parts again', async () => {
  openWindow({ paths: ['/card/ZOOM0001.WAV', '/card/ZOOM0001-0002.WAV', '/card/ZOOM0002.WAV'], skipped: [] });
  openDesk((fake) => fake.seed(WAITING_SCENE));
  const before = WAITING_SCENE.length;
  await expect.poll(() => rows().elements().length).toBe(before);
  paste(document.body, '/card/ZOOM0001.WAV\n/card/ZOOM0001-0002.WAV');
  await expect.poll(() => rows().elements().length).toBe(before + 3);
  await expect.element(page.getByText('2 parts of one recording: join them?')).toBeVisible();
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect.poll(() => rows().elements().length).toBe(before + 2);
  await expect.element(page.getByText('2 parts', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => rows().elements().length).toBe(before + 3);
});

test('parts may be kept apart, and one that is missing is named', async () => {
  openWindow({
    paths: ['/card/ZOOM0001.WAV', '/card/ZOOM0001-0003.WAV', '/a/GOPR0001.WAV', '/a/GP010001.WAV'],
    skipped: [],
  });
  openDesk((fake) => fake.seed(WAITING_SCENE));
  const before = WAITING_SCENE.length;
  await expect.poll(() => rows().elements().length).toBe(before);
  paste(document.body, '/card/ZOOM0001.WAV');
  await expect.element(page.getByText(/but ZOOM0001-0002\.WAV isn’t among them, so they stay apart/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep apart' }).click();
  await expect.poll(() => page.getByText('join them?').query()).toBeNull();
  expect(rows().elements()).toHaveLength(before + 4);
});
