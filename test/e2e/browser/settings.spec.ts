import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { startBrowserDesk } from '../../harness/desk/browser-desk.ts';
import { filesBelow, putTone } from '../../harness/desk/watching.ts';

test('in a browser, Settings has every place, watches a folder, and saves the diagnostics file that it shows', {
  tag: '@walk',
}, async ({ page }) => {
  const home = mkdtempSync(path.join(tmpdir(), 'cleartake-e2e-'));
  const incoming = path.join(home, 'incoming');
  mkdirSync(incoming);
  const desk = await startBrowserDesk({ environment: { HOME: home, CLEARTAKE_WATCH_STABLE_S: '0.3' } });
  await page.goto(desk.url);
  await page.getByRole('link', { name: 'Settings' }).click();
  const places = page.getByRole('navigation', { name: 'Places in Settings' }).getByRole('button');
  await expect(places).toHaveText([
    ...['General', 'Presets', 'Models', 'Output and naming', 'Watch folders'],
    ...['Queue', 'Network', 'Notifications', 'Data', 'Advanced'],
  ]);

  // Every place is offered here, too, with the reason where it can't hold for uploads.
  const output = page.getByRole('region', { name: 'Place of results' });
  await expect(output.getByRole('radio')).toHaveCount(4);
  await expect(output).toContainText('An upload doesn’t tell Cleartake its folder');
  await output.getByRole('radio', { name: 'In a folder, with subfolders' }).check();
  const place = output.getByRole('textbox', { name: /^Folder on the computer/ });
  await place.fill('~/restored');
  await place.press('Enter');
  const restored = path.join(home, 'restored');
  await expect(place).toHaveValue(restored);

  await page.getByRole('button', { name: 'Add watch folder…' }).click();
  const form = page.getByRole('dialog', { name: 'Add a watch folder' });
  await form.getByRole('textbox', { name: 'Folder', exact: true }).fill('~/incoming');
  await form.getByRole('radio', { name: /^In another folder/ }).check();
  await form.getByRole('textbox', { name: 'Folder for results' }).fill('~/restored');
  await form.getByRole('button', { name: 'Watch this folder' }).click();
  const card = page.getByRole('article', { name: incoming });
  await expect(card).toContainText(`${restored}, in the same subfolders`);
  putTone(incoming, 'day 1/take.wav', 220);
  await expect(card).toContainText('Watching: 1 restored today', { timeout: 60_000 });
  await expect(card).toContainText('take.wav restored');
  expect(filesBelow(restored)).toEqual(['day 1/take (service-2).mp3']);

  await page.getByRole('button', { name: 'Show what’s in it' }).click();
  const shown = await page.getByRole('region', { name: 'Content of the diagnostics file' }).innerText();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Save cleartake-diagnostics-/ }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^cleartake-diagnostics-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(readFileSync(await saved.path(), 'utf8'))).toEqual(JSON.parse(shown));
  expect(shown).not.toContain('take.wav');
  expect(await desk.stop()).toBe(0);
  rmSync(home, { recursive: true, force: true });
});
