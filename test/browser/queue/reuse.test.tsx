import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
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
