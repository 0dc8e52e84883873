import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makeGeneration } from '../../harness/fake-desk/fake-jobs.ts';
import { STUDIO } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 860));

const dialog = () => page.getByRole('dialog');

async function openHistory() {
  const opened = openDesk((fake) => {
    fake.addConnection({ ...STUDIO, chosen: false, prices: { 'service-2': 500, 'service-3.5': 1500 } });
    const done = (id: string) => ({
      ...{ id, name: `${id}.wav`, started: true, state: { kind: 'done' as const }, durationSeconds: 120 },
      connectionId: STUDIO.id,
      generations: [{ ...makeGeneration(id, 'service-2'), state: 'stored' as const }],
    });
    fake.seed([done('one'), done('two')]);
  });
  window.location.hash = '#/history';
  await expect.element(page.getByRole('button', { name: 'Actions for one.wav' })).toBeVisible();
  return opened;
}

test('the other model is added from the menu, after its price was shown', async () => {
  const { fake } = await openHistory();
  await page.getByRole('button', { name: 'Actions for one.wav' }).click();
  await page.getByRole('menuitem', { name: 'Add Service 3.5…' }).click();
  await expect.element(dialog()).toMatchTextContent(/At most 0\.18 USD\./);
  expect(fake.again).toEqual([]);
  await dialog().getByRole('button', { name: 'Restore for 0.18 USD' }).click();
  await expect.poll(() => fake.again).toEqual([{ jobIds: ['one'], models: ['service-3.5'], maxCost: 180_000 }]);
});

test('selected recordings are restored with other settings; Cancel restores nothing', async () => {
  const { fake } = await openHistory();
  await page.getByRole('checkbox', { name: 'Select all recordings that are found' }).click();
  const again = page.getByRole('toolbar').getByRole('button', { name: 'Restore again…' });
  await again.click();
  await expect.element(dialog()).toMatchTextContent(/Restore 2 recordings again.*At most 0\.12 USD\./);
  await dialog().getByRole('combobox', { name: 'Settings' }).selectOptions('podcast-episode');
  await dialog().getByRole('combobox', { name: 'Models' }).selectOptions('both');
  await expect.element(dialog().getByRole('button', { name: 'Restore 2 for 0.48 USD' })).toBeVisible();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => dialog().query()).toBeNull();
  expect(fake.again).toEqual([]);
});

test('the desk restores a finished row again, and what it has in the history is used', async () => {
  const { fake } = await openHistory();
  window.location.hash = '#/desk';
  await page.getByRole('button', { name: 'Actions for one.wav' }).click();
  await page.getByRole('menuitem', { name: 'Restore again…' }).click();
  await expect.element(dialog()).toMatchTextContent(/Restore one\.wav again.*At most 0\.06 USD\./);
  await dialog().getByRole('button', { name: 'Restore for 0.06 USD' }).click();
  await expect.poll(() => fake.again).toEqual([{ jobIds: ['one'], maxCost: 60_000 }]);
});

test('settings that the desk has now and no preset keeps can be taken', async () => {
  const { fake } = await openHistory();
  window.location.hash = '#/desk';
  await page.getByRole('button', { name: /^Preset(?!:)/ }).click();
  await page.getByRole('tab', { name: /^Loudness/ }).click();
  await page.getByText('−23', { exact: true }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Actions for one.wav' }).click();
  await page.getByRole('menuitem', { name: 'Restore again…' }).click();
  await dialog()
    .getByRole('combobox', { name: 'Settings' })
    .selectOptions('As set on the desk now (Restore only, not saved)');
  await dialog().getByRole('button', { name: 'Restore for 0.06 USD' }).click();
  await expect.poll(() => fake.again).toMatchObject([{ jobIds: ['one'], settings: { loudness: -23 } }]);
});
