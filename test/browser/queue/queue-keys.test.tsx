import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makeGeneration } from '../../harness/fake-desk/fake-jobs.ts';
import { busyScene, OVER_STUDIO, WAITING_SCENE } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';
import { clickRow, focusedJob, rows } from './queue-page.ts';

beforeEach(() => page.viewport(1280, 760));

test('the queue works with the keyboard alone', { tags: 'long' }, async () => {
  const open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await expect.poll(() => rows().elements().length).toBeGreaterThan(8);
  document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(focusedJob).toBe('j2');
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await expect.element(page.getByText(/^3 of \d+ selected/)).toBeVisible();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect.poll(() => open.fake.jobs.get('j3')?.state.kind).toBe('paused');
  expect(open.fake.jobs.get('j2')?.state.kind).toBe('done');
});

test('a Shift-click selects from the row clicked before', async () => {
  openDesk((fake) => fake.seed(busyScene(Date.now())));
  await clickRow(2);
  await clickRow(5, { modifiers: ['Shift'] });
  await expect.element(page.getByText(/^4 of \d+ selected/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect.element(page.getByRole('toolbar')).not.toBeInTheDocument();
});

test('Shift selects the whole range, also with checkboxes, and Escape clears it', { tags: 'long' }, async () => {
  openDesk((fake) => fake.seed(busyScene(Date.now())));
  await page.getByRole('checkbox', { name: 'Select ep-041 intro.wav' }).click();
  await page.getByRole('checkbox', { name: 'Select harbour 04.flac' }).click({ modifiers: ['Shift'] });
  await expect.element(page.getByText(/^5 of \d+ selected/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText(/^5 of \d+ selected/)).not.toBeInTheDocument();
  await clickRow(2, { modifiers: ['Shift'] });
  await expect.element(page.getByText(/^3 of \d+ selected/)).toBeVisible();
});

test('M, Shift-F10 and a right click open the menu of a row, which returns the focus', { tags: 'long' }, async () => {
  openDesk((fake) => fake.seed(busyScene(Date.now())));
  const compare = page.getByRole('menuitem', { name: 'Compare' });
  await clickRow(0);
  for (const keys of ['m', '{Shift>}{F10}{/Shift}']) {
    await userEvent.keyboard(keys);
    await expect.element(compare).toBeVisible();
    await new Promise((resolve) => setTimeout(resolve, 250));
    await expect.element(compare).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(compare).not.toBeInTheDocument();
    await expect.poll(focusedJob).toBe('j1');
  }
  await clickRow(1, { button: 'right' });
  await expect.element(compare).toBeVisible();
  // The focus is on the first item, as in every menu.
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => window.location.hash).toBe('#/listen/j2');
});

test('Enter on a finished row compares it, and back on the desk that row has the focus', { tags: 'long' }, async () => {
  openDesk((fake) => fake.seed(busyScene(Date.now())));
  await clickRow(1);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => window.location.hash).toBe('#/listen/j2');
  await userEvent.keyboard('{Control>}1{/Control}');
  await expect.poll(focusedJob).toBe('j2');
});

test('removing rows can be undone by button and key, and the focus stays in the list', { tags: 'long' }, async () => {
  const open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await clickRow(0);
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}{Delete}');
  await expect.poll(() => open.fake.jobs.has('j2')).toBe(false);
  await expect.poll(focusedJob).toBe('j3');
  await expect.element(page.getByText('Removed 2 recordings.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => open.fake.jobs.has('j1') && open.fake.jobs.has('j2')).toBe(true);
  await expect.element(page.getByText('Removed 2 recordings.')).not.toBeInTheDocument();
  await expect.poll(focusedJob).toBe('j1');
  await userEvent.keyboard('{Delete}');
  await expect.poll(() => open.fake.jobs.has('j1')).toBe(false);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => open.fake.jobs.has('j1')).toBe(true);
  // The key does nothing more.
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByText(/selected$/)).not.toBeInTheDocument();
});

test('removing work that may be billed asks first, with Keep in focus', async () => {
  const open = openDesk((fake) => {
    fake.seed(busyScene(Date.now()));
    const begun = { ...makeGeneration('j9', 'service-3.5'), state: 'unknown' as const };
    fake.change('j7', (job) => ({ ...job, ...OVER_STUDIO, generations: [begun] }));
  });
  await clickRow(6);
  await userEvent.keyboard('{Delete}');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(/Remove this recording\?.*may be billed/);
  await expect.element(dialog.getByRole('button', { name: 'Keep' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(open.fake.jobs.has('j7')).toBe(true);
});

test('after the last row is removed, the button that adds files has the focus', async () => {
  const open = openDesk((fake) => fake.seed(WAITING_SCENE));
  await clickRow(0);
  await userEvent.keyboard('{Control>}a{/Control}{Delete}');
  await expect.element(page.getByRole('heading', { name: 'Drop recordings or folders here' })).toBeVisible();
  await expect.poll(() => document.activeElement?.textContent).toBe('Choose files…');
  open.fake.seed([{ name: 'next.wav', durationSeconds: 10 }]);
  await expect.element(page.getByRole('checkbox', { name: 'Select all' })).not.toBeChecked();
});

test('closing a dialog returns the focus to the row', { tags: 'long' }, async () => {
  openDesk((fake) => fake.seed(busyScene(Date.now())));
  // First a dialog that is submitted, not closed.
  await page.getByRole('button', { name: 'Actions for room tone.wav' }).click();
  await page.getByRole('menuitem', { name: 'Models…' }).click();
  await page.getByRole('checkbox', { name: 'Service 3.5' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await clickRow(1);
  await userEvent.keyboard('m');
  await page.getByRole('menuitem', { name: 'Details…' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(focusedJob).toBe('j2');
});
