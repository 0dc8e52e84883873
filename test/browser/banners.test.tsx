import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { costScene } from '../harness/fake-desk/cost-scene.ts';
import type { FakeDesk } from '../harness/fake-desk/fake-desk.ts';
import { portalHoldScene } from '../harness/fake-desk/portal-scene.ts';
import { busyScene, STUDIO } from '../harness/fake-desk/scenes.ts';
import { openDesk } from './open-desk.tsx';
import { axeFindings, findingsIn, settled } from './surfaces.ts';

// Where banners take most of the room.
beforeEach(() => page.viewport(900, 600));

const PLACES = ['Desk', 'Listen', 'History', 'Costs', 'Connections', 'Settings'];
const SLOW = { timeout: 240_000 };

/** @returns what is wrong with any place while this banner is over it */
async function lookEverywhere(seed: (fake: FakeDesk) => void, banner: RegExp): Promise<string[]> {
  const found: string[] = [];
  for (const place of PLACES) {
    const { close } = openDesk((fake) => {
      fake.putCosts(costScene(Date.now()));
      fake.seed(busyScene(Date.now()));
      seed(fake);
    });
    await page
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${place}`) })
      .click();
    await expect.element(page.getByText(banner).first()).toBeVisible();
    await settled();
    found.push(...(await axeFindings(document.body, place)));
    // Elsewhere it is the same, or said in another part of the page.
    if (place === 'Desk') {
      const shown = page.getByText(banner).first().element().closest<HTMLElement>('section');
      found.push(...(shown === null ? ['no banner'] : await findingsIn(shown, 'banner')));
    }
    close();
  }
  return found;
}

test('every place passes axe while a rehearsal is on', { tags: 'long', ...SLOW }, async () => {
  const seed = (fake: FakeDesk) => fake.addConnection({ ...STUDIO, rehearsal: 'on' });
  expect(await lookEverywhere(seed, /is slow or fails on purpose/)).toEqual([]);
});

test('every place passes axe while an account is on hold', { tags: 'long', ...SLOW }, async () => {
  expect(await lookEverywhere(portalHoldScene, /has paused new restorations/)).toEqual([]);
});
