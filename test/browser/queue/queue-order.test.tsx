import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { errorOf, makeGeneration } from '../../harness/fake-desk/fake-jobs.ts';
import { longScene } from '../../harness/fake-desk/scenes.ts';
import { quickest } from '../../harness/time/quickest.ts';
import { type OpenDesk, openDesk } from '../open-desk.tsx';
import { clickRow, focusedJob, row, rows, shownOrder } from './queue-page.ts';

let open: OpenDesk | null = null;

beforeEach(() => page.viewport(1280, 760));
afterEach(() => {
  open = null;
});

/** A busy machine renders late. */
const SOON = { timeout: 10_000 };

/** Sorting as many words takes some 15 ms on a quiet machine, a drop among them 100 ms. */
const MOST_SORTS = 25;

const IDS = ['a', 'b', 'c', 'd', 'e'];

function openFive(change: (fake: OpenDesk['fake']) => void = () => undefined): OpenDesk {
  open = openDesk((fake) => {
    fake.seed(IDS.map((id) => ({ id, name: `${id}.wav`, durationSeconds: 60, started: true })));
    change(fake);
  });
  return open;
}

/** The ids on the fake desk, in order. */
function kept(): string {
  const ranks = { high: 0, normal: 1, low: 2 };
  return [...(open?.fake.jobs.values() ?? [])]
    .sort((one, other) => ranks[one.priority] - ranks[other.priority] || one.position - other.position)
    .map((job) => job.id)
    .join('');
}

function press(id: string, kind: string, y: number, target: EventTarget = row(id)): void {
  const { left } = row(id).getBoundingClientRect();
  const at = { clientX: left + 260, clientY: y, bubbles: true, cancelable: true, button: 0, pointerType: 'mouse' };
  target.dispatchEvent(new PointerEvent(kind, at));
}

/** Drags a row over the upper half of another one. */
function carry(id: string, over: string): void {
  press(id, 'pointerdown', row(id).getBoundingClientRect().top + 26);
  press(id, 'pointermove', row(over).getBoundingClientRect().top + 6, window);
}

const announcement = () => page.getByTestId('announcement');

test('a dragged row moves at once and keeps the focus', async () => {
  openFive();
  await expect.poll(() => rows().elements().length, SOON).toBe(5);
  await rows()
    .nth(3)
    .dropTo(rows().nth(1), { sourcePosition: { x: 260, y: 26 }, targetPosition: { x: 260, y: 6 } });
  await expect.poll(() => shownOrder().join('')).toBe('adbce');
  await expect.poll(kept).toBe('adbce');
  await expect.poll(focusedJob).toBe('d');
  await expect.element(announcement()).toMatchTextContent('d.wav moved to position 2 of 5.');
});

test('selected rows are dragged together, also to the end', async () => {
  openFive();
  await page.getByRole('checkbox', { name: 'Select a.wav' }).click();
  await page.getByRole('checkbox', { name: 'Select c.wav' }).click();
  const last = row('e').getBoundingClientRect();
  press('c', 'pointerdown', row('c').getBoundingClientRect().top + 26);
  press('c', 'pointermove', last.bottom - 6, window);
  await expect.element(page.getByText('2 recordings', { exact: true })).toBeVisible();
  await expect.poll(() => document.querySelectorAll('[data-dragged]').length).toBe(2);
  press('c', 'pointerup', last.bottom - 6, window);
  await expect.poll(() => shownOrder().join('')).toBe('bdeac');
  await expect.poll(kept).toBe('bdeac');
  await expect.element(page.getByText(/^2 of \d+ selected/)).toBeVisible();
});

test('Escape cancels a drag and keeps the selection', async () => {
  openFive();
  await page.getByRole('checkbox', { name: 'Select d.wav' }).click();
  carry('d', 'b');
  await expect.poll(() => row('d').dataset.dragged).toBe('true');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => row('d').dataset.dragged).toBeUndefined();
  press('d', 'pointerup', row('b').getBoundingClientRect().top + 6, window);
  await expect.element(page.getByText(/^1 of \d+ selected/)).toBeVisible();
  expect(kept()).toBe('abcde');
});

test('the list scrolls near its edges during a drag', async () => {
  open = openDesk((fake) => fake.seed(longScene(400)));
  await expect.poll(() => rows().elements().length, SOON).toBeGreaterThan(5);
  const list = row('long-0').parentElement?.parentElement as HTMLElement;
  press('long-0', 'pointerdown', row('long-0').getBoundingClientRect().top + 26);
  press('long-0', 'pointermove', list.getBoundingClientRect().bottom - 4, window);
  await expect.poll(() => list.scrollTop, SOON).toBeGreaterThan(500);
  window.dispatchEvent(new PointerEvent('pointerup'));
  await expect.poll(() => [...(open?.fake.jobs.values() ?? [])].at(0)?.position).toBeGreaterThan(10 * 2 ** 20);
  await expect.poll(focusedJob).toBe('long-0');
});

test('Alt with arrows, Home and End moves a row, keeps its focus, and announces its position', async () => {
  openFive();
  await clickRow(1);
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(kept).toBe('acbde');
  await expect.poll(() => shownOrder().join('')).toBe('acbde');
  await expect.poll(focusedJob).toBe('b');
  await expect.element(announcement()).toMatchTextContent('b.wav moved to position 3 of 5.');
  await userEvent.keyboard('{Alt>}{End}{/Alt}');
  await expect.poll(kept).toBe('acdeb');
  await expect.poll(focusedJob).toBe('b');
  await userEvent.keyboard('{Alt>}{Home}{/Alt}');
  await expect.poll(kept).toBe('bacde');
  await expect.element(announcement()).toMatchTextContent('b.wav moved to position 1 of 5.');
  // The desk knows before the page shows it.
  await expect.poll(() => shownOrder().join('')).toBe('bacde');
  await expect.poll(focusedJob).toBe('b');
  // Without Alt, the arrow moves the focus from there.
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(focusedJob).toBe('a');
});

test('the menu moves a row to the top and to the bottom', async () => {
  openFive();
  await page.getByRole('button', { name: 'Actions for c.wav' }).click();
  await page.getByRole('menuitem', { name: 'Move to top' }).click();
  await expect.poll(kept).toBe('cabde');
  await expect.poll(focusedJob).toBe('c');
  await page.getByRole('button', { name: 'Actions for c.wav' }).click();
  await page.getByRole('menuitem', { name: 'Move to bottom' }).click();
  await expect.poll(() => shownOrder().join('')).toBe('abdec');
});

test.each([
  [1280, 800],
  [900, 600],
])('every item of a long menu can be reached at %i × %i', async (width, height) => {
  await page.viewport(width, height);
  const error = errorOf('bookendUnusable');
  openFive((fake) => {
    for (const id of IDS)
      fake.change(id, (job) => ({
        ...job,
        generations: [makeGeneration(id, 'service-2')],
        state: { kind: 'failed', error, retryFrom: 'preparing' },
      }));
  });
  const isInside = (element: Element) => {
    const { bottom, top } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  };
  for (const name of ['a.wav', 'c.wav', 'e.wav']) {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    const menu = page.getByRole('menu');
    await expect.element(menu).toBeVisible();
    await expect.poll(() => isInside(menu.element())).toBe(true);
    const remove = menu.getByRole('menuitem', { name: 'Remove' });
    remove.element().scrollIntoView({ block: 'nearest' });
    expect(isInside(remove.element())).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.element(menu).not.toBeInTheDocument();
  }
});

test('a row shows its priority, and priority comes before position', async () => {
  openFive();
  await page.getByRole('button', { name: 'Actions for d.wav' }).click();
  await expect.element(page.getByRole('menuitemradio', { name: 'Normal' })).toHaveAttribute('aria-checked', 'true');
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await expect.poll(() => shownOrder().join('')).toBe('dabce');
  expect(row('d').textContent).toContain('High');
  await expect.element(announcement()).toMatchTextContent('d.wav: priority High.');
  await page.getByRole('checkbox', { name: 'Select a.wav' }).click();
  await page.getByRole('checkbox', { name: 'Select b.wav' }).click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Low' }).click();
  await expect.poll(() => shownOrder().join('')).toBe('dceab');
  await expect.poll(() => open?.fake.jobs.get('b')?.priority).toBe('low');
});

test('a row dropped among others adopts their priority, and the drag shows it first', async () => {
  openFive((fake) => {
    for (const id of ['a', 'b']) fake.change(id, (job) => ({ ...job, priority: 'high' }));
  });
  await expect.poll(() => rows().elements().length, SOON).toBe(5);
  carry('e', 'b');
  await expect.element(page.getByText('High priority')).toBeVisible();
  press('e', 'pointerup', row('b').getBoundingClientRect().top + 6, window);
  await expect.poll(kept).toBe('aebcd');
  expect(open?.fake.jobs.get('e')?.priority).toBe('high');
  // Between two priorities, a row keeps its own.
  carry('d', 'c');
  await expect.poll(() => document.body.textContent).not.toContain('High priority');
  press('d', 'pointerup', row('c').getBoundingClientRect().top + 6, window);
  await expect.poll(kept).toBe('aebdc');
  expect(open?.fake.jobs.get('d')?.priority).toBe('normal');
});

test('the order of sorted rows becomes the queue’s own, among equal priorities, and undo brings the earlier one back', async () => {
  openFive((fake) => {
    for (const [index, id] of [...IDS].entries())
      fake.change(id, (job) => ({ ...job, durationSeconds: [50, 20, 40, 30, 10][index] ?? 0 }));
    fake.change('d', (job) => ({ ...job, priority: 'high' }));
  });
  const keep = page.getByRole('button', { name: 'Keep this order' });
  await expect.poll(() => shownOrder().join(''), SOON).toBe('dabce');
  await expect.element(keep).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Sound' }).click();
  await expect.poll(() => shownOrder().join('')).toBe('ebdca');
  expect(kept()).toBe('dabce');
  await keep.click();
  await expect.poll(kept).toBe('debca');
  await expect.poll(() => shownOrder().join('')).toBe('debca');
  await expect.element(keep).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(kept).toBe('dabce');
  await expect.element(announcement()).toMatchTextContent('The earlier order is back.');
});

test('a filtered order moves only the rows that are shown, and Ctrl+Z takes it back', async () => {
  openFive();
  await page.getByRole('textbox', { name: 'Find by name or folder' }).fill('wav');
  for (const id of ['b', 'd']) open?.fake.change(id, (job) => ({ ...job, name: `${id}.mp3` }));
  await expect.poll(() => shownOrder().join(''), SOON).toBe('ace');
  const heading = page.getByRole('button', { name: 'Recording', exact: true });
  await heading.click();
  await heading.click();
  await expect.poll(() => shownOrder().join('')).toBe('eca');
  await page.getByRole('button', { name: 'Keep this order' }).click();
  await expect.poll(kept).toBe('ebcda');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(kept).toBe('abcde');
});

test('a refused move is undone, and the refusal is shown', async () => {
  openFive((fake) => fake.refuseNextMove());
  await clickRow(4);
  await userEvent.keyboard('{Alt>}{Home}{/Alt}');
  await expect.element(page.getByText('This item no longer exists. Look at the list again.')).toBeVisible();
  await expect.poll(() => shownOrder().join('')).toBe('abcde');
});

test('a press without movement is a click, and buttons of a row start no drag', async () => {
  openFive();
  await expect.poll(() => rows().elements().length, SOON).toBe(5);
  const { top } = row('b').getBoundingClientRect();
  press('b', 'pointerdown', top + 26);
  press('b', 'pointermove', top + 28, window);
  expect(row('b').dataset.dragged).toBeUndefined();
  window.dispatchEvent(new PointerEvent('pointerup'));
  const menu = page.getByRole('button', { name: 'Actions for b.wav' }).element();
  press('b', 'pointerdown', top + 26, menu);
  press('b', 'pointermove', top + 126, window);
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(row('b').dataset.dragged).toBeUndefined();
});

test('fifty thousand recordings are reordered without a dropped frame', { tags: 'long', timeout: 60_000 }, async () => {
  open = openDesk((fake) => fake.seed(longScene(50_000)));
  // The first rows are there before the others.
  const grid = () => document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount');
  await expect.poll(grid, { timeout: 30_000 }).toBe('50001');
  let tasks: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  });
  observer.observe({ entryTypes: ['longtask'] });
  const longest: number[] = [];
  for (const id of ['long-4', 'long-5', 'long-6', 'long-7', 'long-8']) {
    tasks = [];
    carry(id, 'long-1');
    await expect.poll(() => row(id).dataset.dragged).toBe('true');
    press(id, 'pointerup', row('long-1').getBoundingClientRect().top + 6, window);
    await expect.poll(() => shownOrder().indexOf(id) < shownOrder().indexOf('long-1'), SOON).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 250));
    longest.push(Math.max(0, ...tasks));
  }
  observer.disconnect();
  // The fake desk shares the thread, and other tests share the processors: both are as slow then.
  const numbers = Array.from({ length: 50_000 }, (_, index) => String((index * 7919) % 50_000));
  const oneSort = quickest(() => numbers.toSorted(), 5);
  expect(Math.min(...longest)).toBeLessThan(MOST_SORTS * oneSort);
  await clickRow(4);
  const job = focusedJob();
  await userEvent.keyboard('{Alt>}{End}{/Alt}');
  await expect.element(announcement()).toMatchTextContent(/moved to position 50000 of 50000/);
  await expect.poll(focusedJob).toBe(job);
});
