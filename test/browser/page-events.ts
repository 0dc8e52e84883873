/** Clicks, keys and texts as events within the page: a walk by the real pointer takes minutes on a busy computer. */

import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

/** For a page on a busy computer, in milliseconds. */
export const PATIENCE = { timeout: 15_000 };

export async function click(locator: Locator): Promise<void> {
  await expect.poll(() => locator.first().query(), PATIENCE).not.toBeNull();
  (locator.first().element() as HTMLElement).click();
}

/** Goes to whatever has the focus. */
export async function key(name: string, held: KeyboardEventInit = {}): Promise<void> {
  const code = name.length > 1 ? name : `${/\d/.test(name) ? 'Digit' : 'Key'}${name.toUpperCase()}`;
  const event = new KeyboardEvent('keydown', { key: name, code, bubbles: true, cancelable: true, ...held });
  (document.activeElement ?? document.body).dispatchEvent(event);
  await turn();
}

/** Puts a text into a field, which then has the focus. */
export async function enter(locator: Locator, text: string): Promise<void> {
  await expect.poll(() => locator.query(), PATIENCE).not.toBeNull();
  const field = locator.element() as HTMLInputElement | HTMLTextAreaElement;
  field.focus();
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await turn();
}

/** Until the page has rendered, and answers that were there have arrived. */
export async function turn(): Promise<void> {
  await new Promise(requestAnimationFrame);
  await new Promise((resolve) => setTimeout(resolve));
}
