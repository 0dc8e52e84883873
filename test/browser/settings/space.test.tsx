import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { SPACE as SCENE } from '../../harness/fake-desk/space-scene.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 860));

const section = () => page.getByRole('region', { name: 'Space', exact: true });

test('what goes is said in full before it goes; results that would have to be paid again stand apart', {
  tags: 'long',
}, async () => {
  const { fake } = openDesk((desk) => {
    desk.care.space = SCENE;
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await section().getByRole('button', { name: 'Look through the data folder' }).click();
  await expect.element(section().getByRole('row', { name: /^Results 412 38.2 GB/ })).toBeVisible();
  await expect.element(section().getByRole('row', { name: /^Total 3,377 105 GB/ })).toBeVisible();
  await expect.element(section().getByRole('button', { name: 'Remove…' })).toBeDisabled();
  // Their results stay: they don't count as a loss.
  const copies = section().getByRole('checkbox', { name: /^Copies that the built-in service keeps/ });
  await copies.click();
  await section().getByRole('button', { name: 'Remove 58.7 GB…' }).click();
  const first = page.getByRole('dialog', { name: 'Remove 58.7 GB?' });
  await expect.element(first.getByText(/^Season 4.ep-041 interview.wav, .* and 1,178 more$/)).toBeVisible();
  expect(first.getByText(/You paid/).query()).toBeNull();
  await first.getByRole('button', { name: 'Keep' }).click();
  await copies.click();
  await section()
    .getByRole('checkbox', { name: /^Waveforms/ })
    .click();
  await section()
    .getByRole('checkbox', { name: /nowhere else/ })
    .click();
  await section().getByRole('button', { name: 'Remove 3.5 GB…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove 3.5 GB?' });
  await expect.element(dialog.getByText('trial.wav (Service 3.5), trial.wav (Service 2.0)')).toBeVisible();
  await expect.element(dialog.getByText(/You paid 0.54 USD for them, and an unknown price for 1/)).toBeVisible();
  await expect.element(dialog.getByText(/peaks.bin and 1,646 more/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(fake.care.cleaned).toEqual([]);
  await section().getByRole('button', { name: 'Remove 3.5 GB…' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.element(section().getByRole('status')).toMatchTextContent('Removed 1,650 files, 3.5 GB.');
  expect(fake.care.cleaned).toEqual([['waveforms', 'only-here']]);
  await expect.element(section().getByRole('checkbox', { name: /nowhere else/ })).not.toBeInTheDocument();
});
