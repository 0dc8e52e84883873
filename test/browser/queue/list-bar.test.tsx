import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { busyScene, longScene, WAITING_SCENE } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';
import { clickRow, focusedJob, row, rows } from './queue-page.ts';

beforeEach(() => page.viewport(1280, 760));

const toolbar = () => page.getByRole('toolbar', { name: 'Selected recordings' });

test('filters and search stay while rows are selected, and both Starts say their scope', async () => {
  const open = openDesk((fake) => fake.seed(WAITING_SCENE));
  await page.getByRole('textbox', { name: 'Find by name or folder' }).fill('ep-044');
  await page.getByRole('checkbox', { name: 'Select ep-044 intro.wav' }).click();
  await page.getByRole('checkbox', { name: 'Select ep-044 outro.wav' }).click();
  await expect.element(toolbar()).toMatchTextContent(/2 of 3 selected/);
  await expect.element(page.getByRole('button', { name: 'Ready 3' })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Find by name or folder' })).toHaveValue('ep-044');
  await expect.element(page.getByRole('button', { name: 'Start 3' })).toBeVisible();
  await toolbar()
    .getByRole('button', { name: /^Start 2/ })
    .click();
  await expect.poll(() => ['w1', 'w2', 'w3'].map((id) => open.fake.jobs.get(id)?.started)).toEqual([false, true, true]);
});

test('the box in the headings selects all that are shown, then none', async () => {
  openDesk((fake) => fake.seed(busyScene(Date.now())));
  await page.getByRole('checkbox', { name: 'Select ep-041 intro.wav' }).click();
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await expect.element(toolbar()).toMatchTextContent(/13 of 13 selected/);
  // From a button above the rows, Ctrl+A means the rows, not the text of the page.
  await page.getByRole('button', { name: /^All/ }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(toolbar()).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(toolbar()).toMatchTextContent(/13 of 13 selected/);
  expect(document.getSelection()?.toString()).toBe('');
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await expect.element(toolbar()).not.toBeInTheDocument();
});

test('/ leads to the search, Escape empties it', async () => {
  openDesk((fake) => fake.seed(busyScene(Date.now())));
  await clickRow(1);
  await userEvent.keyboard('/');
  const search = page.getByRole('textbox', { name: 'Find by name or folder' });
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('harbour');
  await expect.poll(() => rows().elements().length).toBe(2);
  await expect.element(search).toHaveValue('harbour');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => rows().elements().length).toBe(13);
});

test('what was added out of view is named and shown', async () => {
  const open = openDesk((fake) => fake.seed(longScene(60)));
  await expect.poll(() => rows().elements().length).toBeGreaterThan(10);
  open.fake.seed([
    { id: 'new-1', name: 'new 1.wav', durationSeconds: 10 },
    { id: 'new-2', name: 'new 2.wav', durationSeconds: 10 },
  ]);
  const show = page.getByRole('button', { name: '2 added · Show' });
  await show.click();
  await expect.poll(focusedJob).toBe('new-1');
  await expect.element(show).not.toBeInTheDocument();
});

test('nothing is said of what was added in view, and a row that comes back is no new one', async () => {
  const open = openDesk((fake) => fake.seed(longScene(60).map((part) => ({ ...part, addedAt: 5 }))));
  await expect.poll(() => rows().elements().length).toBeGreaterThan(10);
  await page.getByRole('textbox', { name: 'Find by name or folder' }).fill('fresh');
  open.fake.seed([{ id: 'fresh', name: 'fresh.wav', addedAt: 9 }]);
  await expect.poll(() => rows().elements().length).toBe(1);
  open.fake.seed([{ id: 'back', name: 'back.wav', addedAt: 4 }]);
  await page.getByRole('textbox', { name: 'Find by name or folder' }).fill('');
  await expect.poll(() => rows().elements().length).toBeGreaterThan(10);
  expect(page.getByRole('button', { name: /added · Show/ }).elements()).toHaveLength(0);
});

test('finished recordings are cleared, failed ones stay', async () => {
  const open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await page.getByRole('button', { name: 'Queue options' }).click();
  await page.getByRole('button', { name: 'Clear finished' }).click();
  await expect.poll(() => open.fake.jobs.has('j1') || open.fake.jobs.has('j2')).toBe(false);
  expect(open.fake.jobs.has('j7')).toBe(true);
  await expect.element(page.getByRole('button', { name: 'Clear finished' })).toBeDisabled();
});

test('how many run at the same time is changed while they run, and kept', { tags: 'long' }, async () => {
  const open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await page.getByRole('button', { name: 'Queue options' }).click();
  const uploads = page.getByRole('textbox', { name: 'Uploads' });
  await expect.element(uploads).toHaveValue('3');
  await uploads.click();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.poll(() => open.fake.preferences.concurrency.uploads).toBe(5);
  const restorations = page.getByRole('textbox', { name: 'Restorations on this computer' });
  await restorations.fill('9');
  expect(open.fake.preferences.concurrency.restorations).toBeNull();
  await restorations.fill('1');
  await expect.poll(() => open.fake.preferences.concurrency.restorations).toBe(1);
  await page.getByText('Compact', { exact: true }).click();
  await expect.poll(() => row('j1').getBoundingClientRect().height).toBe(36);
});
