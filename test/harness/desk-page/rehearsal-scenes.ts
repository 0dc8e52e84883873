/** Pictures of a rehearsal: its tab, and its banner over each place. */

import type { Page } from 'playwright';
import { busyScene } from '../fake-desk/scenes.ts';
import type { DeskScene } from './desk-scenes.ts';
import { openConnection } from './open-connection.ts';

const PLACES = ['Desk', 'Listen', 'History', 'Costs', 'Connections', 'Settings'];

async function fill(page: Page): Promise<void> {
  await openConnection(page, 'This computer', 'Rehearsal');
  const panel = page.getByRole('article');
  await panel.getByText(/rehearsal is on/).waitFor();
  const failures = panel.getByRole('listitem');
  if ((await failures.count()) > 0) return;
  await panel.getByRole('button', { name: 'Add failure' }).click();
  await failures.first().waitFor();
  await panel.getByLabel('What fails').selectOption('downloads');
  await panel.getByLabel('How', { exact: true }).selectOption('drop-after');
  await panel.getByRole('button', { name: 'Add failure' }).click();
  await failures.nth(1).waitFor();
}

function over(place: string): DeskScene {
  return {
    seed: (fake) => fake.seed(busyScene(Date.now())),
    act: async (page) => {
      await fill(page);
      await page.getByRole('navigation').getByRole('link', { name: place, exact: true }).click();
    },
  };
}

export const REHEARSAL_SCENES: Readonly<Record<string, DeskScene>> = {
  'rehearsal-panel': { seed: (fake) => fake.seed(busyScene(Date.now())), act: fill },
  ...Object.fromEntries(PLACES.map((place) => [`rehearsal-${place.toLowerCase()}`, over(place)])),
};
