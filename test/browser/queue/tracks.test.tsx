import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { TRACK_ROWS } from '../../harness/desk-page/track-scenes.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1440, 760));

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });

async function openTracks(name: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Tracks…' }).click();
  return page.getByRole('dialog', { name: `Audio tracks of ${name}` });
}

test('a row tells its track, and its menu chooses another, or all, each with a row of its own', {
  tags: 'long',
}, async () => {
  const { fake } = openDesk((desk) => desk.seed(TRACK_ROWS));
  await expect.element(row('ep-044 intro')).toMatchTextContent('track 2 of 3: Mic, eng');
  const dialog = await openTracks('ep-044 intro.mkv');
  await expect.element(dialog.getByRole('checkbox', { name: 'Track 1 of 3: Mix' })).toBeDisabled();
  await expect.element(dialog).toMatchTextContent('stereo, aac, silent');
  await expect.element(dialog.getByRole('button', { name: 'Restore this track' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Track 2 of 3: Mic, eng' }).click();
  await dialog.getByRole('checkbox', { name: 'Track 3 of 3: Desktop' }).click();
  await dialog.getByRole('button', { name: 'Restore this track' }).click();
  await expect.element(row('ep-044 intro')).toMatchTextContent('track 3 of 3: Desktop');

  const all = await openTracks('ep-044 interview.mkv');
  await all.getByRole('button', { name: 'All tracks' }).click();
  await expect.element(all).toMatchTextContent('2 recordings, each with its own price and output.');
  await all.getByRole('button', { name: 'Restore 2 tracks' }).click();
  await expect.poll(() => fake.jobs.size).toBe(TRACK_ROWS.length + 1);
});

test('a preset has a rule for tracks, which its button tells', { tags: 'long' }, async () => {
  const { fake } = openDesk((desk) => desk.seed(TRACK_ROWS), { info: { filesHavePaths: true } });
  const picker = page.getByRole('button', { name: /^Preset(?!:)/ });
  const openSound = async () => {
    await picker.click();
    await page.getByRole('tab', { name: /^Sound/ }).click();
  };
  await openSound();
  const field = page.getByRole('combobox', { name: 'Audio tracks' });
  await field.click();
  await page.getByRole('option', { name: 'All with sound, each as a recording' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => fake.preset.track).toBe('all');
  await expect.element(picker).toMatchTextContent('all tracks');
  await openSound();
  await field.click();
  await page.getByRole('option', { name: 'By title or language' }).click();
  await page.getByRole('textbox', { name: 'By title or language' }).fill('Mic');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => fake.preset.track).toBe('Mic');
  await expect.element(picker).toMatchTextContent('track “Mic”');
});
