import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { seedListening } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';
import { catchSavedLinks } from '../saved-links.ts';

const followed = catchSavedLinks();

beforeEach(async () => {
  await page.viewport(1280, 760);
});

async function openRowMenu(): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
}

test('Save in the row asks for the output first, and the raw result is taken as it is', async () => {
  const { fake } = openDesk(seedListening);
  await openRowMenu();
  await page.getByRole('menuitem', { name: 'Save Service 2.0' }).click();
  await expect
    .poll(() => followed)
    .toEqual([{ address: expect.stringContaining('/media/save?take=result%3A'), name: 'take (service-2).wav' }]);
  expect(fake.saved).toHaveLength(1);
  await openRowMenu();
  await page.getByRole('menuitem', { name: 'Save raw Service 2.0…' }).click();
  await expect.poll(() => followed.at(-1)?.address).toContain('/media/file?take=result%3A');
  expect(fake.saved).toHaveLength(1);
});

test('Save in Listen tells how far a long one is', async () => {
  const { fake } = openDesk(seedListening);
  fake.saveAs(0.427);
  await page.getByRole('button', { name: 'Compare' }).first().click();
  await page.getByRole('button', { name: 'Save Service 2.0' }).click();
  await expect.element(page.getByText(/^Making the file of “.+”: 42\s%$/)).toBeVisible();
  fake.finishSaving();
  await expect.poll(() => followed).toHaveLength(1);
  await expect.element(page.getByText(/^Making the file/)).not.toBeInTheDocument();
});

test('a Save that is refused says why, and nothing is downloaded', async () => {
  const { fake } = openDesk(seedListening);
  fake.saveAs('refused');
  await page.getByRole('button', { name: 'Compare' }).first().click();
  await page.getByRole('button', { name: 'Save Service 2.0' }).click();
  await expect.element(page.getByText(/moved or deleted|isn’t there|no longer/)).toBeVisible();
  expect(followed).toEqual([]);
});
