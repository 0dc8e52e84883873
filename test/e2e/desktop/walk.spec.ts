import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, test } from './desktop-test.ts';
import { makeNoisyRecording } from './recordings.ts';

async function frameOf(transport: Locator): Promise<number> {
  return Number(await transport.getAttribute('data-frame'));
}

test('a dropped recording comes back restored by both models, and is heard before and after', { tag: '@walk' }, async ({
  desktop,
  folder,
}) => {
  const { page } = desktop;
  // Long enough that it still plays after every switch, on a slow machine too.
  const recording = makeNoisyRecording(folder, 'noisy talk.wav', 4);
  await expect(page.getByText('Drop recordings or folders here')).toBeVisible();

  await desktop.drop([recording], { x: 600, y: 400 });
  const row = page.getByTestId('queue-row');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('noisy talk.wav');

  await page.getByRole('button', { name: /^Preset/ }).click();
  await page.getByRole('checkbox', { name: 'Service 3.5' }).check();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await page
    .getByRole('button', { name: /^Start/ })
    .first()
    .click();
  await expect(row).toHaveAttribute('data-state', 'done', { timeout: 60_000 });
  for (const model of ['service-2', 'service-3.5']) {
    await expect.poll(() => existsSync(path.join(folder, `noisy talk (${model}).mp3`))).toBe(true);
  }

  await row.getByRole('button', { name: 'Compare' }).click();
  const takes = page.getByTestId('take');
  await expect(takes).toHaveCount(3);
  const transport = page.getByTestId('transport');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(transport).toHaveAttribute('data-playing', 'true');
  await expect.poll(() => frameOf(transport)).toBeGreaterThan(4800);

  let reached = await frameOf(transport);
  for (const label of ['Service 2.0', 'Service 3.5', 'Original']) {
    await page.getByRole('button', { name: `Listen to ${label}` }).click();
    await expect(page.locator(`[data-testid=take][data-active=true]`)).toHaveAttribute('aria-label', label);
    await expect(transport).toHaveAttribute('data-playing', 'true');
    const frame = await frameOf(transport);
    expect(frame).toBeGreaterThanOrEqual(reached);
    reached = frame;
  }

  // Out of the window, with everything that the export did.
  await page.getByTestId('drag-out').first().dispatchEvent('dragstart');
  await expect
    .poll(async () => (await desktop.command('calls', null)).filter((call) => call.what === 'webContents.startDrag'))
    .toMatchObject([{ values: [path.join(folder, 'noisy talk (service-2).mp3')] }]);
  await expect(page.getByTestId('drag-out')).toHaveCount(2);

  const heard = () => transport.getAttribute('data-take');
  const first = await heard();
  await page.getByRole('button', { name: /^Switch/ }).click();
  await expect.poll(heard).not.toBe(first);
  await page.getByRole('button', { name: /^Switch/ }).click();
  await expect.poll(heard).toBe(first);
  expect(await frameOf(transport)).toBeGreaterThanOrEqual(reached);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(transport).toHaveAttribute('data-playing', 'false');
});

test("the system's dialog adds recordings too, and shows them in their folder", async ({ desktop, folder }) => {
  const { page } = desktop;
  const recording = makeNoisyRecording(folder, 'chosen.wav');
  await desktop.command('answerDialog', { canceled: false, filePaths: [recording] });
  await page.getByRole('button', { name: 'Choose files…' }).click();
  const row = page.getByTestId('queue-row');
  await expect(row).toContainText('chosen.wav');
  await page
    .getByRole('button', { name: /^Start/ })
    .first()
    .click();
  await expect(row).toHaveAttribute('data-state', 'done', { timeout: 60_000 });
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Show in folder' }).click();
  const shown = async () =>
    (await desktop.command('calls', null))
      .filter((call) => call.what === 'shell.showItemInFolder')
      .map((call) => call.values[0]);
  await expect.poll(shown).toEqual([recording]);
});
