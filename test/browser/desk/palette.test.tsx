import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { busyScene, WAITING_SCENE } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';
import { clickRow, focusedJob, row, rows } from '../queue/queue-page.ts';

beforeEach(() => page.viewport(1280, 760));

const palette = () => page.getByRole('dialog', { name: 'Commands' });
const field = () => palette().getByRole('combobox');

async function openPalette(): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field()).toHaveFocus();
}

async function runCommand(words: string): Promise<void> {
  await openPalette();
  await userEvent.keyboard(`${words}{Enter}`);
  await expect.element(palette()).not.toBeInTheDocument();
}

/** Labels of all commands in the group that begins the palette. */
function firstGroup(): string[] {
  const group = document.querySelector('[role="listbox"] [role="group"]');
  return [...(group?.querySelectorAll('[role="option"]') ?? [])].map(
    (option) => option.firstElementChild?.textContent ?? '',
  );
}

test('for every row, the palette has the commands of its menu', { tags: 'long', timeout: 120_000 }, async () => {
  openDesk((fake) => fake.seed(busyScene(Date.now())));
  await expect.poll(() => rows().elements().length).toBe(13);
  for (let index = 0; index < 13; index++) {
    await clickRow(index, { position: { x: 300, y: 10 } });
    await userEvent.keyboard('m');
    await expect.element(page.getByRole('menu')).toBeVisible();
    const inMenu = [...document.querySelectorAll('[role="menu"] [role^="menuitem"]')].map(
      (item) => (item.querySelector('[class*="itemLabel"]') ?? item).textContent ?? '',
    );
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    await openPalette();
    const priorities = (label: string) => (/^(High|Normal|Low)$/.test(label) ? `${label} priority` : label);
    // Only the row’s button has it: its menu has both answers.
    const here = firstGroup().filter((label) => label !== 'Answer…');
    expect(here.sort(), `row ${index}`).toEqual(inMenu.map(priorities).sort());
    await userEvent.keyboard('{Escape}');
    await expect.element(palette()).not.toBeInTheDocument();
  }
});

test('a command does what its menu does, for the selected rows or the current one', { tags: 'long' }, async () => {
  const open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await clickRow(2, { position: { x: 300, y: 10 } });
  await runCommand('pause');
  await expect.poll(() => open.fake.jobs.get('j3')?.state.kind).toBe('paused');
  await expect.poll(focusedJob).toBe('j3');
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await openPalette();
  await expect.element(palette().getByRole('group', { name: '3 selected recordings' })).toBeVisible();
  await userEvent.keyboard('high prio{Enter}');
  await expect
    .poll(() => ['j3', 'j4', 'j5'].map((id) => open.fake.jobs.get(id)?.priority))
    .toEqual(Array(3).fill('high'));
});

test('the queue, its view, places and the appearance are commanded too', {
  tags: 'long',
  timeout: 60_000,
}, async () => {
  const open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await expect.poll(() => rows().elements().length).toBe(13);
  await runCommand('show done');
  await expect.poll(() => rows().elements().length).toBe(2);
  await runCommand('clear fin');
  await expect.poll(() => open.fake.jobs.has('j1')).toBe(false);
  await runCommand('show all');
  await expect.poll(() => rows().elements().length).toBe(11);
  await runCommand('sort length');
  await expect.element(page.getByRole('columnheader', { name: 'Sound' })).toHaveAttribute('aria-sort', 'ascending');
  await runCommand('compact');
  await expect.poll(() => row('j3').getBoundingClientRect().height).toBe(36);
  await runCommand('dark');
  await expect.poll(() => document.documentElement.dataset.mantineColorScheme).toBe('dark');
  await runCommand('appearance match');
  await runCommand('go to history');
  await expect.poll(() => window.location.hash).toBe('#/history');
  // The page is loaded when it is first opened.
  await expect.element(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 300));
  // From another page, too.
  await runCommand('find by name');
  await expect.element(page.getByRole('textbox', { name: 'Find by name or folder' })).toHaveFocus();
});

test('the palette is a panel over the dimmed page, which stays in sight beside it', async () => {
  openDesk((fake) => fake.seed(WAITING_SCENE));
  await openPalette();
  const content = palette().element();
  const { left, right } = content.getBoundingClientRect();
  expect(right - left).toBeLessThanOrEqual(620);
  // What centers it has the size of the window, and must neither be painted nor scroll.
  for (let around = content.parentElement; around !== null; around = around.parentElement) {
    if (around.getBoundingClientRect().width <= 620 || around.matches('main, body')) break;
    expect(getComputedStyle(around).backgroundColor).toBe('rgba(0, 0, 0, 0)');
    expect(around.scrollHeight).toBeLessThanOrEqual(around.clientHeight);
  }
});

test('a recording is found by name or folder, and its row has the focus', async () => {
  openDesk((fake) => fake.seed(busyScene(Date.now())));
  await expect.poll(() => rows().elements().length).toBe(13);
  await runCommand('field harbour 04');
  await expect.poll(focusedJob).toBe('j5');
});

test('Start in the palette is Start in the bar, and a whole batch needs no pointer', { tags: 'long' }, async () => {
  const open = openDesk((fake) => fake.seed(WAITING_SCENE));
  await expect.poll(() => rows().elements().length).toBe(3);
  await openPalette();
  await userEvent.keyboard('start{Enter}');
  await expect.poll(() => [...open.fake.jobs.values()].every(({ started }) => started)).toBe(true);
  await runCommand('pause all');
  await expect.element(page.getByRole('contentinfo')).toMatchTextContent(/Paused/);
  await runCommand('resume all');
  await runCommand('select all');
  await expect.element(page.getByText(/^3 of 3 selected/)).toBeVisible();
  await runCommand('clear selection');
  await expect.element(page.getByRole('toolbar')).not.toBeInTheDocument();
});

test('arrows, the pointer and Escape work as in any list of choices', async () => {
  openDesk((fake) => fake.seed(busyScene(Date.now())));
  await expect.poll(() => rows().elements().length).toBe(13);
  await openPalette();
  const active = () => document.getElementById(field().element().getAttribute('aria-activedescendant') ?? '');
  const first = active()?.textContent;
  await userEvent.keyboard('{ArrowUp}');
  expect(active()?.textContent).not.toBe(first);
  await userEvent.keyboard('{ArrowDown}');
  expect(active()?.textContent).toBe(first);
  await userEvent.keyboard('xyzzy');
  await expect.element(palette().getByText('Nothing matches.')).toBeVisible();
  await userEvent.keyboard('{Enter}{Escape}');
  await expect.element(palette()).not.toBeInTheDocument();
});
