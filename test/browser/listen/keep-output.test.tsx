import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { seedListening } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 760));

const paths = (open: ReturnType<typeof openDesk>) =>
  open.fake.jobs.get('listen')?.generations.map(({ exportedPath }) => exportedPath !== null);

test('keeping a result asks what becomes of the other file, and Undo brings it back', { tags: 'long' }, async () => {
  const open = openDesk((fake) => {
    seedListening(fake);
    fake.change('listen', (job) => ({
      ...job,
      generations: job.generations.map((one) => ({ ...one, exportedPath: `/out/${one.model}.wav` })),
    }));
  });
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('button', { name: 'Keep Service 2.0' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep Service 2.0' });
  await expect.element(dialog.getByRole('radio', { name: /^Leave the file of Service 3\.5/ })).toBeChecked();
  await dialog.getByRole('radio', { name: /^Move the file of Service 3\.5/ }).click();
  await dialog.getByRole('button', { name: 'Keep Service 2.0' }).click();
  await expect.poll(() => paths(open)).toEqual([true, false]);
  await expect.element(page.getByText('Service 2.0 is kept: noisy interview.wav.')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Your verdict' })).toMatchTextContent(/Service 2\.0 kept/);
  const kept = () => page.getByRole('gridcell').getByTitle('Service 2.0 kept');
  await page.getByRole('link', { name: 'Desk' }).click();
  await expect.element(kept()).toMatchTextContent('Service 2.0 kept');
  await page.getByTestId('undo').click();
  await expect.element(kept()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect.element(page.getByRole('region', { name: 'Your verdict' })).not.toMatchTextContent(/Service 2\.0 kept/);
});
