import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { seedListening } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';
import { catchSavedLinks } from '../saved-links.ts';

const followed = catchSavedLinks();

beforeEach(async () => {
  await page.viewport(1280, 800);
});

const dialog = () => page.getByRole('dialog');

test('a row is saved with another loudness and format; the end says where, and Undo takes it back', async () => {
  const { fake } = openDesk(seedListening);
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Save as…' }).click();
  await expect.element(dialog()).toMatchTextContent('nothing is restored or paid again');
  await dialog().getByText('−14', { exact: true }).click();
  await expect.element(dialog()).toMatchTextContent('−21.4 → −14.0 LUFS');
  await expect.element(dialog()).toMatchTextContent(/[12] changes?/);
  await dialog().getByRole('button', { name: 'Save 1 file' }).click();
  await expect.element(page.getByText(/^1 file saved in/)).toBeVisible();
  expect(fake.outputs.saved).toMatchObject([
    { jobIds: ['listen'], results: 'chosen', earlier: 'keep', changes: { loudness: -14 } },
  ]);
  await page.getByTestId('undo').click();
  await expect.element(page.getByText('1 file removed.')).toBeVisible();
  expect(fake.outputs.undone).toEqual(['save-1']);
});

test('what is already there is told, and a recording without an output folder is taken by the person', async () => {
  const { fake } = openDesk(seedListening);
  fake.outputs.outcomes.set('listen', { wasThere: true });
  const save = async () => {
    await page.getByRole('button', { name: 'Save as…' }).click();
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
  };
  await page.getByRole('button', { name: 'Compare' }).first().click();
  await save();
  await expect.element(page.getByText(/^1 file is already there, in/)).toBeVisible();
  fake.outputs.outcomes.set('listen', { path: null, taken: { id: 'part:7', fileName: 'take.wav' } });
  await save();
  await expect.poll(() => followed).toEqual([{ address: '/media/save?take=part%3A7', name: 'take.wav' }]);
  fake.outputs.outcomes.set('listen', { path: null, problem: 'The recording was moved or deleted.' });
  await save();
  await expect.element(page.getByText('1 file couldn’t be saved. The recording was moved or deleted.')).toBeVisible();
});

test('the raw result is taken as the model made it', async () => {
  openDesk(seedListening);
  await page.getByRole('button', { name: 'Compare' }).first().click();
  await page.getByRole('button', { name: 'Save as…' }).click();
  await dialog().getByRole('radio', { name: 'Service 2.0, raw' }).click();
  await dialog().getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => followed.at(-1)?.address).toContain('/media/file?take=result%3A');
});

test('recordings that differ are mixed, the button counts what is new, and the end says how files went', async () => {
  const { fake } = openDesk(seedListening);
  fake.outputs.differing.push('format', 'tags');
  fake.outputs.oddities.set('listen', [{ kind: 'there' }]);
  const open = async () => {
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Save as…' }).click();
  };
  await open();
  await expect.element(dialog().getByRole('tab', { name: /^File/ })).toMatchTextContent('mixed');
  await expect.element(dialog().getByRole('tab', { name: /^Intro/ })).not.toMatchTextContent('mixed');
  await expect.element(dialog().getByRole('button', { name: 'Nothing new to save' })).toBeDisabled();
  await expect.element(dialog()).toMatchTextContent('1 file is already there and isn’t saved again.');
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  fake.outputs.oddities.set('listen', [{ kind: 'taken', before: true }]);
  fake.outputs.outcomes.set('listen', { path: null, taken: { id: 'part:8', fileName: 'take.wav' } });
  await open();
  await expect.element(dialog()).toMatchTextContent('downloaded before, and downloaded again');
  await dialog().getByRole('tab', { name: /^File/ }).click();
  await dialog().getByRole('button', { name: 'Use these for all' }).click();
  await expect.element(dialog().getByRole('tab', { name: /^File/ })).not.toMatchTextContent('mixed');
  await dialog().getByRole('button', { name: 'Save 1 file' }).click();
  await expect.element(page.getByText('1 file downloaded.')).toBeVisible();
  // What the first recording has anyway goes to the others as well.
  expect(fake.outputs.saved.at(-1)?.changes).toEqual({ format: 'source' });
});
