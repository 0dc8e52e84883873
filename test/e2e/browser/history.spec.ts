import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { startBrowserDesk } from '../../harness/desk/browser-desk.ts';
import { writeLongPast } from '../../harness/history/long-past.ts';

const PROJECTS = 700;

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cleartake-history-'));
  writeLongPast(path.join(folder, 'cleartake.sqlite'), PROJECTS, Date.now());
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function exportAs(page: Page, format: 'As CSV' | 'As JSON'): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

test('Export saves what the filter shows, all pages of it, as CSV and as JSON', async ({ page }) => {
  const desk = await startBrowserDesk({ dataDirectory: folder });
  await page.goto(desk.url);
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByText('Preparing the search')).toHaveCount(0, { timeout: 60_000 });
  const count = page.getByRole('status').filter({ hasText: /recordings/ });
  await expect(count).toHaveText(new RegExp(`^${PROJECTS} recordings`));

  const whole = await exportAs(page, 'As JSON');
  expect(whole.name).toMatch(/^cleartake-history-.+\.json$/);
  const entries = JSON.parse(whole.text) as { name: string; addedAt: number }[];
  expect(entries).toHaveLength(PROJECTS);
  const added = entries.map(({ addedAt }) => addedAt);
  expect(added).toEqual(added.toSorted((one, other) => other - one));

  await page.getByRole('textbox', { name: /search/i }).fill('koln');
  const found = entries.filter(({ name }) => name.includes('Köln'));
  await expect(count).toHaveText(new RegExp(`^${found.length} of ${PROJECTS} recordings`));
  const csv = await exportAs(page, 'As CSV');
  expect(csv.name).toMatch(/^cleartake-history-.+\.csv$/);
  const lines = csv.text.trim().split('\n');
  // A line for each of two models.
  expect(lines).toHaveLength(1 + 2 * found.length);
  for (const { name } of found) expect(csv.text).toContain(name);
  await desk.stop();
});
