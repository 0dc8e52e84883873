/** Dialogs, menus and panels, one after the other: what axe finds in them, boxes that hardly show, and what is cut off once every text is 1.4 times as long. */

import axe from 'axe-core';
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clippedTexts, lengthenTexts } from '../harness/page/clipped-text.ts';
import { faintBoxes } from '../harness/page/faint-boxes.ts';

/** What axe calls minor is left out. */
const IMPACTS: readonly (string | null | undefined)[] = ['moderate', 'serious', 'critical'];
const SCHEMES = ['light', 'dark'] as const;
/** A busy machine renders late. */
const SOON = { timeout: 10_000 };
const POPUP = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** The one that was opened last. */
function popup(): HTMLElement | null {
  const all = [...document.querySelectorAll<HTMLElement>(POPUP)].filter((each) => each.checkVisibility());
  return all.at(-1) ?? null;
}

/** Opens one, looks at it, and closes it by Escape. @param within how many dialogs are around it @returns what is wrong with it */
export async function lookInto(place: string, open: () => Promise<void>, within = 0): Promise<string[]> {
  await open();
  await expect.poll(popup, { message: `${place} opens`, ...SOON }).not.toBeNull();
  await settled();
  const found = await findingsIn(popup() ?? document.body, place);
  for (let layer = 0; layer <= within; layer += 1) {
    await userEvent.keyboard('{Escape}');
    await settled();
  }
  await expect.poll(popup, { message: `Escape closes ${place}`, ...SOON }).toBeNull();
  return found;
}

/** @returns findings of axe and faint boxes in both color schemes, and clipped texts; the texts stay long */
export async function findingsIn(root: HTMLElement, place: string): Promise<string[]> {
  const found = await axeFindings(root, place);
  lengthenTexts(root);
  await new Promise(requestAnimationFrame);
  return [...found, ...clippedTexts(root).map((text) => `${place}: ${text}`)];
}

/** @returns findings of axe and faint boxes in both color schemes */
export async function axeFindings(root: HTMLElement, place: string): Promise<string[]> {
  const found = new Set<string>();
  const scheme = document.documentElement.dataset.mantineColorScheme ?? 'light';
  for (const each of SCHEMES) {
    document.documentElement.dataset.mantineColorScheme = each;
    await settled();
    const { violations } = await axe.run(root, { resultTypes: ['violations'] });
    for (const { id, impact, nodes } of violations) {
      if (!IMPACTS.includes(impact)) continue;
      for (const { html } of nodes) found.add(`${place}: ${id}: ${html.slice(0, 160)}`);
    }
    for (const box of faintBoxes(root)) found.add(`${place}: ${box}`);
  }
  document.documentElement.dataset.mantineColorScheme = scheme;
  return [...found];
}

/** Until nothing moves that comes to an end. */
export async function settled(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  await new Promise(requestAnimationFrame);
}

/** Presses a button by its name. */
export function press(name: string | RegExp): () => Promise<void> {
  return () => page.getByRole('button', { name }).first().click();
}

/** Presses a button, then an item of the menu that it opens. */
export function choose(button: string | RegExp, item: string | RegExp): () => Promise<void> {
  return async () => {
    await press(button)();
    await page.getByRole('menuitem', { name: item }).click();
    await expect.poll(() => document.querySelector('[role="menu"]'), SOON).toBeNull();
  };
}
