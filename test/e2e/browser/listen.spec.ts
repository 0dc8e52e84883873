import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { type BrowserDesk, startBrowserDesk } from '../../harness/desk/browser-desk.ts';
import { connectDesk } from '../../harness/desk/desk-over-socket.ts';
import { makeNoisyRecording } from '../desktop/recordings.ts';

test.use({ trace: 'off' });

const TRIALS = 10;
const MODELS = ['service-2', 'service-3.5'] as const;

let desk: BrowserDesk;
let folder: string;

test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cleartake-listen-'));
});
test.afterEach(async () => {
  await desk.stop();
  rmSync(folder, { recursive: true, force: true });
});

function takeHeard(page: Page): Promise<string | null> {
  return page.locator('[data-testid=take][data-active=true]').getAttribute('aria-label');
}

async function playsOn(page: Page): Promise<void> {
  const transport = page.getByTestId('transport');
  const frame = async () => Number(await transport.getAttribute('data-frame'));
  await page.keyboard.press('Space');
  const from = await frame();
  await expect.poll(frame).toBeGreaterThan(from);
  await page.keyboard.press('Space');
  await expect(transport).toHaveAttribute('data-playing', 'false');
}

test('both models are compared by picture, difference, loop and a blind test by keyboard; all of it is there offline, the source moved', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const source = makeNoisyRecording(folder, 'noisy talk.wav', 6);
  const data = path.join(folder, 'data');
  desk = await startBrowserDesk({ dataDirectory: data, files: [source] });
  const { client, close } = await connectDesk(desk);
  await client.system.setPreferences({ keepsListeningCopies: true });
  await client.system.setPreset({ ...DEFAULT_BATCH_PRESET, models: [...MODELS] });
  await client.queue.start({});
  close();
  await page.goto(desk.url);
  await expect(page.getByTestId('queue-row')).toHaveAttribute('data-state', 'done', { timeout: 90_000 });

  // Fetched while there was nothing to do.
  const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  await expect.poll(fetched).toContainEqual(expect.stringContaining('listen-page'));
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByTestId('take')).toHaveCount(3);
  await page.keyboard.press('s');
  await expect(page.getByRole('radio', { name: 'Spectrogram' })).toBeChecked();
  await page.keyboard.press('d');
  await expect(page.getByRole('button', { name: /^Difference/ })).toHaveAttribute('aria-pressed', 'true');
  await playsOn(page);
  await page.keyboard.press('3');
  await expect.poll(() => takeHeard(page)).toBe('Service 3.5');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press(']');
  await expect(page.getByRole('button', { name: /^Loop/ })).toHaveAttribute('aria-pressed', 'true');

  await page.keyboard.press('b');
  await expect(page.getByRole('dialog', { name: 'Set up a blind test' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Listener' }).fill('Ada');
  await page.keyboard.press('Enter');
  for (let trial = 1; trial <= TRIALS; trial++) {
    await expect(page.getByRole('main').getByText(`Trial ${trial} of ${TRIALS}`)).toBeVisible();
    for (const key of ['x', 'a', 'b']) await page.keyboard.press(key);
    await page.keyboard.press(trial % 2 === 0 ? '1' : '2');
  }
  await page.getByRole('button', { name: 'Back to Listen' }).click();
  await page.keyboard.press('3');
  await page.getByRole('button', { name: 'Keep Service 3.5' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep Service 3.5' }).click();
  await expect(page.getByText(/^Service 3\.5 is kept: noisy talk/)).toBeVisible();
  await expect(page.getByText('Service 3.5 kept')).toBeVisible();
  // It was made while the takes were compared.
  const copies = path.join(data, 'library', 'listening');
  await expect
    .poll(() => existsSync(copies) && readdirSync(copies).some((name) => /^[0-9a-f]{64}\.opus$/.test(name)))
    .toBe(true);
  await desk.stop();

  renameSync(source, path.join(folder, 'elsewhere.wav'));
  desk = await startBrowserDesk({ dataDirectory: data });
  await page.goto(desk.url);
  await page.getByRole('link', { name: 'History' }).click();
  const row = page.getByRole('row', { name: /noisy talk\.wav/ });
  await expect(row).toContainText('Service 3.5 kept');
  await row.getByRole('button', { name: /^Listen to/ }).click();
  await expect(page.getByTestId('take')).toHaveCount(3);
  await expect(page.getByText('Listening copy: the file itself is missing.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Blind test' })).toContainText(` of ${TRIALS}`);
  await page.keyboard.press('3');
  await expect.poll(() => takeHeard(page)).toBe('Service 3.5');
  await playsOn(page);
  await page.keyboard.press('1');
  await expect.poll(() => takeHeard(page)).toBe('Original');
  await playsOn(page);

  await page.getByRole('button', { name: 'Find it…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'File or folder' }).fill(folder);
  await dialog.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText(`Found: ${path.join(folder, 'elsewhere.wav')}`)).toBeVisible();
  await expect(page.getByText('Listening copy: the file itself is missing.')).toHaveCount(0);
  // A dialog that is still closing, or a player that doesn't know the file yet, takes no key.
  await expect(dialog).toHaveCount(0);
  await expect(async () => {
    await page.keyboard.press('1');
    expect(await takeHeard(page)).toBe('Original');
  }).toPass();
  await playsOn(page);
});
