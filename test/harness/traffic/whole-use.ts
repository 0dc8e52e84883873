/** Goes through the whole desk as a person does who has no account: samples, restoring, listening and every page. */

import { expect, type Page } from '@playwright/test';

export async function useWholeDesk(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /sample/i })
    .first()
    .click();
  // They end in a comparison of both models.
  await expect(page.getByTestId('take')).toHaveCount(3, { timeout: 150_000 });
  const transport = page.getByTestId('transport');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => Number(await transport.getAttribute('data-frame'))).toBeGreaterThan(4800);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByText(/Service 2\.0|service-2/).first()).toBeVisible();
  await page.getByRole('link', { name: 'Connections' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' }).first()).toBeVisible();
}
