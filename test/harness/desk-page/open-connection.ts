/** Reaches a connection on the page Connections, as a person does. */

import type { Page } from 'playwright';

/** @param name of the connection, or the beginning of it. @param tab of the connection, by its name */
export async function openConnection(page: Page, name: string, tab?: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Connections', exact: true }).click();
  await page.getByRole('navigation', { name: 'Connections' }).getByRole('link').filter({ hasText: name }).click();
  if (tab !== undefined) await page.getByRole('tab', { name: tab, exact: true }).click();
}
