import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { STUDIO } from '../../harness/fake-desk/scenes.ts';
import { watchFolderScene } from '../../harness/fake-desk/watch-folder-scene.ts';
import { message, openMessages } from '../desk/messages.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 860));

async function goToSettings(): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await expect.element(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
}

test('a folder is added; on a connection that may charge it needs a cap', { tags: 'long' }, async () => {
  const { fake } = openDesk((desk) => desk.addConnection({ ...STUDIO, chosen: true }));
  await goToSettings();
  await page.getByRole('button', { name: 'Add watch folder…' }).click();
  const form = page.getByRole('dialog', { name: 'Add a watch folder' });
  await form.getByRole('radio', { name: 'In another folder, in the same subfolders' }).click();
  await form.getByRole('textbox', { name: 'Folder', exact: true }).fill('/shows/incoming');
  await userEvent.keyboard('{Enter}');
  await expect.element(form.getByText('Enter the full path of a folder.')).toBeVisible();
  // The connection may charge: without a cap nothing is watched.
  await expect.element(form.getByText(/^Enter what this folder may cost in a day/)).toBeVisible();
  await form.getByRole('textbox', { name: 'Folder for results' }).fill('/shows/restored');
  await form.getByRole('textbox', { name: 'Daily cap (USD)' }).fill('2.50');
  await userEvent.keyboard('{Enter}');

  const card = page.getByRole('article', { name: '/shows/incoming' });
  await expect.element(card).toMatchTextContent(/2\.50 USD a day, 0\.00 used/);
  await expect.element(card).toMatchTextContent('/shows/restored, in the same subfolders');
  expect(fake.watchFolder('/shows/incoming')).toMatchObject({ connectionId: STUDIO.id, capPerDay: 2_500_000 });
});

test('a folder that doesn’t exist is asked about: created, or watched once it is there', async () => {
  const { fake } = openDesk((desk) => {
    for (const name of ['wtch', 'later']) desk.missingFolders.add(`/shows/${name}`);
  });
  await goToSettings();
  const form = page.getByRole('dialog', { name: 'Add a watch folder' });
  const name = async (path: string) => {
    await page.getByRole('button', { name: 'Add watch folder…' }).click();
    await form.getByRole('textbox', { name: 'Folder', exact: true }).fill(path);
    await userEvent.keyboard('{Enter}');
    await expect.element(form.getByRole('alert')).toMatchTextContent(`There is no folder ${path}.`);
  };
  await name('/shows/wtch');
  expect(fake.watchFolder('/shows/wtch')).toBeUndefined();
  await form.getByRole('textbox', { name: 'Folder', exact: true }).fill('/shows/watch');
  await expect.element(form.getByRole('alert')).not.toBeInTheDocument();
  await form.getByRole('textbox', { name: 'Folder', exact: true }).fill('/shows/wtch');
  await userEvent.keyboard('{Enter}');
  await form.getByRole('button', { name: 'Create and watch it' }).click();
  await expect.poll(() => fake.watchFolder('/shows/wtch')).toBeDefined();
  expect(fake.missingFolders).toEqual(new Set(['/shows/later']));
  await name('/shows/later');
  await form.getByRole('button', { name: 'Watch it once it’s there' }).click();
  await expect.poll(() => fake.watchFolder('/shows/later')).toBeDefined();
  expect(fake.missingFolders).toEqual(new Set(['/shows/later']));
});

test('a folder is switched off, and no longer watched, which can be undone', async () => {
  openDesk((desk) => desk.putWatchFolder({ path: '/shows/incoming', capPerDay: 2_500_000 }));
  await goToSettings();
  const card = page.getByRole('article', { name: '/shows/incoming' });
  const toggle = card.getByRole('switch', { name: 'Watch /shows/incoming' });
  await expect.element(toggle).toBeChecked();
  (toggle.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(card).toMatchTextContent('Off');
  await card.getByRole('button', { name: 'Actions for /shows/incoming' }).click();
  await page.getByRole('menuitem', { name: 'Stop watching' }).click();
  await expect.element(card).not.toBeInTheDocument();
  await page.getByTestId('undo').click();
  await expect.element(card).toMatchTextContent(/2\.50 USD a day/);
});

test('the desk says what each folder does and did last, and what needs something first', async () => {
  openDesk((desk) => watchFolderScene(desk, Date.now()));
  const folders = message('Watch folders');
  await expect.element(folders).toMatchTextContent(/^Client X.*Folder not found.*talk 3\.wav failed/);
  await openMessages();
  await expect
    .element(folders.nth(1))
    .toMatchTextContent(/Waits for copying to finish: 2 files.*ep-042 interview\.mp4 restored/);
  expect(folders.elements()).toHaveLength(4);
  await folders.nth(1).getByRole('button', { name: 'Watch folders…' }).click();
  const place = page.getByRole('heading', { name: 'Watch folders', level: 2 });
  await expect.element(place).toHaveFocus();
  await expect.element(place).toBeInViewport();
  const off = page.getByRole('article', { name: '/home/me/Downloads/Voice' });
  await expect
    .element(off)
    .toMatchTextContent(/Deleted: choose another.*Off: 4 new files wait.*memo 17\.m4a done before/);
});
