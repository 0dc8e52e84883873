/** Finds what the desk says: the first message is in the status line, the others are in the sheet behind “2 more”. */

import { type Locator, page } from 'vitest/browser';

export function message(name: string): Locator {
  return page.getByRole('region', { name });
}

export function openMessages(): Promise<void> {
  return page.getByRole('button', { name: /^\d+ more$/ }).click();
}
