import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 860));

const section = () => page.getByRole('region', { name: 'Data folder', exact: true });
const dialog = () => page.getByRole('dialog', { name: 'Move the data folder' });

test('the data folder moves after a check, with progress; a restart finishes, and the old files go when asked', {
  tags: 'long',
}, async () => {
  let goOn: () => void = () => undefined;
  const { fake } = openDesk((desk) => {
    desk.care.moveCheck = { bytes: 61_200_000_000, free: 412_000_000_000, warnings: ['network'] };
    desk.care.moveHeld = new Promise((resolve) => {
      goOn = resolve;
    });
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  fake.care.moveProblem = 'This folder isn’t empty.';
  await section().getByRole('button', { name: 'Move…' }).click();
  await dialog().getByRole('textbox', { name: 'New data folder' }).fill('~/full');
  await dialog().getByRole('button', { name: 'Check' }).click();
  await expect.element(dialog().getByText('This folder isn’t empty.')).toBeVisible();
  fake.care.moveProblem = null;
  await dialog().getByRole('textbox', { name: 'New data folder' }).fill('~/audio/cleartake');
  await dialog().getByRole('button', { name: 'Check' }).click();
  await expect.element(dialog().getByText('/home/me/audio/cleartake')).toBeVisible();
  await expect.element(dialog().getByText(/This looks like a network disk/)).toBeVisible();
  await dialog().getByRole('button', { name: 'Copy' }).click();
  await expect.element(dialog().getByRole('progressbar', { name: 'Copying the data folder' })).toBeVisible();
  await expect.element(dialog().getByText(/^20\.4 GB of 61\.2 GB copied/)).toBeVisible();
  goOn();
  await expect.element(dialog().getByRole('status')).toMatchTextContent(/^Everything is copied/);
  await dialog().getByRole('button', { name: 'Later' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect
    .element(section().getByText('At its next start, Cleartake moves to /home/me/audio/cleartake.'))
    .toBeVisible();
  await section().getByRole('button', { name: 'Restart now' }).click();
  await expect.element(section().getByText('Cleartake is restarting…')).toBeVisible();
  expect(fake.care.quits).toBe(1);
});

test('a move is taken back, a copy is cancelled, and the old files are removed after a question', {
  tags: 'long',
}, async () => {
  const { fake } = openDesk((desk) => {
    desk.care.move = { pending: '/mnt/new', old: { folder: '/home/me/old', files: 9, bytes: 61_000_000_000 } };
    desk.care.moveHeld = new Promise(() => undefined);
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await section().getByRole('button', { name: 'Don’t move' }).click();
  await expect.element(section().getByText(/^At its next start/)).not.toBeInTheDocument();
  await section().getByRole('button', { name: 'Remove the old files…' }).click();
  const question = page.getByRole('dialog', { name: 'Remove 61.0 GB?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect.element(section().getByText('Removed 61.0 GB from the old folder.')).toBeVisible();
  await expect.element(section().getByRole('button', { name: 'Remove the old files…' })).not.toBeInTheDocument();

  await section().getByRole('button', { name: 'Move…' }).click();
  await dialog().getByRole('textbox', { name: 'New data folder' }).fill('/mnt/other');
  await dialog().getByRole('button', { name: 'Check' }).click();
  await dialog().getByRole('button', { name: 'Copy' }).click();
  await expect.element(dialog().getByText(/^20\.4 GB of 61\.2 GB copied/)).toBeVisible();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(section().getByRole('button', { name: 'Move…' })).toBeVisible();
  expect(fake.care.move.pending).toBeNull();
});
