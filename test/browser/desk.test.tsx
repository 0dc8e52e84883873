import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { busyScene, longScene, WAITING_SCENE } from '../fakes/fake-desk/scenes.ts';
import { type OpenDesk, openDesk } from './open-desk.tsx';

let open: OpenDesk | null = null;

beforeEach(() => page.viewport(1280, 760));
afterEach(() => {
  open?.close();
  open = null;
});

function rows() {
  return page.getByTestId('queue-row');
}

function row(job: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-job="${job}"]`);
  if (found === null) throw new Error(`No row of ${job}`);
  return found;
}

/** Lets the fake desk work until nothing is left to do. */
function work(fake: OpenDesk['fake'], rounds = 80): void {
  for (let round = 0; round < rounds; round++) fake.tick(0.5);
}

test('the empty desk says what to do, and one click restores the samples', async () => {
  open = openDesk();
  await expect.element(page.getByRole('heading', { name: 'Drop recordings or folders here' })).toBeVisible();
  await page.getByRole('button', { name: 'Restore the samples' }).click();
  await expect.poll(() => rows().elements().length).toBe(3);
  for (let round = 0; round < 4; round++) open.fake.tick(0.5);
  await expect.element(page.getByTestId('generation-progress').first()).toBeVisible();
  work(open.fake);
  await expect.poll(() => document.querySelectorAll('[data-state="done"]').length).toBe(3);
  await expect.element(page.getByText('3 of 3 done')).toBeVisible();
});

test('recordings wait for Start with the quote beside it; both models make two bars a row', async () => {
  open = openDesk((fake) => fake.seed(WAITING_SCENE));
  await expect.element(page.getByTestId('quote')).toMatchTextContent(/Free on this computer/);
  await page.getByRole('button', { name: /^Models/ }).click();
  await page.getByRole('checkbox', { name: 'Service 3.5' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByTestId('quote')).toMatchTextContent(/2 models/);
  await page.getByRole('button', { name: 'Start 3' }).click();
  await expect.element(page.getByRole('button', { name: 'Start', exact: true })).toBeDisabled();
  for (let round = 0; round < 6; round++) open.fake.tick(0.5);
  await expect.poll(() => row('w1').querySelectorAll('[data-testid="generation-progress"]').length).toBe(2);
});

test('the last model cannot be taken away', async () => {
  open = openDesk((fake) => fake.seed(WAITING_SCENE));
  await page.getByRole('button', { name: /^Models/ }).click();
  await expect.element(page.getByRole('checkbox', { name: 'Service 2.0' })).toBeDisabled();
});

test('a priced connection says what the minimum adds; one without prices says that it does not know', async () => {
  const remote = {
    id: 'r',
    kind: 'remote' as const,
    name: 'Studio',
    baseUrl: 'https://api.example.com',
    headerStyle: 'bearer' as const,
    prices: { 'service-2': 300, 'service-3.5': null },
    hasKey: true,
    chosen: true,
    parked: null,
  };
  open = openDesk((fake) => {
    fake.addConnection(remote);
    fake.seed([{ name: 'short.wav', durationSeconds: 20 }]);
  });
  await expect.element(page.getByTestId('quote')).toMatchTextContent(/about 0\.02 USD/);
  await expect.element(page.getByTestId('quote')).toMatchTextContent(/of it 0\.01 for the 60-second minimum/);
  await page.getByRole('button', { name: /^Models/ }).click();
  await page.getByRole('checkbox', { name: 'Service 3.5' }).click();
  await expect.element(page.getByTestId('quote')).toMatchTextContent(/Cost unknown/);
  await expect.element(page.getByTestId('quote')).toMatchTextContent(/Service 3\.5 has no price on Studio/);
});

test('a failed row shows its sentence and its next step; others offer theirs', async () => {
  open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await expect.element(page.getByText('The recording ends before its header says it should.')).toBeVisible();
  await page.getByRole('button', { name: 'Restore this part' }).click();
  await expect.poll(() => open?.fake.jobs.get('j8')?.state.kind).toBe('queued');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect.poll(() => open?.fake.jobs.get('j9')?.state.kind).toBe('generating');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(() => open?.fake.jobs.has('j7')).toBe(false);
});

test('starting again what may have been started asks twice', async () => {
  open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await page.getByRole('button', { name: 'Menu of ep-039 retake.wav' }).click();
  await page.getByRole('menuitem', { name: 'Start again' }).click();
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/charged twice/);
  expect(open.fake.jobs.get('j9')?.state.kind).toBe('needs-you');
  await page.getByRole('dialog').getByRole('button', { name: 'Start again' }).click();
  await expect.poll(() => open?.fake.jobs.get('j9')?.state.kind).toBe('generating');
});

test('a finished recording gets the other model from its menu', async () => {
  open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await page.getByRole('button', { name: 'Menu of ep-041 interview, two speakers.m4a' }).click();
  await page.getByRole('menuitem', { name: 'Add Service 3.5' }).click();
  await expect
    .poll(() => open?.fake.jobs.get('j2')?.generations.map(({ model }) => model))
    .toEqual(['service-2', 'service-3.5']);
});

test('the queue is worked by keyboard alone', async () => {
  open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await expect.poll(() => rows().elements().length).toBeGreaterThan(8);
  document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => document.activeElement?.getAttribute('data-job')).toBe('j2');
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await expect.element(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect.poll(() => open?.fake.jobs.get('j3')?.state.kind).toBe('paused');
  expect(open.fake.jobs.get('j2')?.state.kind).toBe('done');
});

test('a click with Shift selects from the row clicked before', async () => {
  open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await rows()
    .nth(2)
    .click({ position: { x: 300, y: 20 } });
  await rows()
    .nth(5)
    .click({ position: { x: 300, y: 20 }, modifiers: ['Shift'] });
  await expect.element(page.getByText('4 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Find by name' })).toBeVisible();
});

test('Shift takes the whole range, also over checkboxes; Escape lets go of it', async () => {
  open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await page.getByRole('checkbox', { name: 'Select ep-041 intro.wav' }).click();
  await page.getByRole('checkbox', { name: 'Select harbour 04.flac' }).click({ modifiers: ['Shift'] });
  await expect.element(page.getByText('5 selected')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('5 selected')).not.toBeInTheDocument();
  await rows()
    .nth(2)
    .click({ position: { x: 300, y: 20 }, modifiers: ['Shift'] });
  await expect.element(page.getByText('3 selected')).toBeVisible();
});

test('the menu of a row opens by M, by Shift F10 and by a right click, stays, and gives the focus back', async () => {
  open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  const compare = page.getByRole('menuitem', { name: 'Compare' });
  await rows()
    .first()
    .click({ position: { x: 300, y: 20 } });
  for (const keys of ['m', '{Shift>}{F10}{/Shift}']) {
    await userEvent.keyboard(keys);
    await expect.element(compare).toBeVisible();
    await new Promise((resolve) => setTimeout(resolve, 250));
    await expect.element(compare).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(compare).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.getAttribute('data-job')).toBe('j1');
  }
  await rows()
    .nth(1)
    .click({ button: 'right', position: { x: 300, y: 20 } });
  await expect.element(compare).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => window.location.hash).toBe('#/listen/j2');
});

test('Enter on a finished row compares it, and the way back leads to that row', async () => {
  open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await rows()
    .nth(1)
    .click({ position: { x: 300, y: 20 } });
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => window.location.hash).toBe('#/listen/j2');
  await userEvent.keyboard('{Control>}1{/Control}');
  await expect.poll(() => document.activeElement?.getAttribute('data-job')).toBe('j2');
});

test('removing several asks first, and the focus stays in the list', async () => {
  open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await rows()
    .first()
    .click({ position: { x: 300, y: 20 } });
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}{Delete}');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(/Remove 2 recordings\?.*stays in History/);
  await dialog.getByRole('button', { name: 'Keep' }).click();
  expect(open.fake.jobs.has('j1')).toBe(true);
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Remove', exact: true }).first().click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => open?.fake.jobs.has('j2')).toBe(false);
  await expect.poll(() => document.activeElement?.getAttribute('data-job')).toBe('j3');
  await expect.element(page.getByText(/selected$/)).not.toBeInTheDocument();
});

test('when the last row leaves, the focus is on what brings new ones', async () => {
  open = openDesk((fake) => fake.seed(WAITING_SCENE));
  await rows()
    .first()
    .click({ position: { x: 300, y: 20 } });
  await userEvent.keyboard('{Control>}a{/Control}{Delete}');
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/None of them was restored yet/);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Drop recordings or folders here' })).toBeVisible();
  await expect.poll(() => document.activeElement?.textContent).toBe('Choose files…');
  open.fake.seed([{ name: 'next.wav', durationSeconds: 10 }]);
  await expect.element(page.getByRole('checkbox', { name: 'Select all' })).not.toBeChecked();
});

test('pausing says what is finished first, then that everything is paused', async () => {
  open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await page.getByRole('button', { name: 'Pause all' }).click();
  await expect.element(page.getByText('Nothing new is started. 3 are finished first.')).toBeVisible();
  await expect.poll(() => row('j10').textContent).toContain('Paused');
  await expect.poll(() => row('j6').textContent).toContain('Paused');
  work(open.fake);
  await expect.element(page.getByRole('contentinfo').getByText('Paused')).toBeVisible();
  expect(open.fake.jobs.get('j3')?.state.kind).toBe('done');
  expect(open.fake.jobs.get('j10')?.state.kind).toBe('queued');
});

test('the filters add up to all, cancelled ones included', async () => {
  open = openDesk((fake) => {
    fake.seed(busyScene(Date.now()));
    fake.seed([{ name: 'stopped.wav', started: true, state: { kind: 'cancelled', from: 'uploading' } }]);
  });
  await expect.element(page.getByRole('button', { name: 'Cancelled 1' })).toBeVisible();
  const counts = [...document.querySelectorAll('button[aria-pressed] span')].map((count) => Number(count.textContent));
  expect(counts[0]).toBe(14);
  expect(counts.slice(1).reduce((sum, count) => sum + count, 0)).toBe(14);
});

test('cancelling what the service has begun says what that means', async () => {
  open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await page.getByRole('button', { name: 'Menu of ep-042 interview.mp4' }).click();
  await page.getByRole('menuitem', { name: 'Cancel' }).click();
  await expect
    .element(page.getByText('The service finishes what it has begun. On this computer that is free.'))
    .toBeVisible();
  open.fake.change('j4', (job) => ({ ...job, connection: 'Studio' }));
  await page.getByRole('button', { name: 'Menu of harbour 03.flac' }).click();
  await page.getByRole('menuitem', { name: 'Cancel' }).click();
  await expect.element(page.getByText('The service finishes what it has begun, and may bill it.')).toBeVisible();
});

test('one folder for all results takes a complete path only', async () => {
  open = openDesk((fake) => fake.seed(WAITING_SCENE));
  await page.getByRole('button', { name: /^Output/ }).click();
  await page.getByRole('menuitem', { name: /In one folder/ }).click();
  const field = page.getByRole('dialog').getByRole('textbox');
  await field.fill('Podcast/restored');
  await page.getByRole('button', { name: 'Use this folder' }).click();
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/This is not a complete path/);
  await field.fill('/home/me/Podcast/restored');
  await expect.element(page.getByText(/This is not a complete path/)).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Use this folder' }).click();
  const button = page.getByRole('button', { name: /^Output/ });
  await expect.element(button).toMatchTextContent(/Output.*restored/);
  await expect.element(button).toHaveAttribute('title', '/home/me/Podcast/restored');
});

test('closing a window over the list leads back to the row', async () => {
  open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  // A window that was sent off, not closed, comes first.
  await page.getByRole('button', { name: /^Output/ }).click();
  await page.getByRole('menuitem', { name: /In one folder/ }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('/home/me/restored');
  await page.getByRole('button', { name: 'Use this folder' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await rows()
    .nth(1)
    .click({ position: { x: 300, y: 20 } });
  await userEvent.keyboard('m');
  await page.getByRole('menuitem', { name: 'Details…' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.activeElement?.getAttribute('data-job')).toBe('j2');
});

test('without a file manager the path of the result is shown, to be copied', async () => {
  open = openDesk((fake) => {
    fake.seed(busyScene(Date.now()));
    fake.change('j1', (job) => ({
      ...job,
      generations: job.generations.map((each) => ({ ...each, exportedPath: `/home/me/out/${each.model}.wav` })),
    }));
  });
  await page.getByRole('button', { name: 'Menu of ep-041 intro.wav' }).click();
  await page.getByRole('menuitem', { name: 'Show in folder' }).click();
  await expect.element(page.getByText('/home/me/out/service-3.5.wav')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy the path' }).first()).toBeVisible();
});

test('filters show what they count', async () => {
  open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  const attention = page.getByRole('button', { name: /^Needs you/ });
  await expect.element(attention).toMatchTextContent(/3/);
  await attention.click();
  await expect.poll(() => rows().elements().length).toBe(3);
  await page.getByRole('button', { name: /^All/ }).click();
  await page.getByRole('textbox', { name: 'Find by name' }).fill('harbour');
  await expect.poll(() => rows().elements().length).toBe(2);
});

test('fifty thousand recordings: few rows exist, and one change draws one row', { timeout: 60_000 }, async () => {
  open = openDesk((fake) => fake.seed(longScene(50_000)));
  await expect.poll(() => rows().elements().length, { timeout: 30_000 }).toBeGreaterThan(5);
  expect(rows().elements().length).toBeLessThan(60);
  const changed: string[] = [];
  const observer = new MutationObserver((mutations) => {
    for (const { target } of mutations) {
      const element = target instanceof Element ? target : target.parentElement;
      const job = element?.closest('[data-job]')?.getAttribute('data-job');
      if (job) changed.push(job);
    }
  });
  const grid = document.querySelector('[role="rowgroup"]');
  if (grid === null) throw new Error('No rows');
  observer.observe(grid, { subtree: true, childList: true, attributes: true, characterData: true });
  open.fake.change('long-2', (job) => ({ ...job, name: 'renamed.wav' }));
  open.fake.change('long-40000', (job) => ({ ...job, name: 'out of sight.wav' }));
  await expect.element(page.getByText('renamed.wav')).toBeVisible();
  observer.disconnect();
  expect(new Set(changed)).toEqual(new Set(['long-2']));
});

test('a lost event makes the page fetch the queue anew', async () => {
  open = openDesk((fake) => fake.seed(WAITING_SCENE));
  await expect.poll(() => rows().elements().length).toBe(3);
  expect(open.fake.listings).toBe(1);
  open.fake.skipRevision();
  open.fake.seed([{ name: 'late.wav', durationSeconds: 10 }]);
  await expect.poll(() => rows().elements().length).toBe(4);
  expect(open.fake.listings).toBe(2);
});

test('a lost connection comes back by itself, with what happened meanwhile', async () => {
  open = openDesk((fake) => fake.seed(WAITING_SCENE));
  await expect.poll(() => rows().elements().length).toBe(3);
  open.disconnect();
  await expect.element(page.getByText('Lost touch with Cleartake. Trying again…')).toBeVisible();
  open.fake.seed([{ name: 'meanwhile.wav', durationSeconds: 10 }]);
  await expect.element(page.getByText('meanwhile.wav')).toBeVisible();
  await expect.element(page.getByText('Connected', { exact: true })).toBeVisible();
});

test('while the connection stays lost, nothing on the page pretends to work', async () => {
  open = openDesk((fake) => fake.seed(WAITING_SCENE));
  await expect.poll(() => rows().elements().length).toBe(3);
  open.disconnect(true);
  await expect.poll(() => row('w1').closest('[inert]') !== null).toBe(true);
  await expect.element(page.getByRole('heading', { name: 'Cleartake is not running' })).toBeVisible();
  expect(rows().elements()).toHaveLength(0);
});

test('what was added comes into sight, and is counted', async () => {
  open = openDesk((fake) => fake.seed(longScene(400)));
  const paths = ['/home/me/new 1.wav', '/home/me/new 2.wav'];
  Object.assign(window, { cleartake: { chooseFiles: async () => paths } });
  try {
    await page.getByRole('button', { name: /^Waiting/ }).click();
    await page.getByRole('button', { name: 'Choose files…' }).click();
    await expect.element(page.getByText('2 recordings added')).toBeVisible();
    await expect.element(page.getByText('new 1.wav')).toBeVisible();
  } finally {
    Reflect.deleteProperty(window, 'cleartake');
  }
});
