/** What pictures of the desk show: empty, busy, selected, failed, stopped by billing. */

import type { Page } from 'playwright';
import type { PaidRepeatsView } from '../../../shared/contract/queue/paid-repeats.ts';
import type { SpendingView } from '../../../shared/contract/views.ts';
import type { Remark } from '../../../shared/domain/quality/remarks.ts';
import { costScene } from '../fake-desk/cost-scene.ts';
import type { FakeDesk } from '../fake-desk/fake-desk.ts';
import {
  busyScene,
  failedOver,
  heldOver,
  OVER_STUDIO,
  STUDIO,
  variedScene,
  WAITING_SCENE,
} from '../fake-desk/scenes.ts';
import { seasonScene, seasonSummary } from '../fake-desk/season-scene.ts';
import { FOREIGN } from '../fake-desk/space-scene.ts';
import { watchFolderScene } from '../fake-desk/watch-folder-scene.ts';
import { seedWebhooks } from '../fake-desk/webhook-scene.ts';
import { CARE_SCENES, openSettings } from './care-scenes.ts';
import { HISTORY_SCENES } from './history-scenes.ts';
import { KEY_SCENES } from './key-scenes.ts';
import { LISTEN_SCENES } from './listen-scenes.ts';
import { openConnection } from './open-connection.ts';
import { PORTAL_SCENES } from './portal-scenes.ts';
import { PRESET_SCENES } from './preset-scenes.ts';
import { QUESTION_SCENES } from './question-scenes.ts';
import { REHEARSAL_SCENES } from './rehearsal-scenes.ts';
import { TRACK_SCENES } from './track-scenes.ts';

export interface DeskScene {
  readonly seed: (fake: FakeDesk) => void;
  /** What the person does before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
  /** Pictures of a large screen, too. */
  readonly isLarge?: boolean;
}

const SPENT: SpendingView = {
  ...{ connectionId: STUDIO.id, connection: 'Studio service', caps: { day: 25_000_000, month: null } },
  ...{ day: 2_340_000, month: 31_000_000, held: 4_170_000 },
};

const COSTS: DeskScene = {
  seed: (fake) => {
    fake.addConnection(STUDIO);
    fake.putCosts(costScene(Date.now()));
    const caps = { day: null, month: 120_000_000 };
    fake.spend([{ ...SPENT, connection: STUDIO.name, day: 0, month: 83_200_000, held: 2_340_000, caps }]);
  },
  act: async (page) => {
    await page.getByRole('link', { name: 'Costs' }).click();
    await page.getByText('Charged', { exact: true }).waitFor();
  },
};

function paidAgain(now: number): PaidRepeatsView {
  const earlier = {
    ...{ generationId: 'g', jobId: 'j', at: now - 40 * 86_400_000, amount: 840_000, connection: 'Studio service' },
    ...{ result: 'there' as const, isRejected: false, isHidden: false },
  };
  const one = { model: 'service-3.5' as const, reason: 'settings' as const, amount: 840_000, earlier };
  return {
    ...{ count: 3, amount: 2_520_000 },
    repeats: [
      { ...one, jobId: '1', name: 'Sommerfolge 12 – Interview with the harbour master.wav' },
      { ...one, jobId: '2', name: 'caller 3.wav', earlier: { ...earlier, isRejected: true } },
      {
        ...one,
        jobId: '3',
        name: 'caller 4.wav',
        reason: 'gone',
        earlier: { ...earlier, result: 'gone', isHidden: true },
      },
    ],
  };
}

export const SCENES: Readonly<Record<string, DeskScene>> = {
  costs: COSTS,
  'costs-ledger': {
    seed: COSTS.seed,
    act: async (page) => {
      await COSTS.act?.(page);
      await page.getByText('Ledger', { exact: true }).click();
    },
  },
  'costs-full-cap': {
    seed: (fake) => {
      COSTS.seed(fake);
      const caps = { day: null, month: 80_000_000 };
      fake.spend([{ ...SPENT, connection: STUDIO.name, day: 0, month: 77_660_000, held: 2_340_000, caps }]);
    },
    act: async (page) => COSTS.act?.(page),
  },
  'costs-invoices': {
    seed: COSTS.seed,
    act: async (page) => {
      await COSTS.act?.(page);
      await page.getByRole('button', { name: 'Fetch invoices' }).click();
      await page.getByRole('button', { name: 'Compare invoice 1 with the ledger' }).click();
      await page.getByRole('region', { name: 'Invoice 1' }).scrollIntoViewIfNeeded();
    },
  },
  'costs-line': {
    seed: COSTS.seed,
    act: async (page) => {
      await COSTS.act?.(page);
      await page.getByRole('button', { name: 'Compare with the service' }).click();
      await page.getByRole('button', { name: /^Show the charge for .*caller 3/ }).click();
      await page.getByText('Only the line that the invoice differs from.').waitFor();
    },
  },
  'costs-empty': {
    seed: () => undefined,
    act: async (page) => {
      await page.getByRole('link', { name: 'Costs' }).click();
      await page.getByText('Nothing has been charged yet').waitFor();
    },
  },
  repeats: {
    seed: (fake) => {
      fake.addConnection(STUDIO);
      fake.seed(WAITING_SCENE);
      fake.repeat(() => paidAgain(Date.now()));
    },
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Start/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  empty: { seed: () => undefined },
  waiting: { seed: (fake) => fake.seed(WAITING_SCENE) },
  busy: {
    seed: (fake) => {
      fake.addConnection({ ...STUDIO, name: 'Studio service', prices: { 'service-2': 300, 'service-3.5': 500 } });
      fake.seed(seasonScene(Date.now()));
    },
  },
  inspected: {
    seed: (fake) => fake.seed(busyScene(Date.now())),
    act: (page) => page.getByTestId('queue-row').first().getByText('ep-041 intro.wav').click(),
  },
  selected: {
    seed: (fake) => {
      fake.addConnection({ ...STUDIO, name: 'Studio service', prices: { 'service-2': 300, 'service-3.5': 500 } });
      fake.seed(seasonScene(Date.now()));
      fake.spend([SPENT]);
    },
    act: async (page) => {
      for (const row of [4, 5, 6]) await page.getByTestId('queue-row').nth(row).getByRole('checkbox').click();
    },
  },
  failed: {
    seed: (fake) => {
      fake.addConnection(STUDIO);
      fake.seed([...busyScene(Date.now()).filter(({ id }) => id === 'j7' || id === 'j8' || id === 'j9')]);
      fake.seed(failedOver(OVER_STUDIO, 5, 540_000));
    },
  },
  repair: {
    seed: (fake) => {
      fake.addConnection(STUDIO);
      fake.seed(busyScene(Date.now()).filter(({ id }) => id === 'j7' || id === 'j8'));
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Repair…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  review: {
    seed: (fake) => {
      fake.addConnection(STUDIO);
      fake.seed(heldOver(OVER_STUDIO, 240_000));
      fake.seed(failedOver(OVER_STUDIO, 2, 540_000));
      fake.endRun({ ...seasonSummary(Date.now()), inReview: 3 });
    },
    act: (page) => page.getByRole('button', { name: 'Review…' }).click(),
  },
  billing: {
    seed: (fake) => {
      fake.addConnection({ ...STUDIO, billingPage: 'https://example.com/billing' });
      fake.seed(busyScene(Date.now()).map((part, index) => ({ ...part, ...(index % 2 === 0 ? OVER_STUDIO : {}) })));
      fake.park(STUDIO.id, 'paymentFailed');
    },
  },
  ended: {
    seed: (fake) => {
      fake.addConnection({ ...STUDIO, name: 'Studio service', prices: { 'service-2': 300, 'service-3.5': 500 } });
      fake.seed(seasonScene(Date.now()).filter(({ state }) => state?.kind === 'done' || state?.kind === 'failed'));
      fake.endRun(seasonSummary(Date.now()));
    },
  },
  sending: {
    seed: (fake) => {
      fake.addConnection({ ...STUDIO, chosen: false, prices: { 'service-2': 300, 'service-3.5': 500 } });
      fake.seed(seasonScene(Date.now()).map((part) => ({ ...part, connectionId: 'built-in' })));
    },
    act: async (page) => {
      for (const row of [4, 5, 6]) await page.getByTestId('queue-row').nth(row).getByRole('checkbox').click();
      await page.getByRole('button', { name: 'Send to service…' }).click();
    },
  },
  marked: { seed: markedScene },
  minute: {
    seed: markedScene,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .nth(1)
        .click();
      await page.getByRole('menuitem', { name: 'Try the worst minute…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  settings: { seed: (fake) => fake.seed(WAITING_SCENE), act: openSettings },
  'settings-updates': {
    seed: (fake) => {
      fake.prefer({ lookForUpdates: true });
      fake.tellUpdate({ kind: 'available', version: '0.2.0' });
    },
    act: async (page) => {
      await openSettings(page);
      await page.getByRole('region', { name: 'Updates' }).scrollIntoViewIfNeeded();
    },
  },
  ...CARE_SCENES,
  projects: {
    seed: (fake) => {
      fake.addConnection({ ...STUDIO, name: 'Studio service' });
      fake.care.foreign.push(...FOREIGN);
    },
    act: async (page) => {
      await openConnection(page, 'Studio service');
      await page.getByRole('button', { name: 'Look for projects…' }).click();
      await page.getByRole('dialog').getByRole('checkbox', { name: 'harbour 03.flac' }).click();
    },
  },
  webhooks: {
    seed: seedWebhooks,
    act: async (page) => openWebhooks(page, 'Endpoints'),
  },
  'webhooks-receiver': {
    seed: seedWebhooks,
    act: async (page) => openWebhooks(page, 'Receiver'),
  },
  'webhooks-deliveries': {
    seed: seedWebhooks,
    act: async (page) => openWebhooks(page, 'Deliveries'),
  },
  ...KEY_SCENES,
  ...PORTAL_SCENES,
  ...REHEARSAL_SCENES,
  'watch-folders': {
    seed: (fake) => watchFolderScene(fake, Date.now()),
    act: async (page) => {
      await openSettings(page);
      await page.getByRole('button', { name: 'Watch folders', exact: true }).click();
    },
  },
  'watch-form': {
    seed: () => undefined,
    act: async (page) => {
      await openSettings(page);
      await page.getByRole('button', { name: 'Add watch folder…' }).click();
      await page.getByRole('radio', { name: /In another folder/ }).click();
      await page.getByRole('button', { name: 'Watch this folder' }).click();
    },
  },
  'desk-watching': {
    seed: (fake) => {
      fake.seed(WAITING_SCENE);
      watchFolderScene(fake, Date.now());
    },
  },
  quote: {
    seed: longQuote,
  },
  'quote-details': {
    seed: longQuote,
    act: (page) => page.getByRole('button', { name: 'Details', exact: true }).click(),
  },
  'settings-end': {
    seed: (fake) => fake.prefer({ uploadLimit: 2_500_000, whenEnded: 'script' }),
    act: async (page) => {
      await openSettings(page);
      await page.getByRole('navigation', { name: 'Places in Settings' }).getByRole('button').last().click();
    },
  },
  'service-form': {
    seed: () => undefined,
    act: async (page) => {
      await page.getByRole('navigation').getByRole('link', { name: 'Connections' }).click();
      await page.getByRole('button', { name: 'Add service' }).click();
    },
  },
  'watch-absent': {
    seed: (fake) => void fake.missingFolders.add('/home/me/Shows/wtch'),
    act: async (page) => {
      await openSettings(page);
      await page.getByRole('button', { name: 'Add watch folder…' }).click();
      await page.getByRole('textbox', { name: 'Folder', exact: true }).fill('/home/me/Shows/wtch');
      await page.keyboard.press('Enter');
    },
  },
  'settings-found': {
    act: async (page) => {
      await openSettings(page);
      await page.getByRole('searchbox', { name: 'Find a setting' }).fill('mp3');
    },
    seed: (fake) => fake.seed(WAITING_SCENE),
  },
  naming: {
    seed: (fake) =>
      fake.seed([
        { id: 'n1', name: 'ep-041 interview, two speakers.m4a' },
        { id: 'n2', name: 'harbour 03.flac', folder: 'field notes' },
        { id: 'n3', name: 'harbour 03.flac', folder: 'field notes, copy' },
        { id: 'n4', name: 'phone call: second try?.mp3' },
      ]),
    act: async (page) => {
      await openNames(page, '{date} {name} ({model})');
      await page.getByRole('radio', { name: 'In one folder' }).click();
      await page.getByRole('textbox', { name: /^Folder on/ }).fill('/home/me/Shows/Restored');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Output and naming' }).click();
    },
  },
  'naming-wrong': { seed: (fake) => fake.seed(WAITING_SCENE), act: (page) => openNames(page, '{folder}/{moddel}') },
  ...HISTORY_SCENES,
  ...LISTEN_SCENES,
  ...PRESET_SCENES,
  ...QUESTION_SCENES,
  ...TRACK_SCENES,
  long: { seed: (fake) => fake.seed(variedScene(400, Date.now())) },
};

/** Many short recordings over a service, some of which were restored before. */
function longQuote(fake: FakeDesk): void {
  fake.addConnection({
    ...STUDIO,
    name: 'Studio service in Hamburg',
    prices: { 'service-2': 300, 'service-3.5': 500 },
  });
  fake.seed(WAITING_SCENE.map((part) => ({ ...part, ...OVER_STUDIO })));
  fake.setReusable(2);
}

async function openNames(page: Page, template: string): Promise<void> {
  await openSettings(page);
  await page
    .getByRole('navigation', { name: 'Places in Settings' })
    .getByRole('button', { name: /^Output and naming/ })
    .click();
  await page.getByRole('textbox', { name: 'File name' }).fill(template);
}

/** Finished here; three could be better, and some recordings are odd. */
function markedScene(fake: FakeDesk): void {
  const weak = [
    { kind: 'noise', signalToNoise: 18.4 },
    { kind: 'reverb', decayTime: 0.62 },
    { kind: 'muffled', bandwidth: 3400 },
  ] as const;
  const odd: Remark[] = [
    { kind: 'gaps', seconds: 1.3, places: [12, 48] },
    { kind: 'track', number: 2, of: 3, title: 'Mic', language: 'eng' },
    { kind: 'header', declared: 600, seconds: 45_340 },
    { kind: 'music', seconds: 12 },
  ];
  fake.addConnection({
    ...STUDIO,
    name: 'Studio service',
    chosen: false,
    prices: { 'service-2': 300, 'service-3.5': 500 },
  });
  const done = seasonScene(Date.now()).filter(({ state }) => state?.kind === 'done');
  fake.seed(
    done.map((part, index) => ({
      ...part,
      connectionId: 'built-in',
      weaknesses: weak.slice(index % 4, (index % 4) + 1),
      remarks: odd.slice(index % 5, (index % 5) + 1),
    })),
  );
  fake.endRun({ ...seasonSummary(Date.now()), failed: 0, couldBeBetter: 3 });
}

async function openWebhooks(page: Page, tab: string): Promise<void> {
  await openConnection(page, 'This computer', 'Webhooks');
  await page.getByRole('tab', { name: tab, exact: true }).click();
}
