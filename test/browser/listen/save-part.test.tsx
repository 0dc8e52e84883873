import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { seedListening } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';
import { click } from '../page-events.ts';
import { catchSavedLinks } from '../saved-links.ts';

const followed = catchSavedLinks();

beforeEach(async () => {
  await page.viewport(1280, 760);
});

const dialog = () => page.getByRole('dialog');

test('a take is saved whole, and with a loop its passage or what was removed there', { tags: 'long' }, async () => {
  const { fake } = openDesk(seedListening);
  await page.getByRole('button', { name: 'Compare' }).first().click();
  await page.getByRole('button', { name: 'Save as…' }).click();
  await dialog().getByRole('radio', { name: 'A passage or another take' }).click();
  expect(dialog().getByRole('radio', { name: 'The whole recording' }).query()).toBeNull();
  await dialog().getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => followed).toEqual([{ address: '/media/save?take=part%3A1', name: 'part 1.wav' }]);
  const whole = { jobId: 'listen', take: 'result:gen-listen-service-2', isRemoved: false, passage: null };
  expect(fake.parts).toEqual([{ ...whole, format: 'wav24' }]);

  // From the start to what is heard: five seconds.
  await userEvent.keyboard('{ArrowRight}]');
  await userEvent.keyboard('e');
  await dialog().getByRole('radio', { name: 'A passage or another take' }).click();
  await dialog().getByRole('combobox', { name: 'Take' }).click();
  await page.getByRole('option', { name: 'What Service 3.5 removed' }).click();
  await expect.element(dialog().getByRole('radio', { name: /^0:00\.000 – 0:0\d\.\d{3}$/ })).toBeChecked();
  await dialog().getByText('FLAC', { exact: true }).click();
  await dialog().getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => followed).toHaveLength(2);
  expect(fake.parts[1]).toMatchObject({ take: 'result:gen-listen-service-3.5', isRemoved: true, format: 'flac' });
  expect(fake.parts[1]?.passage?.startSeconds).toBe(0);
  expect(fake.parts[1]?.passage?.endSeconds).toBeCloseTo(5, 1);
});

test('what takes a while to save can be cancelled, and says that no file was saved', async () => {
  const { fake } = openDesk(seedListening);
  fake.slowParts.isOn = true;
  await click(page.getByRole('button', { name: 'Compare' }));
  await click(page.getByRole('button', { name: 'Save as…' }));
  await click(dialog().getByRole('radio', { name: 'A passage or another take' }));
  await click(dialog().getByRole('button', { name: 'Save', exact: true }));
  await expect.element(page.getByText('Saving Service 2.0: 50 %')).toBeVisible();
  await click(page.getByRole('button', { name: 'Cancel saving Service 2.0' }));
  await expect.element(page.getByText('Saving Service 2.0 was cancelled. No file was saved.')).toBeVisible();
  await expect.poll(() => fake.slowParts.cancelled).toBe(1);
  await expect.element(page.getByText('Saving Service 2.0: 50 %')).not.toBeInTheDocument();
  expect(followed).toEqual([]);
});
