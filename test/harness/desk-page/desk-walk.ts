/** What a person does in a long queue: scrolls, filters, searches, selects, opens menus. */

import type { Page } from 'playwright';
import type { ProgressEvents } from './progress-events.ts';

const WHEEL_STEPS = 40;
const WHEEL_PX = 480;
const WHEEL_MS = 50;
/** For what an action leaves to timers and transitions. */
const SETTLED_MS = 250;
const MENUS = 4;

/** A part of the walk, by what is done in it. */
export type WalkPart = 'scrolling' | 'filtering' | 'selecting' | 'menus';

export async function walk(page: Page, part: WalkPart, events: ProgressEvents): Promise<void> {
  const parts = { scrolling: scroll, filtering: filter, selecting: select, menus: openMenus };
  await follow(page, events);
  await parts[part](page, events);
  await page.waitForTimeout(SETTLED_MS);
}

async function scroll(page: Page, events: ProgressEvents): Promise<void> {
  const at = await middleOfRow(page, 4);
  await page.mouse.move(at.x, at.y);
  for (let step = 0; step < WHEEL_STEPS; step++) {
    await page.mouse.wheel(0, WHEEL_PX);
    await page.waitForTimeout(WHEEL_MS);
    if (step % 10 === 9) await follow(page, events);
  }
  await page.mouse.click(at.x, at.y);
  for (const key of ['End', 'PageUp', 'PageUp', 'ArrowUp', 'ArrowUp', 'Home', 'PageDown', 'ArrowDown', 'Home']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(WHEEL_MS);
  }
}

async function filter(page: Page, events: ProgressEvents): Promise<void> {
  for (const name of ['Waiting', 'Running', 'Done', 'Attention', 'All']) {
    await page.getByRole('button', { name: new RegExp(`^${name} `) }).click();
    await follow(page, events);
    await page.waitForTimeout(SETTLED_MS);
  }
  await page.getByRole('textbox', { name: 'Find by name or folder' }).click();
  await page.keyboard.type('harbour 03', { delay: 60 });
  await page.waitForTimeout(SETTLED_MS);
  for (let letter = 0; letter < 10; letter++) {
    await page.keyboard.press('Backspace');
    await page.waitForTimeout(60);
  }
}

async function select(page: Page): Promise<void> {
  const box = await page.getByTestId('queue-row').getByRole('checkbox').nth(1).boundingBox();
  const x = (box?.x ?? 0) + 8;
  const y = (box?.y ?? 0) + 8;
  const height = await heightOfRow(page);
  for (const shift of [false, true]) {
    if (shift) await page.keyboard.down('Shift');
    await page.mouse.click(x, y + (shift ? 4 * height : 0));
    if (shift) await page.keyboard.up('Shift');
    await page.waitForTimeout(SETTLED_MS);
  }
  await page.keyboard.press('Control+a');
  await page.waitForTimeout(2 * SETTLED_MS);
  await page.keyboard.press('Escape');
  await page.waitForTimeout(SETTLED_MS);
  const middle = await middleOfRow(page, 2);
  await page.mouse.click(middle.x, middle.y);
  for (let row = 0; row < 10; row++) await page.keyboard.press('Shift+ArrowDown');
  await page.waitForTimeout(SETTLED_MS);
  await page.keyboard.press('Escape');
}

async function openMenus(page: Page): Promise<void> {
  const item = page.getByRole('menuitem').first();
  const start = await middleOfRow(page, 2);
  await page.mouse.click(start.x, start.y);
  // Back to the top, where the places of rows are known.
  await page.keyboard.press('Home');
  await page.waitForTimeout(SETTLED_MS);
  const button = await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .boundingBox();
  for (let row = 0; row < MENUS; row++) {
    const at = await middleOfRow(page, row + 2);
    await page.mouse.click((button?.x ?? 0) + 14, at.y);
    await item.waitFor();
    await page.waitForTimeout(SETTLED_MS);
    await page.keyboard.press('Escape');
    await item.waitFor({ state: 'detached' });
    await page.mouse.click(at.x, at.y, { button: 'right' });
    await item.waitFor();
    await page.waitForTimeout(SETTLED_MS);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await item.waitFor({ state: 'detached' });
  }
}

/** Lets the progress follow the rows that are shown. Reads no layout. */
async function follow(page: Page, events: ProgressEvents): Promise<void> {
  const row = await page.evaluate(() => {
    const shown = [...document.querySelectorAll('[data-testid="queue-row"]')];
    return Math.min(...shown.map((each) => Number(each.getAttribute('aria-rowindex')) - 2));
  });
  events.lookAt(Number.isFinite(row) ? row : 0);
}

/** A place in a row that is no button. @param row counted from the top of what is rendered */
async function middleOfRow(page: Page, row: number): Promise<{ readonly x: number; readonly y: number }> {
  const list = await page.getByRole('grid').boundingBox();
  return { x: (list?.x ?? 0) + 300, y: (list?.y ?? 0) + 32 + (row + 0.4) * (await heightOfRow(page)) };
}

/** In pixels; it follows the density. */
async function heightOfRow(page: Page): Promise<number> {
  const row = await page.getByTestId('queue-row').first().boundingBox();
  return row?.height ?? 0;
}
