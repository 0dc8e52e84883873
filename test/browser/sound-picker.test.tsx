import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEFAULT_BATCH_PRESET } from '../../shared/domain/batch/batch-preset.ts';
import { makeGeneration } from '../harness/fake-desk/fake-jobs.ts';
import { busyScene } from '../harness/fake-desk/scenes.ts';
import { openDesk } from './open-desk.tsx';

beforeEach(() => page.viewport(1280, 760));

const picker = () => page.getByRole('button', { name: /^Sound/ });

test('strength, loudness and format are chosen together and remembered', async () => {
  const open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await expect.element(picker()).toMatchTextContent(/As restored/);
  await picker().click();
  const strength = page.getByRole('slider', { name: 'Strength' });
  await expect.element(strength).toHaveAttribute('aria-valuenow', '100');
  (strength.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.poll(() => open.fake.preset.strength).toBe(0.9);
  await page.getByText('−16', { exact: true }).click();
  await expect.poll(() => open.fake.preset.loudness).toBe(-16);
  await page.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: 'FLAC' }).click();
  await expect.poll(() => open.fake.preset.format).toBe('flac');
  await expect.element(picker()).toMatchTextContent(/90 % · −16 LUFS · FLAC/);

  await page.getByText('Keep', { exact: true }).click();
  await expect.poll(() => open.fake.preset.loudness).toBe(null);
});

test('an unusual loudness target is listed beside the usual ones', async () => {
  openDesk((fake) => {
    fake.rememberPreset({ ...DEFAULT_BATCH_PRESET, loudness: -20.5 });
    fake.seed(busyScene(Date.now()));
  });
  await expect.element(picker()).toMatchTextContent(/−20\.5 LUFS/);
  await picker().click();
  await expect.element(page.getByRole('radio', { name: '−20.5' })).toBeChecked();
});

test('the details of a recording include its measures', async () => {
  const figures = {
    before: { loudness: -23.4, truePeak: -6 },
    after: { loudness: -16, truePeak: -1.2 },
    gain: 7.4,
    limited: true,
    lag: 0,
  };
  const stored = { ...makeGeneration('j1', 'service-2'), state: 'stored' as const };
  openDesk((fake) => {
    fake.seed([{ name: 'done.wav', state: { kind: 'done' }, generations: [{ ...stored, exportFigures: figures }] }]);
  });
  await page.getByRole('button', { name: 'Actions for done.wav' }).click();
  await page.getByRole('menuitem', { name: /^Details/ }).click();
  const dialog = page.getByRole('dialog', { name: 'done.wav' });
  await expect.element(dialog).toMatchTextContent(/−23\.4 → −16\.0 LUFS, peak −1\.2 dBTP, peaks limited/);
});
