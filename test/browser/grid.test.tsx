import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { busyScene, longScene } from '../harness/fake-desk/scenes.ts';
import { openDesk } from './open-desk.tsx';
import { clickRow, row, rows } from './queue/queue-page.ts';

beforeEach(() => page.viewport(1280, 760));

const menu = () => page.getByRole('menu');
const opener = (name: string) => page.getByRole('button', { name: `Actions for ${name}` });
const list = () => row('long-0').parentElement?.parentElement as HTMLElement;

test('a right click opens the menu at the pointer, the button opens it at the button', async () => {
  openDesk((fake) => fake.seed(busyScene(Date.now())));
  await clickRow(1, { button: 'right' });
  await expect.element(menu()).toBeVisible();
  const pointer = { x: row('j2').getBoundingClientRect().left + 300, y: row('j2').getBoundingClientRect().top + 20 };
  const { left, top } = menu().element().getBoundingClientRect();
  expect(Math.abs(left - pointer.x)).toBeLessThan(6);
  expect(Math.abs(top - pointer.y)).toBeLessThan(6);
  await userEvent.keyboard('{Escape}');
  await expect.element(menu()).not.toBeInTheDocument();
  await opener('ep-041 intro.wav').click();
  await expect.element(menu()).toBeVisible();
  const button = opener('ep-041 intro.wav').element().getBoundingClientRect();
  const { right } = menu().element().getBoundingClientRect();
  expect(Math.abs(right - button.right)).toBeLessThan(6);
});

test('there is one menu: the button of its row closes it, that of another row moves it', async () => {
  openDesk((fake) => fake.seed(busyScene(Date.now())));
  const first = opener('ep-041 intro.wav');
  await first.click();
  await expect.element(menu()).toHaveAccessibleName('Actions for ep-041 intro.wav');
  await expect.element(first).toHaveAttribute('aria-expanded', 'true');
  await first.click();
  await expect.element(menu()).not.toBeInTheDocument();
  await expect.element(first).toHaveAttribute('aria-expanded', 'false');
  await first.click();
  await opener('room tone.wav').click();
  await expect.element(menu()).toHaveAccessibleName('Actions for room tone.wav');
  expect(menu().elements()).toHaveLength(1);
});

test('a menu closes when its row is scrolled away', async () => {
  openDesk((fake) => fake.seed(longScene(300)));
  await opener('episode 00001.wav').click();
  await expect.element(menu()).toBeVisible();
  list().scrollTop = 5000;
  await expect.element(menu()).not.toBeInTheDocument();
});

test('the whole sentence of an error appears when it is pointed at, and goes with the pointer', async () => {
  openDesk((fake) => fake.seed(busyScene(Date.now())));
  await page.getByText('The recording ends earlier than its header says.').hover();
  const tip = page.getByRole('tooltip');
  await expect.element(tip).toMatchTextContent(/The recording ends earlier than its header says\..*Choose Repair/);
  await page.getByText('room tone.wav').hover();
  await expect.element(tip).not.toBeInTheDocument();
});

test('the box of the header says when some rows are selected, and selects all or none', async () => {
  openDesk((fake) => fake.seed(busyScene(Date.now())));
  const all = page.getByRole('checkbox', { name: 'Select all' });
  await page.getByRole('checkbox', { name: 'Select ep-041 intro.wav' }).click();
  await expect.element(all).toBePartiallyChecked();
  await all.click();
  await expect.element(page.getByText(/^13 of \d+ selected/)).toBeVisible();
  await expect.element(all).toBeChecked();
  await all.click();
  await expect.element(all).not.toBeChecked();
});

test('a jump shows its rows in the next frame, and only those near the view exist', async () => {
  openDesk((fake) => fake.seed(longScene(5000)));
  await expect.poll(() => rows().elements().length).toBeGreaterThan(5);
  const scrolled = list();
  const { bottom } = scrolled.getBoundingClientRect();
  for (const top of [100_000, 40, 52 * 4999]) {
    scrolled.scrollTop = top;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    // Below the last row there is room for the bar of what is selected.
    const last = document.elementFromPoint(700, bottom - 80)?.closest('[data-job]');
    expect(last).not.toBeNull();
    expect(rows().elements().length).toBeLessThan(40);
  }
});
