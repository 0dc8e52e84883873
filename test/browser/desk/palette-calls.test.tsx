import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { viewStore } from '../../../renderer/state/view-store.ts';
import { busyScene, failedOver, OVER_STUDIO, STUDIO } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';
import { click, enter, key, PATIENCE, turn } from '../page-events.ts';
import { focusedJob, row, rows } from '../queue/queue-page.ts';

beforeEach(() => page.viewport(1280, 760));

const SEARCH = 'Find by name or folder';
/** Turns of the page without a call after which none follows anymore: an answer arrives in one, and what it leads to in the next. */
const QUIET_TURNS = 5;

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

const press = (name: string | RegExp) => () => click(page.getByRole('button', { name }));
const keys = (name: string) => () => key(name);
const link = (name: string) => () => click(page.getByRole('navigation').getByRole('link', { name }));

/** A button of the bar over the selected rows. */
function inToolbar(name: string | RegExp): () => Promise<void> {
  return () => click(page.getByRole('toolbar').getByRole('button', { name }));
}

/** An item of the menu of the focused row. */
function item(name: string | RegExp, role: 'menuitem' | 'menuitemradio' = 'menuitem'): () => Promise<void> {
  return async () => {
    await key('m');
    await click(page.getByRole(role, { name }));
  };
}

/** An item of a menu that a button opens. */
function from(
  button: string | RegExp,
  name: string,
  role: 'menuitem' | 'menuitemradio' = 'menuitem',
): () => Promise<void> {
  return async () => {
    await press(button)();
    await click(page.getByRole(role, { name }));
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
  { words: 'repair', job: 'j8', control: item('Repair…') },
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
  { words: 'pause', selected: ['j3', 'j5', 'j10'], control: inToolbar('Pause') },
  { words: 'resume', selected: ['j3', 'j11'], control: inToolbar('Resume') },
  { words: 'high priority', selected: ['j3', 'j10'], control: from(/^More$/, 'High', 'menuitemradio') },
  { words: 'start', selected: ['j12', 'j13'], control: inToolbar(/^Start/) },
  { words: 'cancel', selected: ['j3', 'j4'], control: inToolbar('Cancel') },
  { words: 'remove', selected: ['j7', 'j8'], control: from(/^More$/, 'Remove') },
  { words: 'clear selection', selected: ['j1', 'j2'], control: keys('Escape') },
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
  { words: 'show attention', control: press(/^Attention/) },
  { words: 'show all', control: press(/^All/) },
  { words: 'sort by length', control: press(/^Sound$/) },
  { words: 'keep this order', control: press('Keep this order') },
  { words: 'sort by cost', control: press('Cost (USD)') },
  { words: 'manual order', control: press('Manual order') },
  { words: 'select all', control: selectEveryRow },
  { words: 'find by name', control: keys('/') },
  { words: 'appearance dark', control: from('Appearance', 'Dark', 'menuitemradio') },
  { words: 'use the preset podcast', control: choosePodcast },
  { words: 'clear finished', control: clearFinished },
  { words: 'keyboard shortcuts', control: press('Keyboard shortcuts') },
  { words: 'history', control: link('History') },
  { words: 'connections', control: link('Connections') },
  { words: 'settings', control: link('Settings') },
  { words: 'settings watch folders', control: toWatchFolders },
];

/** The box selects the rows that are shown, and those follow the filter as soon as the machine has time. */
async function selectEveryRow(): Promise<void> {
  await expect.poll(() => rows().elements().length, PATIENCE).toBeGreaterThan(8);
  await click(page.getByRole('checkbox', { name: 'Select all' }));
}

async function clearFinished(): Promise<void> {
  await press('Queue options')();
  await press('Clear finished')();
  await key('Escape');
}

async function toWatchFolders(): Promise<void> {
  await link('Settings')();
  const places = page.getByRole('navigation', { name: 'Places in Settings' });
  await click(places.getByRole('button', { name: 'Watch folders' }));
}

async function choosePodcast(): Promise<void> {
  await press(/^Preset(?!:)/)();
  await press(/^Preset: /)();
  await click(page.getByRole('radio', { name: /^Podcast episode/ }));
  await press('Done')();
}

async function byPalette(words: string): Promise<void> {
  await key('k', { ctrlKey: true });
  const field = page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox');
  await enter(field, words);
  await key('Enter');
  await expect.poll(() => field.query(), PATIENCE).toBeNull();
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
  await key('Escape');
  (document.activeElement as HTMLElement | null)?.blur();
  window.location.hash = '#/desk';
  await expect.poll(() => document.querySelector('[role="dialog"], [role="menu"]'), PATIENCE).toBeNull();
  await expect.poll(() => rows().elements().length, PATIENCE).toBeGreaterThan(0);
  await expect.poll(() => viewStore.getState().scrollTarget, PATIENCE).toBeNull();
}

/** The row that a page or menu was opened from may take the focus back some turns later. */
async function focusOn(job: string): Promise<void> {
  for (let turns = 0; turns < QUIET_TURNS; turns++) {
    if (focusedJob() !== job) turns = 0;
    row(job).focus();
    await turn();
  }
}

/**
 * Does all of it, one after the other, on a desk of its own.
 * @param expected what each leads to; without it, whatever it leads to once the page is quiet
 */
async function walk(
  cases: readonly Case[],
  act: (one: Case) => Promise<void>,
  expected?: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const open = openDesk((fake) => {
    fake.addConnection({ ...STUDIO, chosen: false });
    fake.seed([...busyScene(1_700_000_000_000), ...failedOver(OVER_STUDIO, 1, 540_000)]);
  });
  await expect.poll(() => rows().elements().length, PATIENCE).toBe(14);
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
    if (job !== null) await focusOn(job);
    open.takeCalls();
    const before = JSON.stringify(state());
    await act(one);
    const name = `${one.words} ${job ?? selected.join(' ')}`;
    const calls: string[] = [];
    const outcome = () => {
      calls.push(...open.takeCalls());
      return { ...state(), calls, chosen };
    };
    if (expected !== undefined) await expect.poll(outcome, { ...PATIENCE, message: name }).toEqual(expected[name]);
    else {
      const hasDone = () => outcome().calls.length > 0 || chosen.length > 0 || JSON.stringify(state()) !== before;
      await expect.poll(hasDone, { ...PATIENCE, message: `${name} does something` }).toBe(true);
    }
    for (let quiet = 0, known = calls.length; quiet < QUIET_TURNS; quiet++) {
      await turn();
      if (outcome().calls.length > known) quiet = 0;
      known = calls.length;
    }
    seen[name] = { ...outcome(), chosen: chosen.splice(0) };
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
])('commands for %s do what their menus, buttons and keys do', { tags: 'long', timeout: 90_000 }, async (_, cases) => {
  const control = await walk(cases, (one) => one.control());
  const palette = await walk(cases, (one) => byPalette(one.words), control);
  expect(palette).toEqual(control);
});
