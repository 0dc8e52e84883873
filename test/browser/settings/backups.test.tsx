import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { BACKUPS as SCENE } from '../../harness/fake-desk/space-scene.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 860));

const section = () => page.getByRole('region', { name: 'Backups', exact: true });

test('backups tell what they hold and whether they are whole; going back asks, waits for the next start, and can be taken back', {
  tags: 'long',
}, async () => {
  const [first, second] = SCENE.backups;
  const { fake } = openDesk((desk) => {
    desk.care.restarts = false;
    desk.care.backups = SCENE;
    desk.care.checks.set(first?.name ?? '', { kind: 'older', starts: 2 });
    desk.care.checks.set(second?.name ?? '', { kind: 'damaged', reason: 'a page' });
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  const items = section().getByRole('listitem');
  await expect.element(items.first()).toMatchTextContent(/Hourly · 19.6 MB · 412 recordings, 690 results, last entry/);
  await items
    .first()
    .getByRole('button', { name: /^Check/ })
    .click();
  await expect.element(items.first().getByRole('status')).toMatchTextContent(/2 restorations were started since/);
  await items
    .nth(1)
    .getByRole('button', { name: /^Check/ })
    .click();
  await expect.element(items.nth(1).getByRole('status')).toMatchTextContent(/Damaged/);

  await items
    .first()
    .getByRole('button', { name: /^Go back/ })
    .click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/kept as a backup/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  expect(fake.care.backups.chosen).toBeNull();
  await items
    .first()
    .getByRole('button', { name: /^Go back/ })
    .click();
  await dialog.getByRole('button', { name: 'Go back at the next start' }).click();
  await expect.element(section().getByText(/At its next start/)).toBeVisible();
  expect(fake.care.backups.chosen).toBe(first?.name);
  await section().getByRole('button', { name: 'Restart now' }).click();
  await expect.element(section().getByText(/Start it again to finish/)).toBeVisible();
  expect(fake.care.quits).toBe(1);
});
