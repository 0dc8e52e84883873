import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { viewStore } from '../../../renderer/state/view-store.ts';
import { WAITING_SCENE } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';

test('the quote names reusable results, and one Start can restore them again', async () => {
  await page.viewport(1280, 760);
  const open = openDesk((fake) => {
    fake.seed(WAITING_SCENE);
    fake.setReusable(2);
  });
  const quote = page.getByTestId('quote');
  await expect.element(quote).toMatchTextContent(/2 results from history at no charge/);
  await page.getByRole('button', { name: 'Restore again' }).click();
  await expect.element(quote).toMatchTextContent(/all restored and charged again/);
  await page.getByRole('button', { name: 'Use history' }).click();
  await expect.element(quote).toMatchTextContent(/from history/);
  await page.getByRole('button', { name: 'Restore again' }).click();
  await page.getByRole('button', { name: 'Start 3' }).click();
  await expect.poll(() => [...open.fake.jobs.values()].every(({ started }) => started)).toBe(true);
  open.fake.seed([{ name: 'another.wav', durationSeconds: 12 }]);
  await expect.element(quote).toMatchTextContent(/2 results from history/);
});

test('the same recording twice is said with what to do: both are shown, or the second is removed, with Undo', async () => {
  await page.viewport(1280, 760);
  const { fake } = openDesk((desk) => {
    desk.seed([
      { id: 'one', name: 'interview.wav', durationSeconds: 60 },
      { id: 'two', name: 'interview copy.wav', durationSeconds: 60 },
      { id: 'other', name: 'other.wav', durationSeconds: 60 },
    ]);
    desk.setTwin('two', 'one');
  });
  const message = page.getByRole('region', { name: 'The same recording twice' });
  await expect.element(message).toMatchTextContent(/interview copy\.wav is the same as interview\.wav/);
  await message.getByRole('button', { name: 'Show both' }).click();
  expect([...viewStore.getState().selected].sort()).toEqual(['one', 'two']);
  await message.getByRole('button', { name: 'Remove the second' }).click();
  await expect.poll(() => [...fake.jobs.keys()].sort()).toEqual(['one', 'other']);
  await expect.element(message).not.toBeInTheDocument();
  await page.getByTestId('undo').click();
  await expect.poll(() => fake.jobs.has('two')).toBe(true);
});
