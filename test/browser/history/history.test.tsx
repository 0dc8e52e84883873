import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { busyScene } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 760));

const names = () => [...document.querySelectorAll('[role="grid"] [data-job] b')].map((name) => name.textContent);
const status = (words: string) => expect.element(page.getByText(words, { exact: false }).first()).toBeVisible();

async function openHistory(hash = '#/history') {
  const opened = openDesk((fake) => fake.seed(busyScene(Date.now())));
  window.location.hash = hash;
  await expect.element(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect.poll(() => document.querySelector('[role="grid"] [data-job], h2')).not.toBeNull();
  return opened;
}

test('filters combine, stand in the address, and are cleared one by one or together', { tags: 'long' }, async () => {
  await openHistory();
  await status('11 recordings');
  await page.getByRole('button', { name: 'State' }).click();
  await page.getByRole('checkbox', { name: 'Failed' }).click();
  await status('2 of 11 recordings');
  expect(window.location.hash).toBe('#/history/states=failed');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Model' }).click();
  await page.getByRole('checkbox', { name: 'Service 3.5' }).click();
  expect(window.location.hash).toBe('#/history/models=service-3.5&states=failed');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Clear filter State' }).click();
  expect(window.location.hash).toBe('#/history/models=service-3.5');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await status('11 recordings');
});

test('an address opens its view; what finds nothing says so and leads back', async () => {
  await openHistory('#/history/search=no%20such%20thing&states=done&sort=name-asc');
  await expect.element(page.getByRole('textbox')).toHaveValue('no such thing');
  await expect.element(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await status('11 recordings');
  expect(window.location.hash).toBe('#/history');
});

test('a search is saved under a name, opened again, and deleted', { tags: 'long' }, async () => {
  await openHistory();
  await page.getByRole('textbox').fill('interview');
  await page.getByRole('button', { name: 'Save this search' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Interviews');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await status('11 recordings');
  await page.getByRole('button', { name: 'Interviews', exact: true }).click();
  await status('2 of 11 recordings');
  await page.getByRole('button', { name: 'Delete saved search Interviews' }).click();
  await expect.element(page.getByRole('button', { name: 'Interviews', exact: true })).not.toBeInTheDocument();
});

test('folders are groups with sums; a group opens its recordings below it, and its name shows them alone', {
  tags: 'long',
}, async () => {
  await openHistory();
  await page.getByRole('combobox', { name: 'Group' }).selectOptions('show');
  const groups = page.getByRole('region', { name: 'Groups' });
  await expect.element(groups.getByRole('row').nth(1)).toBeVisible();
  const rows = [...document.querySelectorAll('tbody tr')].map((row) => Number(row.children[1]?.textContent));
  expect(rows.reduce((sum, count) => sum + count, 0)).toBe(11);
  const toggle = groups.getByRole('button', { name: /^Recordings of/ }).first();
  await toggle.click();
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true');
  const inside = () => document.querySelectorAll('tbody tr[data-job]').length;
  await expect.poll(inside).toBe(rows[0]);
  await toggle.click();
  await expect.poll(inside).toBe(0);
  await toggle.click();
  await expect.poll(inside).toBe(rows[0]);
  await groups.getByRole('button').nth(1).click();
  await status(`${rows[0]} of 11 recordings`);
  expect(names()).toHaveLength(rows[0] ?? 0);
});

test('what was searched for is marked in names', async () => {
  await openHistory('#/history/search=inter');
  await expect
    .poll(() => [...document.querySelectorAll('[role="grid"] mark')].map((mark) => mark.textContent?.toLowerCase()))
    .toContain('inter');
});

test('rows are walked by keyboard, have a menu, and are deleted with Undo', { tags: 'long' }, async () => {
  await openHistory();
  window.location.hash = '#/history/states=done';
  await expect.poll(() => names().length).toBeLessThan(11);
  const [first] = names();
  const left = names().length - 1;
  const row = document.querySelector<HTMLElement>('[data-index="0"]');
  row?.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowDown}');
  await expect.poll(() => document.activeElement?.getAttribute('data-index')).toBe('1');
  await userEvent.keyboard('{Home}');
  await expect.poll(() => document.activeElement?.getAttribute('data-index')).toBe('0');
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(names).toHaveLength(left);
  expect(names()).not.toContain(first);
  await page.getByTestId('undo').click();
  await expect.poll(names).toContain(first);
});

const row = (index: number) => document.querySelector<HTMLElement>(`[role="grid"] [data-index="${index}"]`);
const press = (key: string, more: KeyboardEventInit = {}) =>
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  );
const detail = () => document.querySelector('aside[aria-label^="Details of"]');

test('Enter opens the detail, arrows walk with it, its note is kept, and Escape leads back to the row', async () => {
  await openHistory('#/history/states=done');
  await expect.poll(() => row(1)).not.toBeNull();
  row(0)?.focus();
  press('Enter');
  await expect.poll(() => detail()?.querySelector('h2')?.textContent).toBe(names()[0]);
  await expect.poll(() => detail()?.textContent).toContain('Measures');
  for (const part of ['Settings', 'Files', 'Ledger', 'Save as…']) expect(detail()?.textContent).toContain(part);
  press('ArrowDown');
  await expect.poll(() => detail()?.querySelector('h2')?.textContent).toBe(names()[1]);
  await page.getByRole('textbox', { name: 'Note' }).fill('Tram at 31:07');
  await page.getByRole('button', { name: 'Close the details' }).click();
  await expect.poll(detail).toBeNull();
  row(1)?.focus();
  press('Enter');
  await expect.poll(() => detail()?.querySelector('textarea')?.value).toBe('Tram at 31:07');
  press('Escape');
  await expect.poll(detail).toBeNull();
  expect(document.activeElement).toBe(row(1));
});

test('rows are selected as on the desk, all that the filter shows with Ctrl+A, and deleted together', {
  tags: 'long',
}, async () => {
  await openHistory();
  const toolbar = page.getByRole('toolbar', { name: 'Selected recordings' });
  row(0)?.focus();
  press(' ');
  await expect.element(toolbar.getByText('1 selected')).toBeVisible();
  row(2)?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }));
  await expect.element(toolbar.getByText('3 selected')).toBeVisible();
  row(1)?.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }));
  await expect.element(toolbar.getByText('2 selected')).toBeVisible();
  press('a', { ctrlKey: true });
  await expect.element(toolbar.getByText('11 selected')).toBeVisible();
  press('Escape');
  await expect.element(toolbar).not.toBeInTheDocument();
  window.location.hash = '#/history/states=failed';
  await expect.poll(names).toHaveLength(2);
  row(0)?.focus();
  press('a', { ctrlKey: true });
  await toolbar.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await page.getByTestId('undo').click();
  await expect.poll(names).toHaveLength(2);
});

test('selected recordings get a tag together, with Undo', async () => {
  const { takeCalls } = await openHistory('#/history/states=failed');
  await expect.poll(names).toHaveLength(2);
  const jobIds = [row(0)?.dataset.job, row(1)?.dataset.job];
  const calls = () => takeCalls().filter((call) => call.startsWith('verdicts.'));
  await page.getByRole('checkbox', { name: 'Select all recordings that are found' }).click();
  await page.getByRole('button', { name: 'Tags', exact: true }).click();
  await page.getByLabelText('Tag', { exact: true }).fill('archive');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await expect.element(page.getByTestId('undo')).toBeVisible();
  expect(calls()).toEqual([`verdicts.setTag ${JSON.stringify({ jobIds, tag: 'archive', isOn: true })}`]);
  await page.getByTestId('undo').click();
  await expect.poll(calls).toEqual([`verdicts.setTag ${JSON.stringify({ jobIds, tag: 'archive', isOn: false })}`]);
});

test('a tag is taken away from selected recordings, with Undo; one that none has changes nothing', {
  tags: 'long',
}, async () => {
  const { takeCalls } = await openHistory('#/history/states=failed');
  await expect.poll(names).toHaveLength(2);
  const jobIds = [row(0)?.dataset.job, row(1)?.dataset.job];
  const calls = () => takeCalls().filter((call) => call.startsWith('verdicts.'));
  const call = (tag: string, isOn: boolean) => `verdicts.setTag ${JSON.stringify({ jobIds, tag, isOn })}`;
  const change = async (tag: string, what: string) => {
    await page.getByRole('button', { name: 'Tags', exact: true }).click();
    await page.getByLabelText('Tag', { exact: true }).fill(tag);
    await page.getByRole('button', { name: what }).click();
  };
  await page.getByRole('checkbox', { name: 'Select all recordings that are found' }).click();
  await change('archive', 'Add tag');
  await expect.poll(calls).toEqual([call('archive', true)]);
  await change('archive', 'Remove tag');
  await expect.element(page.getByText('Tag “archive” removed from 2 recordings.')).toBeVisible();
  expect(calls()).toEqual([call('archive', false)]);
  await page.getByTestId('undo').click();
  await expect.poll(calls).toEqual([call('archive', true)]);
  await change('never given', 'Remove tag');
  await expect.element(page.getByText('None of these recordings has this tag.')).toBeVisible();
});

test('the cost of a batch leads to its ledger', { tags: 'long' }, async () => {
  await openHistory();
  await page.getByRole('combobox', { name: 'Group' }).selectOptions('batch');
  const link = page.getByRole('region', { name: 'Groups' }).getByRole('link').first();
  await link.click();
  await expect.element(page.getByRole('heading', { name: 'Costs of a batch' })).toBeVisible();
  expect(window.location.hash).toMatch(/^#\/costs\/batch=./);
});
