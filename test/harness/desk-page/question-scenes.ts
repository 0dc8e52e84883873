/** Pictures of what is asked about rows: save them otherwise, change a failed one, keep what comes twice; and costs without any. */

import { NO_COSTS } from '../../../shared/domain/costs/cost-sums.ts';
import { costScene } from '../fake-desk/cost-scene.ts';
import { errorOf, makeGeneration } from '../fake-desk/fake-jobs.ts';
import { busyScene, STUDIO, WAITING_SCENE } from '../fake-desk/scenes.ts';
import type { DeskScene } from './desk-scenes.ts';

const WORK = [makeGeneration('failed', 'service-2')];

const FAILED = {
  ...{ id: 'failed', name: 'ep-044 interview with the harbour master.wav', durationSeconds: 1840, started: true },
  generations: WORK,
  state: {
    kind: 'failed',
    retryFrom: 'preparing',
    error: { ...errorOf('bookendUnusable'), what: 'There is no file /home/me/Podcast/jingle.wav to use as the intro.' },
  },
} as const;

export const QUESTION_SCENES: Readonly<Record<string, DeskScene>> = {
  'costs-free': {
    seed: (fake) => {
      const now = Date.now();
      const model = 'service-2' as const;
      const charges = [0, 1, 2].map((back) => ({
        ...{ ...NO_COSTS, generations: 14 + back, seconds: 20_000, at: now - back * 31 * 86_400_000, model },
        connectionId: 'built-in',
      }));
      const connections = [{ id: 'built-in', name: 'This computer' }];
      fake.putCosts({
        ...costScene(now),
        charges,
        connections,
        held: 0,
        rows: {},
        lines: [],
        prices: [],
        accounts: {},
        invoices: [],
      });
    },
    act: async (page) => {
      await page.getByRole('link', { name: 'Costs' }).click();
      await page.getByText('Charged', { exact: true }).waitFor();
    },
  },
  'failed-change': {
    seed: (fake) => fake.seed([FAILED]),
    act: async (page) => {
      await page.getByRole('button', { name: /^Actions for ep-044/ }).click();
      await page.getByRole('menuitem', { name: 'Change preset…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'save-as-mixed': {
    seed: (fake) => {
      fake.seed(busyScene(Date.now()).filter(({ state }) => state?.kind === 'done'));
      const ids = [...fake.jobs.keys()];
      fake.outputs.oddities.set(ids[0] ?? '', [{ kind: 'there' }]);
      fake.outputs.oddities.set(ids[1] ?? '', [{ kind: 'video', keepsPicture: true }, { kind: 'no-bookends' }]);
      fake.outputs.differing.push('loudness', 'monoLoudness', 'format', 'output');
    },
    act: async (page) => {
      await page.getByRole('checkbox', { name: /^Select all/ }).click();
      await page.getByRole('toolbar').getByRole('button', { name: 'Save as…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  twins: {
    seed: (fake) => {
      fake.addConnection({ ...STUDIO, prices: { 'service-2': 300, 'service-3.5': 500 } });
      fake.seed([...WAITING_SCENE, { id: 'copy', name: 'ep-041 intro copy.wav', durationSeconds: 34 }]);
      fake.setTwin('copy', [...fake.jobs.keys()][0] ?? '');
    },
  },
  'message-over-dialog': {
    // One is removed for each picture.
    seed: (fake) =>
      fake.seed([1, 2, 3].flatMap((take) => WAITING_SCENE.map((one) => ({ ...one, id: `${one.id}-${take}` })))),
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await page.getByTestId('undo').waitFor();
      await page.getByRole('button', { name: /^Preset(?!:)/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
};
