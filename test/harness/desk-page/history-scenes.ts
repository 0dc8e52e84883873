/** What pictures of History show: full, filtered, grouped, nothing found, the detail, a selection. */

import type { Page } from 'playwright';
import type { FakeDesk } from '../fake-desk/fake-desk.ts';
import { busyScene } from '../fake-desk/scenes.ts';
import { seasonScene } from '../fake-desk/season-scene.ts';
import { JOB_FILES } from '../fake-desk/space-scene.ts';

const seed = (fake: FakeDesk) => fake.seed([...busyScene(Date.now()), ...seasonScene(Date.now())]);

function opened(view: string, act: (page: Page) => Promise<void> = async () => undefined) {
  return async (page: Page) => {
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#/history/${view}`);
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await act(page);
  };
}

/** Finished ones, some of whose outputs are odd. */
function seedOddOutputs(fake: FakeDesk): void {
  seed(fake);
  const { oddities } = fake.outputs;
  const done = [...fake.jobs.values()].filter(({ state }) => state.kind === 'done');
  for (const [index, { id }] of done.entries()) {
    if (index % 3 === 0) oddities.set(id, [{ kind: 'video', keepsPicture: true }]);
    if (index % 3 === 1) oddities.set(id, [{ kind: 'numbered' }]);
  }
  fake.startWith({ ...fake.preset, loudness: -16, format: 'mp3', namingTemplate: '{name} clean' });
}

export const HISTORY_SCENES = {
  'history-empty': { seed: () => undefined, act: opened('') },
  'history-full': { seed, act: opened('') },
  'history-filtered': {
    seed,
    act: opened('search=ep&models=service-3.5&dates=this-year', (page) =>
      page.getByRole('button', { name: 'State', exact: true }).click(),
    ),
  },
  'history-menu': { seed, act: opened('', (page) => page.getByRole('row').nth(3).click({ button: 'right' })) },
  'history-detail': {
    seed,
    act: opened('search=ep&states=done', async (page) => {
      await page.locator('[data-index="1"]').click();
      await page.getByRole('heading', { name: 'Measures' }).waitFor();
    }),
  },
  'history-selected': {
    seed,
    act: opened('', async (page) => {
      await page.locator('[data-index="1"] input').click();
      await page.locator('[data-index="3"] input').click();
    }),
  },
  'history-save-as': {
    seed: seedOddOutputs,
    act: opened('states=done', async (page) => {
      for (const index of [1, 2, 3]) await page.locator(`[data-index="${index}"] input`).click();
      await page.getByRole('button', { name: 'Save as…' }).click();
      await page.getByText(/LUFS$/).first().waitFor();
    }),
  },
  'history-saved': {
    seed: seedOddOutputs,
    act: opened('states=done', async (page) => {
      for (const index of [1, 2, 3]) await page.locator(`[data-index="${index}"] input`).click();
      await page.getByRole('button', { name: 'Save as…' }).click();
      await page.getByRole('button', { name: /^Save \d/ }).click();
      await page.getByText(/saved in/).waitFor();
    }),
  },
  'history-delete': {
    seed: (fake: FakeDesk) => {
      seed(fake);
      fake.care.jobFiles = [...JOB_FILES];
    },
    act: opened('', async (page) => {
      await page.locator('[data-index="1"] input').click();
      await page.locator('[data-index="3"] input').click();
      await page.getByRole('button', { name: 'Delete…' }).click();
      await page.getByRole('radio', { name: 'Delete only the files' }).click();
    }),
  },
  'history-error': {
    seed: (fake: FakeDesk) => {
      seed(fake);
      fake.failHistory(true);
    },
    act: opened('', (page) => page.getByRole('button', { name: 'Try again' }).waitFor()),
  },
  'history-groups': { seed, act: opened('group=show') },
  'history-none': { seed, act: opened('search=no%20such%20thing&states=failed') },
};
