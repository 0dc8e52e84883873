import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { busyScene, STUDIO } from '../../harness/fake-desk/scenes.ts';
import { seasonScene } from '../../harness/fake-desk/season-scene.ts';
import { openDesk } from '../open-desk.tsx';
import { clickRow, row, rows, shownOrder } from './queue-page.ts';

beforeEach(() => page.viewport(1280, 760));

const LENGTHS = [
  { id: 'a', name: 'b.wav', durationSeconds: 30, started: true },
  { id: 'b', name: 'a.wav', durationSeconds: 10, started: true },
  { id: 'c', name: 'c.wav', durationSeconds: 20, started: true },
];

const heading = (name: string) => page.getByRole('columnheader', { name });
const order = () => shownOrder().join('');

test('a heading sorts up, down and back to manual order, and says so', async () => {
  const open = openDesk((fake) => fake.seed(LENGTHS));
  const length = heading('Sound').getByRole('button');
  await length.click();
  await expect.poll(order).toBe('bca');
  await expect.element(heading('Sound')).toHaveAttribute('aria-sort', 'ascending');
  await length.click();
  await expect.poll(order).toBe('acb');
  await expect.element(heading('Sound')).toHaveAttribute('aria-sort', 'descending');
  await heading('Recording').getByRole('button').click();
  await expect.poll(order).toBe('bac');
  await expect.element(heading('Sound')).toHaveAttribute('aria-sort', 'none');
  await page.getByRole('button', { name: 'Manual order' }).click();
  await expect.poll(order).toBe('abc');
  // Only a view: nothing was moved on the desk.
  expect([...open.fake.jobs.keys()].join('')).toBe('abc');
});

test('sorted rows follow what happens to them', async () => {
  const open = openDesk((fake) => fake.seed(LENGTHS));
  await heading('Sound').getByRole('button').click();
  await expect.poll(order).toBe('bca');
  open.fake.change('a', (job) => ({ ...job, durationSeconds: 5 }));
  await expect.poll(order).toBe('abc');
  open.fake.seed([{ id: 'd', name: 'd.wav', durationSeconds: 15 }]);
  await expect.poll(order).toBe('abdc');
});

test('sorted rows can’t be moved step by step, and the desk says why', async () => {
  openDesk((fake) => fake.seed(LENGTHS));
  await heading('Sound').getByRole('button').click();
  await expect.poll(order).toBe('bca');
  await clickRow(0);
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(page.getByText(/Rows are sorted by length\. Go back to manual order/)).toBeVisible();
  expect(order()).toBe('bca');
});

test('a range of sorted rows is the range that is seen', async () => {
  openDesk((fake) => fake.seed(LENGTHS));
  await heading('Sound').getByRole('button').click();
  await expect.poll(order).toBe('bca');
  await clickRow(0);
  await clickRow(1, { modifiers: ['Shift'] });
  await expect.poll(() => document.querySelectorAll('[data-job][aria-selected="true"]').length).toBe(2);
  expect(row('a').getAttribute('aria-selected')).toBe('false');
});

test('rows are 52 pixels high, or 36 where the person likes them compact', async () => {
  const open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await expect.poll(() => rows().elements().length).toBeGreaterThan(8);
  expect(row('j1').getBoundingClientRect().height).toBe(52);
  expect(row('j4').textContent).toContain('field notes');
  await userEvent.keyboard('{Control>}6{/Control}');
  await page.getByText('Compact', { exact: true }).click();
  await expect.poll(() => open.fake.preferences.density).toBe('compact');
  await userEvent.keyboard('{Control>}1{/Control}');
  await expect.poll(() => document.querySelector('[data-job="j1"]')?.getBoundingClientRect().height).toBe(36);
});

test('bars take at most 400 pixels, and names get the rest', async () => {
  await page.viewport(2400, 1000);
  openDesk((fake) => fake.seed(seasonScene(Date.now())));
  await expect.poll(() => rows().elements().length).toBe(20);
  const widths = [...row('s3').querySelectorAll('[role="progressbar"]')].map(
    (bar) => bar.getBoundingClientRect().width,
  );
  expect(widths).toHaveLength(2);
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(400);
  const long = page.getByText(/extraordinarily long working title/).element();
  expect(long.scrollWidth).toBeLessThanOrEqual(long.clientWidth + 1);
});

test('a right-to-left name begins where the others do', async () => {
  await page.viewport(1480, 1000);
  openDesk((fake) => {
    fake.addConnection(STUDIO);
    fake.seed(seasonScene(Date.now()));
  });
  await expect.poll(() => rows().elements().length).toBe(20);
  const starts = ['s1', 's15'].map((id) => {
    const range = document.createRange();
    range.selectNodeContents(row(id).querySelector('[dir="auto"]') as Element);
    return Math.round(range.getBoundingClientRect().left);
  });
  expect(starts[1]).toBe(starts[0]);
});

test('Compare is always there, as a needed step is', async () => {
  openDesk((fake) => fake.seed(busyScene(Date.now())));
  const opacityOf = (id: string) => getComputedStyle([...row(id).querySelectorAll('button')].at(-2) as Element).opacity;
  await expect.poll(() => rows().elements().length).toBeGreaterThan(8);
  await expect.element(rows().nth(0).getByRole('button', { name: 'Compare' })).toBeVisible();
  expect([opacityOf('j1'), opacityOf('j8'), opacityOf('j9')]).toEqual(['1', '1', '1']);
});
