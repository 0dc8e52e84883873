import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 860));

test('names and place of results are changed, go back to their defaults, and return with Undo', {
  tags: 'long',
}, async () => {
  const open = openDesk((fake) => fake.rememberPreset(DEFAULT_BATCH_PRESET), { info: { filesHavePaths: true } });
  await expect.element(page.getByRole('link', { name: 'Settings' })).toBeVisible();
  window.location.hash = '#/settings/output';
  const { namingTemplate, output } = DEFAULT_BATCH_PRESET;
  const names = page.getByRole('region', { name: 'Names of results' });
  await expect.element(page.getByRole('heading', { name: 'Output and naming' })).toHaveFocus();
  await expect.element(names).toMatchTextContent(`Default: ${namingTemplate}.`);
  await names.getByRole('textbox').fill('{date} {name}');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => open.fake.preset.namingTemplate).toBe('{date} {name}');
  const place = page.getByRole('region', { name: 'Place of results' });
  await place.getByRole('radio', { name: 'In the library only' }).click();
  await expect.poll(() => open.fake.preset.output).toEqual({ kind: 'library' });

  await names.getByRole('button', { name: 'Reset Names of results to default' }).click();
  await expect.poll(() => open.fake.preset).toMatchObject({ namingTemplate, output: { kind: 'library' } });
  await expect.element(names.getByRole('textbox')).toHaveValue(namingTemplate);
  await page.getByTestId('undo').click();
  await expect.poll(() => open.fake.preset.namingTemplate).toBe('{date} {name}');
  await place.getByRole('button', { name: 'Reset Place of results to default' }).click();
  await expect.poll(() => open.fake.preset).toMatchObject({ namingTemplate: '{date} {name}', output });
  await expect.element(place.getByRole('button', { name: /^Reset/ })).not.toBeInTheDocument();
});
