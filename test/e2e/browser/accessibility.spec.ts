import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { type BrowserDesk, startBrowserDesk } from '../../harness/desk/browser-desk.ts';
import { findingsOf } from '../../harness/page/accessibility.ts';
import { makeNoisyRecording } from '../desktop/recordings.ts';

// One desk for all: two recordings are done, one failed, one waits. Each test only looks.
test.describe.configure({ mode: 'serial', timeout: 240_000 });
test.use({ trace: 'off' });

let desk: BrowserDesk;
let folder: string;

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'cleartake-axe-'));
  desk = await startBrowserDesk();
});
test.afterAll(async () => {
  await desk.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens each menu and dialog that a button of this place announces, one after the other. */
async function findingsOfPopups(page: Page, place: string, within: Locator): Promise<string[]> {
  const found: string[] = [];
  const buttons = within.locator('button[aria-haspopup]:visible:not(:disabled)');
  const count = await buttons.count();
  for (let index = 0; index < count; index++) {
    const button = buttons.nth(index);
    const name = (await button.getAttribute('aria-label')) ?? (await button.innerText());
    await button.click();
    const popup = page.locator('[role=menu]:visible, [role=dialog]:visible, [role=listbox]:visible').first();
    await expect(popup, `${place}: ${name}`).toBeVisible();
    found.push(...(await findingsOf(page, `${place}, menu ${name.trim()}`)));
    await page.keyboard.press('Escape');
    await expect(popup).toHaveCount(0);
  }
  return found;
}

async function openPage(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name }).click();
}

test('the empty desk, its top bar and the sheet of shortcuts', async ({ page }) => {
  await page.goto(desk.url);
  await expect(page.getByText('Drop recordings or folders here')).toBeVisible();
  const found = await findingsOf(page, 'empty desk');
  found.push(...(await findingsOfPopups(page, 'top bar', page.locator('header').first())));
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  found.push(...(await findingsOf(page, 'shortcuts')));
  expect(found).toEqual([]);
});

test('the desk with rows: its bars, menus, details and what is selected', async ({ page }) => {
  await page.goto(desk.url);
  const damaged = path.join(folder, 'damaged.wav');
  writeFileSync(damaged, 'No recording at all. '.repeat(200));
  await page
    .getByTestId('file-input')
    .setInputFiles([makeNoisyRecording(folder, 'one.wav'), makeNoisyRecording(folder, 'two.wav'), damaged]);
  await expect(page.getByTestId('queue-row')).toHaveCount(3);
  await page
    .getByRole('button', { name: /^Start \d/ })
    .first()
    .click();
  await expect(page.locator('[data-testid=queue-row][data-state=done]')).toHaveCount(2, { timeout: 90_000 });
  const show = path.join(folder, 'show');
  mkdirSync(show);
  copyFileSync(path.join(folder, 'two.wav'), path.join(show, 'waits.wav'));
  await page.getByTestId('folder-input').setInputFiles(show);
  const rows = page.getByTestId('queue-row');
  await expect(rows).toHaveCount(4);
  // The same voice under another name.
  await expect(page.getByText('This recording was restored before')).toBeVisible();
  const found = await findingsOf(page, 'desk with a question');
  await page.locator('.mantine-Notification-root').getByRole('button', { name: 'OK' }).click();
  // A notification under the pointer stays.
  await page.mouse.move(0, 0);
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0, { timeout: 30_000 });
  found.push(...(await findingsOf(page, 'desk')));
  const main = page.locator('#content');
  found.push(...(await findingsOfPopups(page, 'desk', main.locator(':not([data-testid=queue-row] *)'))));
  for (const state of ['done', 'failed', 'queued']) {
    const row = page.locator(`[data-testid=queue-row][data-state=${state}]`).first();
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    found.push(...(await findingsOf(page, `menu of a row that is ${state}`)));
    await page.getByRole('menuitem', { name: /^Details/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    found.push(...(await findingsOf(page, `details of a row that is ${state}`)));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  found.push(...(await findingsOf(page, 'desk with a selection')));
  expect(found).toEqual([]);
});

test('Listen, with the takes of a recording', async ({ page }) => {
  await page.goto(desk.url);
  const row = page.locator('[data-testid=queue-row][data-state=done]').first();
  await row.hover();
  await row.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByTestId('take')).toHaveCount(2);
  const found = await findingsOf(page, 'Listen');
  found.push(...(await findingsOfPopups(page, 'Listen', page.locator('#content'))));
  expect(found).toEqual([]);
});

for (const name of ['History', 'Costs', 'Connections', 'Settings']) {
  test(`${name}, with its menus`, async ({ page }) => {
    await page.goto(desk.url);
    await openPage(page, name);
    await expect(page.locator('#content').getByRole('heading').first()).toBeAttached();
    const found = await findingsOf(page, name);
    found.push(...(await findingsOfPopups(page, name, page.locator('#content'))));
    expect(found).toEqual([]);
  });
}

test('History with a detail and a selection', async ({ page }) => {
  await page.goto(desk.url);
  await openPage(page, 'History');
  await page.locator('[role="grid"] [data-index="0"] input').click();
  await page.locator('[role="grid"] [data-index="0"]').press('Enter');
  await expect(page.getByRole('region', { name: 'Files' })).toBeVisible();
  await expect(page.getByRole('toolbar', { name: 'Selected recordings' })).toBeVisible();
  expect(await findingsOf(page, 'History with a detail and a selection')).toEqual([]);
});

test('the form for a service', async ({ page }) => {
  await page.goto(desk.url);
  await openPage(page, 'Connections');
  await page
    .getByRole('button', { name: /Add service/ })
    .first()
    .click();
  await page.waitForTimeout(300);
  expect(await findingsOf(page, 'Add service')).toEqual([]);
});
