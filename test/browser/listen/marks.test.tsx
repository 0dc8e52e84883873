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
