import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { costScene } from '../../harness/fake-desk/cost-scene.ts';
import { busyScene, STUDIO } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';
import { click } from '../page-events.ts';
import { catchSavedLinks } from '../saved-links.ts';

const followed = catchSavedLinks();

beforeEach(async () => {
  await page.viewport(1280, 760);
});

/** A window whose dialog answers so. */
function openWindow(folder: string | null): void {
  Object.assign(window, { cleartake: { chooseOutputFolder: async () => folder } });
  onTestFinished(() => void Reflect.deleteProperty(window, 'cleartake'));
}

async function openHistory() {
  const { fake } = openDesk((desk) => desk.seed(busyScene(Date.now())));
  window.location.hash = '#/history/states=failed';
  return fake;
}

async function exportCsv(): Promise<void> {
  await click(page.getByRole('button', { name: 'Export' }));
  await click(page.getByRole('menuitem', { name: 'As CSV' }));
}

test('in a window, History is written into the chosen folder, and shown there', async () => {
  openWindow('/home/me/exports');
  const fake = await openHistory();
  await exportCsv();
  await expect.element(page.getByText('Saved to cleartake-history-2026-11-23.csv')).toBeVisible();
  const table = { list: 'history', format: 'csv', view: 'states=failed' };
  expect(fake.tables.saved).toEqual([{ table, folder: '/home/me/exports' }]);
  await click(page.getByRole('button', { name: 'Show in folder' }));
  await expect.poll(() => fake.tables.shown).toEqual(['table']);
  expect(followed).toEqual([]);
});

test('a dialog that is cancelled exports nothing', async () => {
  openWindow(null);
  const fake = await openHistory();
  await exportCsv();
  await expect.element(page.getByRole('menuitem', { name: 'As CSV' })).not.toBeInTheDocument();
  expect(fake.tables.saved).toEqual([]);
});

test('a browser downloads the file, and says no more than that it is saved', async () => {
  const fake = await openHistory();
  await exportCsv();
  await expect.element(page.getByText('Saved cleartake-history-2026-11-23.csv')).toBeVisible();
  const name = 'cleartake-history-2026-11-23.csv';
  expect(followed).toEqual([{ address: '/media/save?take=part%3Atable', name }]);
  expect(fake.tables.saved).toMatchObject([{ folder: null }]);
  expect(page.getByRole('button', { name: 'Show in folder' }).query()).toBeNull();
});

test('an export that takes a while says how far it is, and can be cancelled', async () => {
  const fake = await openHistory();
  fake.tables.isSlow = true;
  await exportCsv();
  await expect.element(page.getByText('Exporting History: 12,500 rows')).toBeVisible();
  await click(page.getByRole('button', { name: 'Cancel the export of History' }));
  await expect.element(page.getByText('The export of History was cancelled. No file was saved.')).toBeVisible();
  await expect.poll(() => fake.tables.cancelled).toBe(1);
  await expect.element(page.getByText('Exporting History: 12,500 rows')).not.toBeInTheDocument();
  expect(followed).toEqual([]);
});

test('the ledger of Costs is exported and cancelled the same way', { tags: 'long' }, async () => {
  openWindow('/home/me/exports');
  const { fake } = openDesk((desk) => {
    desk.addConnection(STUDIO);
    desk.putCosts(costScene(Date.now()));
    desk.tables.isSlow = true;
  });
  window.location.hash = '#/costs';
  await click(page.getByText('Ledger', { exact: true }));
  await click(page.getByRole('button', { name: 'Export JSON' }));
  await expect.element(page.getByText('Exporting Costs: 12,500 rows')).toBeVisible();
  await click(page.getByRole('button', { name: 'Cancel the export of Costs' }));
  await expect.element(page.getByText('The export of Costs was cancelled. No file was saved.')).toBeVisible();
  fake.tables.isSlow = false;
  await click(page.getByRole('button', { name: 'Export CSV' }));
  await expect.element(page.getByText('Saved to cleartake-costs-2026-11-23.csv')).toBeVisible();
  expect(fake.tables.saved.map(({ table }) => [table.list, table.format])).toEqual([
    ['costs', 'json'],
    ['costs', 'csv'],
  ]);
});
