import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FakeDesk } from '../../harness/fake-desk/fake-desk.ts';
import { busyScene, variedScene } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 760));

/** Most of them are started, and in History. */
const MANY = 700;
const ROW = 54;

const rows = () => [...document.querySelectorAll<HTMLElement>('[role="grid"] [data-job]')];
const rowAt = (index: number) => document.querySelector<HTMLElement>(`[role="grid"] [data-job][data-index="${index}"]`);
const list = () => document.querySelector<HTMLElement>('[role="grid"] [role="rowgroup"]')?.parentElement as HTMLElement;
/** How many rows have room. Below the last one there is room for the bar of what is selected. */
const counted = () => (document.querySelector<HTMLElement>('[role="grid"] [role="rowgroup"]')?.offsetHeight ?? 0) / ROW;
const status = (words: string | RegExp) => expect.element(page.getByText(words).first()).toBeVisible();
const focused = () => (document.activeElement as HTMLElement | null)?.dataset;
const selection = page.getByRole('toolbar', { name: 'Selected recordings' });

async function openHistory(seed: (fake: FakeDesk) => void, hash = '#/history') {
  const opened = openDesk(seed);
  window.location.hash = hash;
  await expect.element(page.getByRole('heading', { name: 'History' })).toBeVisible();
  return opened;
}

/** `count`: how many recordings it has. */
async function openLong() {
  const { fake } = await openHistory((fake) => fake.seed(variedScene(MANY, Date.now())));
  await expect.poll(() => rows().length).toBeGreaterThan(0);
  return { fake, count: counted() };
}

test('the scrollbar reaches every row at once, and the rows that come into view are loaded', {
  tags: 'long',
}, async () => {
  const { count } = await openLong();
  expect(count).toBeGreaterThan(500);
  for (const index of [count - 1, 300, 0, 450]) {
    list().scrollTop = index * ROW;
    await expect.poll(() => rowAt(index)).not.toBeNull();
    await expect.poll(() => document.querySelector('[data-waiting]')).toBeNull();
  }
  const ids = rows().map((row) => row.dataset.job);
  expect(new Set(ids).size).toBe(ids.length);
});

test('rows that the list races past show no buttons until it rests', { tags: 'long' }, async () => {
  await openLong();
  await expect.poll(() => document.querySelector('[data-waiting]')).toBeNull();
  const isShown = (index: number) =>
    rowAt(index)?.querySelector('[aria-haspopup="menu"]')?.checkVisibility({ contentVisibilityAuto: true });
  expect(isShown(0)).toBe(true);
  const leap = async (top: number) => {
    list().scrollTop = top * ROW;
    // After the frame that shows the rows, and before the list has rested.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  };
  await leap(30);
  expect(isShown(32)).toBe(false);
  await expect.poll(() => isShown(32)).toBe(true);
  // A row that the keyboard is in keeps its own.
  rowAt(39)?.focus();
  await leap(37);
  expect([isShown(38), isShown(39)]).toEqual([false, true]);
  expect(document.activeElement).toBe(rowAt(39));
  await expect.poll(() => isShown(38)).toBe(true);
});

test('End leads to the last row before it is loaded, and selects up to it with Shift', { tags: 'long' }, async () => {
  const { count } = await openLong();
  rowAt(0)?.focus();
  await userEvent.keyboard('{ArrowDown}{End}');
  await expect.poll(focused).toMatchObject({ index: String(count - 1), current: 'true' });
  await userEvent.keyboard('{Home}');
  await expect.poll(focused).toMatchObject({ index: '0', current: 'true' });
  await userEvent.keyboard('{ArrowDown}{Shift>}{End}{/Shift}');
  await expect.element(selection.getByText(`${(count - 1).toLocaleString('en')} selected`)).toBeVisible();
});

test('the detail stays open while other rows are in view, and another search begins at its first row', {
  tags: 'long',
}, async () => {
  const { count, fake } = await openLong();
  const first = rowAt(0)?.dataset.job ?? '';
  rowAt(3)?.click();
  const detail = page.getByRole('complementary', { name: /^Details of/ });
  await expect.element(detail).toBeVisible();
  const name = rowAt(3)?.querySelector('b')?.textContent;
  list().scrollTop = count * ROW;
  await expect.poll(() => rowAt(count - 1)).not.toBeNull();
  // The rows are read again, and only where the person looks.
  fake.remove([first]);
  await expect.poll(counted).toBe(count - 1);
  await expect.element(detail.getByRole('heading', { level: 2 }).first()).toHaveTextContent(name ?? '');
  await page.getByRole('textbox', { name: /^Search/ }).fill('interview');
  await status(/ of .+ recordings/);
  await expect.poll(() => list().scrollTop).toBe(0);
  await expect.poll(() => rowAt(0)).not.toBeNull();
});

test('a read that fails says so and can be tried again: the list, its next rows, the detail', {
  tags: 'long',
}, async () => {
  const { fake } = await openHistory((desk) => {
    desk.seed(variedScene(MANY, Date.now()));
    desk.failHistory(true);
  });
  const alert = page.getByRole('alert');
  await expect.element(alert).toMatchTextContent(/^History couldn’t be read\./);
  fake.failHistory(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => rowAt(0)).not.toBeNull();
  await expect.element(alert).not.toBeInTheDocument();

  fake.failHistory(true);
  list().scrollTop = 500 * ROW;
  await expect.element(alert).toMatchTextContent(/^History couldn’t be read\./);
  fake.failHistory(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => rowAt(500)).not.toBeNull();
  await expect.element(alert).not.toBeInTheDocument();

  fake.failHistory(true);
  rowAt(500)?.click();
  await expect.element(alert).toMatchTextContent(/^The details couldn’t be read\./);
  fake.failHistory(false);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('region', { name: 'Files' })).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

test('the count is announced, and has one line in a window of 900 pixels', async () => {
  await page.viewport(900, 600);
  await openHistory((fake) => fake.seed(busyScene(Date.now())));
  const count = page.getByRole('status').filter({ hasText: /^11 recordings/ });
  await expect.element(count).toBeVisible();
  await page.getByRole('textbox', { name: /^Search/ }).fill('interview');
  const found = page.getByRole('status').filter({ hasText: /^2 of 11 recordings/ });
  await expect.element(found).toBeVisible();
  const { height } = found.element().getBoundingClientRect();
  expect(height).toBeLessThan(26);
  const header = document.querySelector('header:has(h1)') as HTMLElement;
  expect(header.scrollWidth).toBeLessThanOrEqual(header.clientWidth);
});
