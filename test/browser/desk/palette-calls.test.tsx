import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { viewStore } from '../../../renderer/state/view-store.ts';
import { busyScene, failedOver, OVER_STUDIO, STUDIO } from '../../harness/fake-desk/scenes.ts';
import { type OpenDesk, openDesk } from '../open-desk.tsx';
import { focusedJob, row, rows } from '../queue/queue-page.ts';

beforeEach(() => page.viewport(1280, 760));

const SEARCH = 'Find by name or folder';
/** For what follows an answer of the desk. */
const SETTLED_MS = 120;

interface Case {
  /** What is typed into the palette; its first command is run. */
  readonly words: string;
  /** The row that has the focus. */
  readonly job?: string;
  /** Rows that are selected before. */
  readonly selected?: readonly string[];
  /** The same, without the palette. */
  readonly control: () => Promise<void>;
}

const press = (name: string | RegExp) => () => page.getByRole('button', { name }).first().click();
const keys = (text: string) => () => userEvent.keyboard(text);
const link = (name: string) => () => page.getByRole('navigation').getByRole('link', { name }).click();

/** An item of the menu of the focused row. */
function item(name: string | RegExp, role: 'menuitem' | 'menuitemradio' = 'menuitem'): () => Promise<void> {
  return async () => {
    await userEvent.keyboard('m');
    await page.getByRole(role, { name }).click();
  };
}

/** An item of a menu that a button opens. */
function from(button: string, name: string, role: 'menuitem' | 'menuitemradio' = 'menuitem'): () => Promise<void> {
  return async () => {
    await press(button)();
    await page.getByRole(role, { name }).click();
  };
}

const ROWS: readonly Case[] = [
  { words: 'details', job: 'j1', control: item('Details…') },
  { words: 'show in folder', job: 'j1', control: item('Show in folder') },
  { words: 'compare', job: 'j1', control: item('Compare') },
  { words: 'add service 3.5', job: 'j2', control: item('Add Service 3.5') },
  { words: 'low priority', job: 'j3', control: item('Low', 'menuitemradio') },
  { words: 'pause', job: 'j5', control: item('Pause') },
  { words: 'try now', job: 'j6', control: item('Try now') },
  { words: 'restore this part', job: 'j8', control: item('Restore this part') },
  { words: 'start again', job: 'j9', control: item('Start again…') },
  { words: 'check again', job: 'j9', control: item('Check again') },
  { words: 'move to top', job: 'j10', control: item('Move to top') },
  { words: 'move to bottom', job: 'j10', control: item('Move to bottom') },
  { words: 'resume', job: 'j11', control: item('Resume') },
  { words: 'change preset', job: 'j12', control: item('Change preset…') },
  { words: 'models', job: 'j12', control: item('Models…') },
  { words: 'move to connection', job: 'j12', control: item('Move to connection…') },
  { words: 'start', job: 'j12', control: item(/^Start/) },
  { words: 'cancel', job: 'j4', control: item('Cancel') },
  { words: 'retry', job: 'j4', control: item('Retry') },
  { words: 'remove', job: 'j13', control: item('Remove') },
];

const SELECTED: readonly Case[] = [
  { words: 'pause', selected: ['j3', 'j5', 'j10'], control: press('Pause') },
  { words: 'resume', selected: ['j3', 'j11'], control: press('Resume') },
  { words: 'high priority', selected: ['j3', 'j10'], control: from('Order', 'High', 'menuitemradio') },
  {
    words: 'start',
    selected: ['j12', 'j13'],
    control: () =>
      page
        .getByRole('toolbar')
        .getByRole('button', { name: /^Start/ })
        .click(),
  },
  { words: 'cancel', selected: ['j3', 'j4'], control: press('Cancel') },
  { words: 'remove', selected: ['j7', 'j8'], control: press('Remove') },
  { words: 'clear selection', selected: ['j1', 'j2'], control: keys('{Escape}') },
];

const QUEUE: readonly Case[] = [
  { words: 'choose files', control: from('Add', 'Files…') },
  { words: 'choose folder', control: from('Add', 'Folder…') },
  { words: 'samples', control: from('Add', 'Samples') },
  { words: 'pause all', control: press('Pause all') },
  { words: 'resume all', control: press('Resume all') },
  { words: 'retry failed', control: press(/^Retry \d/) },
  { words: 'start', control: press(/^Start \d/) },
  { words: 'show done', control: press(/^Done/) },
  { words: 'show needs attention', control: press(/^Needs attention/) },
  { words: 'show all', control: press(/^All/) },
  { words: 'sort by length', control: press('Length') },
  { words: 'keep this order', control: press('Keep this order') },
  { words: 'sort by cost', control: press('Cost, USD') },
  { words: 'manual order', control: press('Manual order') },
  { words: 'select all', control: () => page.getByRole('checkbox', { name: 'Select all' }).click() },
  { words: 'find by name', control: keys('/') },
  { words: 'appearance dark', control: from('Appearance', 'Dark', 'menuitemradio') },
  { words: 'use the preset podcast', control: choosePodcast },
  { words: 'clear finished', control: press('Clear finished') },
  { words: 'keyboard shortcuts', control: press('Keyboard shortcuts') },
  { words: 'history', control: link('History') },
  { words: 'connections', control: link('Connections') },
  { words: 'settings', control: link('Settings') },
  { words: 'settings watch folders', control: toWatchFolders },
];

async function toWatchFolders(): Promise<void> {
  await link('Settings')();
  await page
    .getByRole('navigation', { name: 'Places in Settings' })
    .getByRole('button', { name: 'Watch folders' })
    .click();
}

async function choosePodcast(): Promise<void> {
  await press(/^Preset/)();
  await page.getByRole('radio', { name: /^Podcast episode/ }).click();
  await userEvent.keyboard('{Escape}');
}

async function byPalette(words: string): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox');
  await field.fill(words);
  await userEvent.keyboard('{Enter}');
  await expect.element(field).not.toBeInTheDocument();
}

/** Everything that a command may lead to: place, dialog, view, focus in the search. */
function state(): object {
  const { filter, selected, sort } = viewStore.getState();
  const dialog = document.querySelector('[role="dialog"]');
  const title = document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '')?.textContent ?? null;
  const searching = document.activeElement?.getAttribute('aria-label') === SEARCH;
  return { place: window.location.hash, dialog: title, filter, sort, selected: [...selected].sort(), searching };
}

async function backToDesk(): Promise<void> {
  await userEvent.keyboard('{Escape}');
  (document.activeElement as HTMLElement | null)?.blur();
  const wasElsewhere = window.location.hash !== '#/desk';
  window.location.hash = '#/desk';
  await expect.poll(() => document.querySelector('[role="dialog"], [role="menu"]')).toBeNull();
  await expect.element(page.getByRole('grid', { name: 'Queue' })).toBeInTheDocument();
  // The row that was left takes the focus back.
  if (wasElsewhere) await new Promise((resolve) => setTimeout(resolve, 4 * SETTLED_MS));
}

/** One call may follow the answer to another: until none comes any more. */
async function callsOf(open: OpenDesk): Promise<string[]> {
  const calls: string[] = [];
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    const more = open.takeCalls();
    if (more.length === 0) return calls;
    calls.push(...more);
  }
}

/** Does all of it, one after the other, on a desk of its own. */
async function walk(cases: readonly Case[], act: (one: Case) => Promise<void>): Promise<Record<string, unknown>> {
  const open = openDesk((fake) => {
    fake.addConnection({ ...STUDIO, chosen: false });
    fake.seed([...busyScene(1_700_000_000_000), ...failedOver(OVER_STUDIO, 1, 540_000)]);
  });
  await expect.poll(() => rows().elements().length, { timeout: 15_000 }).toBe(14);
  const chosen: string[] = [];
  const note = (event: Event) => {
    if (event.target instanceof HTMLInputElement && event.target.type === 'file') {
      event.preventDefault();
      chosen.push(event.target.dataset.testid ?? '');
    }
  };
  document.addEventListener('click', note);
  const seen: Record<string, unknown> = {};
  for (const one of cases) {
    const { job = null, selected = [] } = one;
    viewStore.setState({ selected: new Set(selected), current: job ?? selected[0] ?? null });
    if (job !== null) {
      row(job).focus();
      await expect.poll(focusedJob).toBe(job);
    }
    open.takeCalls();
    const before = JSON.stringify(state());
    await act(one);
    const calls = await callsOf(open);
    const name = `${one.words} ${job ?? selected.join(' ')}`;
    seen[name] = { ...state(), calls, chosen: chosen.splice(0) };
    const { calls: _calls, chosen: _chosen, ...after } = seen[name] as Record<string, unknown>;
    const quiet = JSON.stringify(after) === before && JSON.stringify([_calls, _chosen]) === '[[],[]]';
    expect(quiet, `${name} does something`).toBe(false);
    await backToDesk();
  }
  document.removeEventListener('click', note);
  open.close();
  return seen;
}

test.each([
  ['a row', ROWS],
  ['selected rows', SELECTED],
  ['the queue and the page', QUEUE],
])('commands for %s do what their menus, buttons and keys do', { timeout: 90_000 }, async (_, cases) => {
  const control = await walk(cases, (one) => one.control());
  const palette = await walk(cases, (one) => byPalette(one.words));
  expect(palette).toEqual(control);
});
