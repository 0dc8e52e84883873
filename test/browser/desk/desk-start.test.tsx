import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { longScene, OVER_STUDIO, STUDIO, WAITING_SCENE } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';
import { row, rows, work } from '../queue/queue-page.ts';

beforeEach(() => page.viewport(1280, 760));

test('the empty desk explains itself, and one click restores the samples', async () => {
  const open = openDesk();
  const heading = page.getByRole('heading', { name: 'Drop recordings or folders here' });
  await expect.element(heading).toBeVisible();
  // Nothing is to be said yet, so nothing is empty above it.
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  expect(heading.element().closest('section')?.getBoundingClientRect().top).toBeLessThan(bar + 24);
  await page.getByRole('button', { name: 'Restore the samples' }).click();
  await expect.poll(() => rows().elements().length).toBe(3);
  for (let round = 0; round < 4; round++) open.fake.tick(0.5);
  await expect.element(page.getByTestId('generation-progress').first()).toBeVisible();
  work(open.fake);
  await expect.poll(() => document.querySelectorAll('[data-state="done"]').length).toBe(3);
  await expect.poll(() => document.querySelector('footer')?.textContent).toContain('3 of 3 done');
});

test('Start has its quote beside it, and both models show two bars per row', { tags: 'long' }, async () => {
  const open = openDesk((fake) => fake.seed(WAITING_SCENE));
  await expect.element(page.getByTestId('quote')).toMatchTextContent(/Free.*3 recordings/);
  await page.getByRole('button', { name: /^Preset/ }).click();
  await page.getByRole('checkbox', { name: 'Service 3.5' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => open.fake.preset.models.length).toBe(2);
  await page.getByRole('button', { name: 'Start 3' }).click();
  await expect.element(page.getByRole('button', { name: 'Pause all' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Start/ })).not.toBeInTheDocument();
  for (let round = 0; round < 6; round++) open.fake.tick(0.5);
  await expect.poll(() => row('w1').querySelectorAll('[data-testid="generation-progress"]').length).toBe(2);
});

test('Start becomes Pause all in its place: it keeps the focus, and a double click pauses nothing', async () => {
  const open = openDesk((fake) => fake.seed(WAITING_SCENE));
  await page.getByRole('button', { name: 'Start 3' }).dblClick();
  const pause = page.getByRole('button', { name: 'Pause all' });
  await expect.element(pause).toHaveFocus();
  expect(open.takeCalls().filter((call) => /^queue\.(pause|start)/.test(call))).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Resume all' })).toHaveFocus();
});

test('the last model can’t be deselected', async () => {
  openDesk((fake) => fake.seed(WAITING_SCENE));
  await page.getByRole('button', { name: /^Preset/ }).click();
  await expect.element(page.getByRole('checkbox', { name: 'Service 2.0' })).toBeDisabled();
});

test('in a narrow window a long quote is shortened, and its buttons aren’t', async () => {
  await page.viewport(900, 600);
  openDesk((fake) => {
    fake.addConnection({ ...STUDIO, prices: { 'service-2': 300, 'service-3.5': 500 } });
    fake.seed(WAITING_SCENE.map((part) => ({ ...part, ...OVER_STUDIO })));
    fake.setReusable(2);
  });
  for (const name of ['Restore again', 'Details']) {
    const button = page.getByTestId('quote').getByRole('button', { name, exact: true });
    await expect.element(button).toBeVisible();
    const { height, width, x, y } = button.element().getBoundingClientRect();
    for (const side of [x + 1, x + width - 1])
      expect(document.elementFromPoint(side, y + height / 2), name).toBe(button.element());
  }
});

test('the quote shows what the minimum adds, and says when a price is unknown', async () => {
  openDesk((fake) => {
    fake.addConnection(STUDIO);
    fake.seed([{ name: 'short.wav', durationSeconds: 20, ...OVER_STUDIO }]);
  });
  await expect.element(page.getByTestId('quote')).toMatchTextContent(/at most\s*0\.018 USD/);
  await expect
    .element(page.getByTestId('quote'))
    .toMatchTextContent(/0\.012 of the [0-9.]+ USD is the 60-second minimum/);
  await page.getByRole('button', { name: /^Preset/ }).click();
  await page.getByRole('checkbox', { name: 'Service 3.5' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByTestId('quote')).toMatchTextContent(/Cost unknown/);
  await expect.element(page.getByTestId('quote')).toMatchTextContent(/Studio has no price for Service 3\.5/);
});

test('Start for a selection and for one row shows its price', async () => {
  const open = openDesk((fake) => {
    fake.addConnection({ ...STUDIO, prices: { 'service-2': 500, 'service-3.5': 500 } });
    fake.seed(WAITING_SCENE.map((part) => ({ ...part, ...OVER_STUDIO })));
  });
  await expect.element(page.getByTestId('quote')).toMatchTextContent(/at most\s*1\.62 USD/);
  await page.getByRole('checkbox', { name: 'Select ep-044 intro.wav' }).click();
  await expect.element(page.getByRole('button', { name: 'Start 1 · 0.03 USD' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select ep-044 outro.wav' }).click();
  const start = page.getByRole('button', { name: 'Start 2 · 0.06 USD' });
  await expect.element(start).toBeVisible();
  await page.getByRole('button', { name: 'Actions for ep-044 interview.wav' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Start 1.56 USD' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await start.click();
  await expect.poll(() => ['w1', 'w2', 'w3'].map((id) => open.fake.jobs.get(id)?.started)).toEqual([false, true, true]);
});

test('added recordings scroll into view and are counted', async () => {
  openDesk((fake) => fake.seed(longScene(400)));
  const paths = ['/home/me/new 1.wav', '/home/me/new 2.wav'];
  Object.assign(window, { cleartake: { chooseFiles: async () => paths } });
  try {
    await page.getByRole('button', { name: /^Waiting/ }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Files…' }).click();
    await expect.element(page.getByText('2 recordings added')).toBeVisible();
    await expect.element(page.getByText('new 1.wav')).toBeVisible();
  } finally {
    Reflect.deleteProperty(window, 'cleartake');
  }
});
