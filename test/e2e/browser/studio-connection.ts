/** A service added to the desk on its page, as a person does it. */

import { expect, type Page } from '@playwright/test';
import type { LocalVendor } from '../../harness/cli/local-vendor.ts';
import type { BrowserDesk } from '../../harness/desk/browser-desk.ts';

/** Adds the service as *Studio* with its admin key. @param price of both models, USD a minute, as it is typed */
export async function addStudio(page: Page, desk: BrowserDesk, vendor: LocalVendor, price = '0.01'): Promise<void> {
  await page.goto(desk.url);
  await page.getByRole('link', { name: 'Connections' }).click();
  await page.getByRole('button', { name: 'Add service' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Studio');
  await form.getByLabel('Address').fill(vendor.baseUrl);
  await form.getByLabel('API key').fill(vendor.adminKey);
  for (const model of ['Service 2.0', 'Service 3.5']) await form.getByLabel(model).fill(price);
  await form.getByRole('button', { name: 'Add service' }).click();
  await expect(form).toHaveCount(0);
}

/** Studio on Connections, where it is shown. */
export const studioPanel = (page: Page) => page.getByRole('article', { name: 'Studio' });

/** Opens one of its tabs. */
export const openStudioTab = (page: Page, name: string) =>
  studioPanel(page).getByRole('tab', { name, exact: true }).click();

/** The innermost dialog, by its button. */
export const closeDialog = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
