import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openDesk } from '../open-desk.tsx';
import { focusedJob, row, rows, work } from './queue-page.ts';

beforeEach(() => page.viewport(1280, 760));

const press = (keys: string) => userEvent.keyboard(keys);
/** More places than any page has. */
const MOST_TABS = 60;
const SOON = { timeout: 10_000 };

function nameOf(element: Element | null): string {
  const label = element?.getAttribute('aria-label') ?? element?.getAttribute('title');
  const own = element?.textContent ?? '';
  return own.trim() !== '' ? own.trim() : (label ?? '');
}

/** Goes there by Tab alone, as someone without a pointer does. */
async function tabTo(name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let tab = 0; tab < MOST_TABS; tab++) {
    await press('{Tab}');
    const at = nameOf(document.activeElement);
    if (name.test(at)) return;
    passed.push(at.slice(0, 40));
  }
  throw new Error(`Tab doesn’t reach ${name}, only ${[...new Set(passed)].join(' | ')}`);
}

async function command(words: string): Promise<void> {
  await press('{Control>}k{/Control}');
  await expect.element(page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')).toHaveFocus();
  await press(`${words}{Enter}`);
  await expect.element(page.getByRole('dialog', { name: 'Commands' })).not.toBeInTheDocument();
}

function states(fake: ReturnType<typeof openDesk>['fake']): string[] {
  return [...fake.jobs.values()].map(({ state }) => state.kind);
}

test('a whole batch without a pointer: add, preset, start, pause, menu, filter, selection, Listen, save, clear, undo', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  const { fake } = openDesk();
  await expect.element(page.getByRole('heading', { name: 'Drop recordings or folders here' })).toBeVisible();

  await tabTo(/^Restore the samples/);
  await press('{Escape}');
  await command('add the samples');
  await expect.poll(() => rows().elements().length, SOON).toBe(3);

  await tabTo(/^Preset/);
  await press('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Settings for new recordings' })).toBeVisible();
  await press('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await command('use the preset interview');
  await expect.element(page.getByRole('button', { name: /^Preset.*Interview archive/ })).toBeVisible();

  await tabTo(/^Start 3$/);
  await press('{Enter}');
  await expect.poll(() => [...fake.jobs.values()].every(({ started }) => started)).toBe(true);

  await tabTo(/^Pause all$/);
  await press('{Enter}');
  await expect.element(page.getByRole('contentinfo')).toMatchTextContent(/Paused/);
  // The focus stays where the way back is.
  await expect.poll(() => nameOf(document.activeElement)).toBe('Resume all');
  await press('{Enter}');
  await expect.element(page.getByRole('contentinfo')).not.toMatchTextContent(/Paused/);

  await expect.element(page.getByRole('grid', { name: 'Queue' })).toBeVisible();
  while (focusedJob() === null) await press('{Tab}');
  const [first = ''] = [...fake.jobs.keys()];
  expect(focusedJob()).toBe(first);
  await press('m');
  await expect.element(page.getByRole('menu')).toBeVisible();
  await press('{ArrowDown}{Escape}');
  await expect.poll(focusedJob).toBe(first);

  work(fake);
  await expect.poll(() => states(fake)).toEqual(['done', 'done', 'done']);
  await press('{Shift>}{ArrowDown}{/Shift}');
  await expect.element(page.getByText('2 of 3 selected')).toBeVisible();
  await press('{Escape}');
  await expect.element(page.getByRole('toolbar')).not.toBeInTheDocument();

  await tabTo(/^Done 3$/);
  await press('{Enter}');
  await expect.element(page.getByRole('button', { name: /^Done/ })).toHaveAttribute('aria-pressed', 'true');
  await press('/');
  await press('hum');
  await expect.poll(() => rows().elements().length).toBe(1);
  await press('{Escape}');

  while (focusedJob() === null) await press('{Tab}');
  const heard = focusedJob() ?? '';
  await press('{Enter}');
  await expect.poll(() => window.location.hash).toBe(`#/listen/${heard}`);
  await expect.element(page.getByTestId('take').first(), SOON).toBeVisible();
  await tabTo(/^Save as…/);
  await press('{Enter}');
  await tabTo(/^Save$/);
  await press('{Enter}');
  await expect.poll(() => fake.outputs.saved.length + fake.saved.length).toBe(1);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await press('{Control>}1{/Control}');
  await expect.poll(() => window.location.hash).toBe('#/desk');
  await expect.poll(focusedJob).toBe(heard);
  expect(row(heard)).toHaveFocus();

  await tabTo(/^Queue options$/);
  await press('{Enter}');
  await tabTo(/^Clear finished$/);
  await press('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Drop recordings or folders here' })).toBeVisible();
  await press('{Control>}z{/Control}');
  await expect.poll(() => rows().elements().length).toBe(3);
});

test('from the start to a saved file takes at most 25 keys', { tags: 'long' }, async () => {
  let pressed = 0;
  const count = ({ key }: KeyboardEvent) => {
    if (!['Control', 'Shift', 'Alt', 'Meta'].includes(key)) pressed += 1;
  };
  window.addEventListener('keydown', count, { capture: true });
  onTestFinished(() => window.removeEventListener('keydown', count, { capture: true }));
  const { fake } = openDesk();
  await expect.element(page.getByRole('heading', { name: 'Drop recordings or folders here' })).toBeVisible();
  await tabTo(/^Restore the samples/);
  await press('{Enter}');
  await expect.poll(() => [...fake.jobs.values()].filter(({ started }) => started).length, SOON).toBe(3);
  work(fake);
  await expect.poll(() => states(fake)).toEqual(['done', 'done', 'done']);
  await expect.poll(() => page.getByRole('button', { name: 'Compare' }).elements().length, SOON).toBe(3);
  await press('g');
  await expect.poll(focusedJob).not.toBeNull();
  await press('s');
  await expect.element(page.getByRole('button', { name: 'Save 1 file' })).toBeEnabled();
  await press('{Control>}{Enter}{/Control}');
  await expect.poll(() => fake.outputs.saved.length + fake.saved.length).toBe(1);
  console.log(`${pressed} keys from the start to a saved file`);
  expect(pressed).toBeLessThanOrEqual(25);
});
