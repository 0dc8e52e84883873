/** Pictures of audio tracks: the choice of a row, and the rule of a preset. */

import type { Page } from 'playwright';
import { WAITING_SCENE } from '../fake-desk/scenes.ts';
import { FAKE_TRACK } from '../fake-desk/track-handlers.ts';
import type { DeskScene } from './desk-scenes.ts';

/** Each with the remark of its track. */
export const TRACK_ROWS = WAITING_SCENE.map((part) => ({
  ...part,
  name: part.name.replace('.wav', '.mkv'),
  hasVideo: true,
  track: FAKE_TRACK,
  remarks: [{ kind: 'track' as const, ...FAKE_TRACK }],
}));

async function openTracks(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Actions for ep-044 interview.mkv' }).click();
  await page.getByRole('menuitem', { name: 'Tracks…' }).click();
  await page.getByRole('button', { name: 'All tracks' }).click();
}

async function openRule(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Preset/ }).click();
  await page.getByRole('tab', { name: /^Sound/ }).click();
  await page.getByRole('combobox', { name: 'Audio tracks' }).click();
  await page.getByRole('option', { name: 'By title or language' }).click();
  await page.getByRole('textbox', { name: 'By title or language' }).scrollIntoViewIfNeeded();
}

export const TRACK_SCENES: Readonly<Record<string, DeskScene>> = {
  tracks: { seed: (fake) => fake.seed(TRACK_ROWS), act: openTracks },
  'tracks-preset': { seed: (fake) => fake.seed(TRACK_ROWS), act: openRule },
};
