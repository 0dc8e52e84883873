import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { TALK } from '../../harness/fake-desk/heard.ts';
import { seedListening } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 900));

const transport = () => page.getByTestId('transport').element();
const card = (index: number) => page.getByTestId('take').nth(index);

async function openRoom(): Promise<void> {
  openDesk((desk) => {
    seedListening(desk, TALK.id, TALK.durationSeconds ?? 0);
    desk.change(TALK.id, (job) => ({ ...job, ...TALK }));
  });
  await page.getByRole('button', { name: 'Compare' }).first().click();
  await expect.poll(() => page.getByTestId('take').elements().length).toBe(3);
}

test('left, both or right is chosen by key, and said', async () => {
  await openRoom();
  const ears = (chosen: string) => page.getByRole('radiogroup', { name: `Channels heard: ${chosen}` });
  await expect.element(ears('both')).toBeVisible();
  (ears('both').getByRole('radio', { name: 'Both' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(ears('left').getByRole('radio', { name: 'Left' })).toBeChecked();
  await expect.element(page.getByTestId('announcement')).toHaveTextContent('Left channel only.');
  // Another take is heard with the same side, and the arrows didn't move the playhead.
  expect(transport().getAttribute('data-frame')).toBe('0');
  await card(0)
    .getByRole('button', { name: /Original/ })
    .click();
  await expect.poll(() => transport().getAttribute('data-take')).toMatch(/^original:/);
  await expect.element(ears('left')).toBeVisible();
});

test('two voices are drawn as two lanes, left above right, and the one that isn’t heard is veiled', async () => {
  await openRoom();
  const lanes = (index: number) => [...card(index).element().querySelectorAll<HTMLElement>('[data-side]')];
  for (const index of [0, 1, 2]) await expect.poll(() => lanes(index).length).toBe(2);
  const [left, right] = lanes(1).map((lane) => lane.getBoundingClientRect()) as [DOMRect, DOMRect];
  expect(left.bottom).toBeLessThanOrEqual(right.top + 1);
  await page.getByText('Right', { exact: true }).click();
  await expect.poll(() => lanes(2).map((lane) => lane.dataset.heard)).toEqual(['false', 'true']);
});
