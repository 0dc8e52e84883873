import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { UPDATES } from '../../../renderer/features/settings/strings.ts';
import { UPDATE_OBSTACLES } from '../../../shared/domain/updates.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 860));

const section = () => page.getByRole('region', { name: 'Updates' });
const setting = () => section().getByRole('switch', { name: 'Look for updates' });

async function openSettings(...seeds: Parameters<typeof openDesk>) {
  const open = openDesk(...seeds);
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  return open;
}

test('where Cleartake can’t update itself, the settings say why and offer nothing', async () => {
  const { fake } = await openSettings();
  for (const obstacle of UPDATE_OBSTACLES) {
    fake.tellUpdate({ kind: 'impossible', obstacle });
    await expect.element(section()).toMatchTextContent(UPDATES.obstacles[obstacle]);
  }
  expect(setting().query()).toBeNull();
});

test('the search is off until it is switched on, and the choice is kept', async () => {
  const { fake } = await openSettings((desk) => desk.tellUpdate({ kind: 'off' }));
  await expect.element(setting()).not.toBeChecked();
  (setting().element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.poll(() => fake.preferences.lookForUpdates).toBe(true);
  await expect.element(setting()).toBeChecked();
});

test('each step is the person’s: check, download, restart; a refusal says why', { tags: 'long' }, async () => {
  const { fake } = await openSettings((desk) => {
    desk.prefer({ lookForUpdates: true });
    desk.tellUpdate({ kind: 'current', checkedAt: Date.now() });
    desk.seed([{ name: 'a.wav', started: true, state: { kind: 'generating' } }]);
  });
  await expect.element(section().getByRole('status')).toMatchTextContent(/newest version/);
  await section().getByRole('button', { name: 'Check again' }).click();
  fake.tellUpdate({ kind: 'available', version: '2.0.0' });
  await section().getByRole('button', { name: 'Download' }).click();
  fake.tellUpdate({ kind: 'downloading', version: '2.0.0', share: 0.4 });
  const bar = section().getByRole('progressbar', { name: 'Download of the update' });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '40');
  fake.tellUpdate({ kind: 'failed', version: '2.0.0', sentence: 'The downloaded update is damaged.' });
  await section().getByRole('button', { name: 'Download again' }).click();
  fake.tellUpdate({ kind: 'ready', version: '2.0.0' });
  await section().getByRole('button', { name: 'Restart to update' }).click();
  await expect.element(page.getByText(/doesn’t restart while recordings are being processed/)).toBeVisible();
  expect(fake.updateCalls).toEqual(['check', 'download', 'download', 'restart']);
  fake.tellUpdate({ kind: 'failed', version: null, sentence: 'Cleartake couldn’t look for updates.' });
  await section().getByRole('button', { name: 'Check again' }).click();
  await expect.poll(() => fake.updateCalls.at(-1)).toBe('check');
});
