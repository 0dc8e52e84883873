import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { type BrowserDesk, startBrowserDesk } from '../../harness/desk/browser-desk.ts';
import { makeNoisyRecording } from '../desktop/recordings.ts';

// A trace takes a picture of the page with every step, which takes longer than the recording plays.
test.use({ trace: 'off' });

/** Where pictures of this run go; README's are made with CLEARTAKE_PICTURES=build/pictures. */
const PICTURES = path.resolve(process.env.CLEARTAKE_PICTURES ?? 'test/results/pictures');

let desk: BrowserDesk;
let folder: string;

test.beforeEach(async () => {
  desk = await startBrowserDesk();
  folder = mkdtempSync(path.join(tmpdir(), 'cleartake-e2e-'));
});
test.afterEach(async () => {
  await desk.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Drops files as a browser does: bytes and names, never a path. */
async function drop(page: Page, files: readonly string[]): Promise<void> {
  const contents = files.map((file) => ({ name: path.basename(file), base64: readFileSync(file).toString('base64') }));
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], name, { type: 'audio/wav' }));
    }
    return data;
  }, contents);
  // Before the desk is there, nobody hears a drag.
  await page.getByRole('contentinfo').waitFor();
  const body = page.locator('body');
  await body.dispatchEvent('dragenter', { dataTransfer: transfer });
  await expect(page.getByTestId('drop-zone')).toBeVisible();
  await page.getByTestId('drop-zone').dispatchEvent('dragover', { dataTransfer: transfer });
  await page.getByTestId('drop-zone').dispatchEvent('drop', { dataTransfer: transfer });
}

async function chooseBothModels(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Preset/ }).click();
  await page.getByRole('checkbox', { name: 'Service 3.5' }).check();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
}

async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  // Notices have gone by themselves, and nothing is hovered.
  await page.mouse.move(0, 0);
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForTimeout(400);
    await page.screenshot({ path: path.join(PICTURES, `${name}-${colorScheme}.png`) });
  }
}

async function frameOf(transport: Locator): Promise<number> {
  return Number(await transport.getAttribute('data-frame'));
}

test('a dropped recording comes back restored by both models, and each take is heard in the same place', {
  tag: '@walk',
}, async ({ page }) => {
  await page.goto(desk.url);
  await expect(page.getByText('Drop recordings or folders here')).toBeVisible();
  await drop(page, [makeNoisyRecording(folder, 'noisy talk.wav', 4)]);
  const row = page.getByTestId('queue-row');
  await expect(row).toContainText('noisy talk.wav');
  await chooseBothModels(page);
  await expect(page.getByRole('button', { name: /^Preset(?!:)/ })).toContainText('2.0 + 3.5');
  await page
    .getByRole('button', { name: /^Start/ })
    .first()
    .click();
  await expect(row.getByTestId('generation-progress')).toHaveCount(2);
  await expect(row).toHaveAttribute('data-state', 'done', { timeout: 90_000 });

  await row.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByTestId('take')).toHaveCount(3);
  const transport = page.getByTestId('transport');
  await page.keyboard.press('Space');
  await expect(transport).toHaveAttribute('data-playing', 'true');
  await expect.poll(() => frameOf(transport)).toBeGreaterThan(4800);

  // Each take is played, and none begins anew: the place only ever moves on.
  let reached = await frameOf(transport);
  for (const key of ['2', '3', '1', 'x', 'x']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(300);
    await expect(transport).toHaveAttribute('data-playing', 'true');
    const frame = await frameOf(transport);
    expect(frame).toBeGreaterThan(reached);
    expect(frame - reached).toBeLessThan(5 * Number(await transport.getAttribute('data-rate')));
    reached = frame;
  }
  await expect(page.locator('[data-testid=take][data-active=true]')).toHaveAttribute('aria-label', 'Original');
  await page.keyboard.press('Space');
  await expect(transport).toHaveAttribute('data-playing', 'false');
});

test('one click restores the samples and ends in a comparison, and it all is there after a restart', async ({
  page,
}) => {
  await page.goto(desk.url);
  await page
    .getByRole('button', { name: /sample/i })
    .first()
    .click();
  await expect(page.getByTestId('queue-row')).toHaveCount(3);
  await expect(page.getByTestId('take')).toHaveCount(3, { timeout: 120_000 });
  await page.getByRole('link', { name: 'Desk' }).click();
  await picture(page, 'desk');
  const first = page.locator('[data-testid=queue-row][data-state=done]').first();
  await first.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByTestId('take')).toHaveCount(3);
  await page.getByRole('button', { name: 'Listen to Service 3.5' }).click();
  await picture(page, 'listen');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/\(service-3\.5\)\.\w+$/);
  expect(statSync(await saved.path()).size).toBeGreaterThan(10_000);

  await desk.kill();
  const again = await startBrowserDesk({ dataDirectory: desk.dataDirectory });
  await page.goto(again.url);
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByText('service-3.5').or(page.getByText('Service 3.5')).first()).toBeVisible();
  await picture(page, 'history');
  await again.stop();
});

test('what is done is saved again from the row and from Listen: the very file, another loudness, and the raw result', async ({
  page,
}) => {
  const out = path.join(folder, 'out');
  await page.goto(desk.url);
  await drop(page, [makeNoisyRecording(folder, 'noisy talk.wav')]);
  await page.getByRole('button', { name: /^Preset/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: /^Name and place/ }).click();
  await dialog.getByRole('radio', { name: 'In one folder' }).click();
  await dialog.getByRole('textbox', { name: /^Folder on the computer/ }).fill(out);
  await dialog.getByRole('textbox', { name: 'File name' }).fill('saved {name}');
  await dialog.getByRole('button', { name: 'Done', exact: true }).click();
  await page
    .getByRole('button', { name: /^Start/ })
    .first()
    .click();
  const row = page.getByTestId('queue-row');
  await expect(row).toHaveAttribute('data-state', 'done', { timeout: 90_000 });
  const name = 'saved noisy talk.mp3';
  const exported = hashOf(path.join(out, name));
  // Made anew: what the folder has is not at hand.
  rmSync(out, { recursive: true });

  await row.getByRole('button', { name: 'Compare' }).click();
  const save = async (what: RegExp) => {
    await page.getByRole('button', { name: 'Save as…' }).click();
    await dialog.getByRole('radio', { name: what }).check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  };
  await save(/as you hear it$/);
  await expect(page.getByText(/^1 file saved in/)).toBeVisible();
  expect(hashOf(path.join(out, name))).toBe(exported);
  await save(/as you hear it$/);
  await expect(page.getByText(/^1 file is already there, in/)).toBeVisible();
  const raw = await downloaded(page, () => save(/, raw$/));
  expect(raw.name).toBe('saved noisy talk raw.wav');
  expect(raw.hash).not.toBe(exported);

  await page.getByRole('link', { name: 'Desk' }).click();
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Save as…' }).click();
  await dialog.getByText('−23', { exact: true }).click();
  await dialog.getByRole('tab', { name: /^File/ }).click();
  await dialog.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: 'FLAC' }).click();
  await dialog.getByText('Replace', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Save 1 file' }).click();
  await expect(page.getByText(/^1 file saved in .* It replaced the earlier one\./)).toBeVisible();
  expect(readdirSync(out)).toEqual(['saved noisy talk.flac']);
  await page.getByTestId('undo').click();
  await expect(page.getByText('1 file removed, 1 earlier one back.')).toBeVisible();
  expect(hashOf(path.join(out, name))).toBe(exported);
  expect(readdirSync(out)).toEqual([name]);
});

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

async function downloaded(page: Page, act: () => Promise<void>) {
  const saving = page.waitForEvent('download');
  await act();
  const saved = await saving;
  return { name: saved.suggestedFilename(), hash: hashOf(await saved.path()) };
}

test('bad files say what is wrong in their rows, and the good one beside them is restored', async ({ page }) => {
  await page.goto(desk.url);
  const notes = path.join(folder, 'notes.wav');
  const { writeFileSync } = await import('node:fs');
  writeFileSync(notes, 'These are only words.');
  await drop(page, [makeNoisyRecording(folder, 'good “take” 🎙️.wav'), notes]);
  await expect(page.getByTestId('queue-row')).toHaveCount(2);
  const bad = page.getByTestId('queue-row').filter({ hasText: 'notes.wav' });
  await expect(bad).toHaveAttribute('data-state', 'failed');
  await expect(bad).toContainText('can’t read this file as a recording');
  await page
    .getByRole('button', { name: /^Start/ })
    .first()
    .click();
  await expect(page.getByTestId('queue-row').filter({ hasText: 'good' })).toHaveAttribute('data-state', 'done', {
    timeout: 60_000,
  });
  await picture(page, 'desk-failed');
});
