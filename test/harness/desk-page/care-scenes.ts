/** What pictures show of the care of data in Settings. */

import type { Page } from 'playwright';
import type { FakeDesk } from '../fake-desk/fake-desk.ts';
import { fakeModel } from '../fake-desk/model-handlers.ts';
import { BACKUPS, SPACE } from '../fake-desk/space-scene.ts';

interface CareScene {
  readonly seed: (fake: FakeDesk) => void;
  readonly act: (page: Page) => Promise<void>;
}

export const CARE_SCENES: Readonly<Record<string, CareScene>> = {
  'settings-models': {
    seed: (fake) => fake.putModels([fakeModel('GTCRN', 'Small and fast'), fakeModel('DTLN', 'For calls')]),
    act: async (page) => {
      await openSettings(page);
      await page.getByRole('region', { name: 'Models' }).scrollIntoViewIfNeeded();
    },
  },
  'settings-models-remove': {
    seed: (fake) => fake.putModels([fakeModel('GTCRN', 'Small and fast')]),
    act: async (page) => {
      await openSettings(page);
      await page.getByRole('button', { name: 'Remove GTCRN' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'settings-space': {
    seed: (fake) => {
      fake.care.space = SPACE;
    },
    act: async (page) => {
      await openData(page);
      await page.getByRole('button', { name: 'Look through the data folder' }).click();
      const section = page.getByRole('region', { name: 'Space' });
      await section.getByRole('checkbox', { name: 'Waveforms' }).check();
      await section.scrollIntoViewIfNeeded();
    },
  },
  'settings-space-remove': {
    seed: (fake) => {
      fake.care.space = SPACE;
    },
    act: async (page) => {
      await openData(page);
      await page.getByRole('button', { name: 'Look through the data folder' }).click();
      const section = page.getByRole('region', { name: 'Space' });
      for (const name of ['Waveforms', 'Results that are also', 'Results that are nowhere'])
        await section.getByRole('checkbox', { name }).check();
      await section.getByRole('button', { name: /^Remove / }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'settings-folder-moved': {
    seed: (fake) => {
      fake.care.move = {
        pending: '/media/ada/Studio/Cleartake',
        old: { folder: '/home/ada/.local/share/Cleartake', files: 4120, bytes: 61_200_000_000 },
      };
    },
    act: async (page) => {
      await openSettings(page);
      await page.getByRole('region', { name: 'Data folder', exact: true }).scrollIntoViewIfNeeded();
    },
  },
  'settings-folder-move': {
    seed: (fake) => {
      fake.care.moveCheck = { bytes: 61_200_000_000, free: 412_000_000_000, warnings: ['network'] };
    },
    act: async (page) => {
      await openSettings(page);
      await page.getByRole('button', { name: 'Move…' }).click();
      await page.getByRole('textbox', { name: 'New data folder' }).fill('/media/ada/Studio/Cleartake');
      await page.getByRole('button', { name: 'Check', exact: true }).last().click();
      await page.getByText('To copy').waitFor();
    },
  },
  'settings-export': {
    seed: () => undefined,
    act: async (page) => {
      await openData(page);
      await page.getByRole('button', { name: 'Export desk…' }).click();
      await page.getByRole('textbox', { name: 'Folder for the export' }).fill('/media/ada/Studio');
      await page.getByRole('button', { name: 'Check', exact: true }).last().click();
      await page.getByText('Include results').waitFor();
    },
  },
  'settings-import': {
    seed: () => undefined,
    act: async (page) => {
      await openData(page);
      await page.getByRole('button', { name: 'Import desk…' }).click();
      await page
        .getByRole('textbox', { name: 'Exported desk' })
        .fill('/media/ada/Studio/cleartake-desk-2026-11-20.tar');
      await page.getByRole('button', { name: 'Check', exact: true }).last().click();
      await page.getByText('Replaces').waitFor();
    },
  },
  'settings-import-waiting': {
    seed: (fake) => {
      fake.care.archive.pending = Date.UTC(2026, 10, 20, 16, 5);
    },
    act: async (page) => {
      await openData(page);
      await page.getByRole('region', { name: 'Export and import' }).scrollIntoViewIfNeeded();
    },
  },
  'settings-backups': {
    seed: (fake) => {
      fake.care.backups = { ...BACKUPS, chosen: BACKUPS.backups[3]?.name ?? null };
      fake.care.checks.set(BACKUPS.backups[0]?.name ?? '', { kind: 'older', starts: 2 });
    },
    act: async (page) => {
      await openData(page);
      const section = page.getByRole('region', { name: 'Backups' });
      await section
        .getByRole('button', { name: /^Check/ })
        .first()
        .click();
      await section.scrollIntoViewIfNeeded();
    },
  },
};

async function openData(page: Page): Promise<void> {
  await openSettings(page);
  await page
    .getByRole('navigation', { name: 'Places in Settings' })
    .getByRole('button', { name: 'Data', exact: true })
    .click();
}

export async function openSettings(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
}
