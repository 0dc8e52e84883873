/** Pictures of a rehearsal: its dialog, and its banner over each place. */

import type { Page } from 'playwright';
import { busyScene } from '../fake-desk/scenes.ts';
import type { DeskScene } from './desk-scenes.ts';

const PLACES = ['Desk', 'Listen', 'History', 'Costs', 'Connections', 'Settings'];

async function fill(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Connections' }).click();
  await page.getByRole('button', { name: 'Rehearse…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/rehearsal is on/).waitFor();
  const failures = dialog.getByRole('listitem');
  if ((await failures.count()) > 0) return;
  await dialog.getByRole('button', { name: 'Add failure' }).click();
  await failures.first().waitFor();
  await dialog.getByLabel('What fails').selectOption('downloads');
  await dialog.getByLabel('How', { exact: true }).selectOption('drop-after');
  await dialog.getByRole('button', { name: 'Add failure' }).click();
  await failures.nth(1).waitFor();
}

function over(place: string): DeskScene {
  return {
    seed: (fake) => fake.seed(busyScene(Date.now())),
    act: async (page) => {
      await fill(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
      await page.getByRole('navigation').getByRole('link', { name: place }).click();
    },
  };
}

export const REHEARSAL_SCENES: Readonly<Record<string, DeskScene>> = {
  'rehearsal-dialog': { seed: (fake) => fake.seed(busyScene(Date.now())), act: fill },
  ...Object.fromEntries(PLACES.map((place) => [`rehearsal-${place.toLowerCase()}`, over(place)])),
};
