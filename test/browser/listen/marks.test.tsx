import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { seedListening } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';
import { click } from '../page-events.ts';

test('clipping of a take that an earlier version scanned is asked for once the room is there, and marked', async () => {
  await page.viewport(1280, 760);
  openDesk((fake) => {
    seedListening(fake);
    fake.clipping.set('original:listen', [5 * 48_000]);
  });
  await click(page.getByRole('button', { name: 'Compare' }));
  await expect.element(page.getByRole('button', { name: 'Clipping in Original, 0:05' })).toBeVisible();
});

test('marks that lie close together are one button with their number, which goes from one to the next', async () => {
  await page.viewport(1280, 760);
  openDesk((fake) => {
    seedListening(fake);
    fake.clipping.set('original:listen', [5 * 48_000, 5.45 * 48_000]);
  });
  await click(page.getByRole('button', { name: 'Compare' }));
  const group = page.getByRole('button', { name: /^\d+ marks: .*Clipping in Original, 0:05/ });
  await expect.element(group).toBeVisible();
  const strip = document.querySelector('[aria-label="Places to hear"]');
  const boxes = [...(strip?.querySelectorAll('button') ?? [])].map((button) => button.getBoundingClientRect());
  for (const [index, { right }] of boxes.entries()) {
    expect(boxes[index + 1]?.left ?? Number.POSITIVE_INFINITY).toBeGreaterThan(right);
  }
});
