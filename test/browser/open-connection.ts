/** Reaches a connection on the page Connections, as a person does. */

import { page } from 'vitest/browser';

/** @param name of the connection, or a part of it. @param tab of the connection, by its name */
export async function openConnection(name: string, tab?: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Connections', exact: true }).click();
  await page
    .getByRole('navigation', { name: 'Connections' })
    .getByRole('link')
    .filter({ hasText: name })
    .first()
    .click();
  if (tab !== undefined) await page.getByRole('tab', { name: tab, exact: true }).click();
}
