import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1440, 760));

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });

test('a row with two voices says so, splits into left and right, and comes back by Undo and from the menu', async () => {
  const { fake } = openDesk((desk) =>
    desk.seed([
      { id: 'talk', name: 'talk.wav', channels: 2, channelNotes: [{ kind: 'two-voices' }], durationSeconds: 60 },
      { id: 'memo', name: 'memo.wav', channels: 1, durationSeconds: 60 },
    ]),
  );
  await expect.element(row('talk')).toMatchTextContent('stereo · two voices, one on each side');
  await page.getByRole('button', { name: 'Actions for memo.wav' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Details…' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Split into left and right' }).elements()).toEqual([]);
  await page.getByRole('menuitem', { name: 'Details…' }).click();
  await page.getByRole('button', { name: 'Close' }).first().click();

  const split = async () => {
    await page.getByRole('button', { name: 'Actions for talk.wav' }).click();
    await page.getByRole('menuitem', { name: 'Split into left and right' }).click();
    await expect.element(row('talk – left')).toMatchTextContent('mono · left side');
    await expect.element(row('talk – right')).toMatchTextContent('mono · right side');
    expect(fake.jobs.has('talk')).toBe(false);
  };
  await split();
  await expect.element(page.getByText('talk.wav is two recordings now: left and right.')).toBeVisible();
  await page.getByTestId('undo').click();
  await expect.poll(() => [...fake.jobs.keys()].sort()).toEqual(['memo', 'talk']);

  await split();
  await page.getByRole('button', { name: 'Actions for talk – right.wav' }).click();
  await page.getByRole('menuitem', { name: 'Back to one stereo recording' }).click();
  await expect.poll(() => [...fake.jobs.keys()].sort()).toEqual(['memo', 'talk']);
});

test('a silent side gets no row, and the message says which', async () => {
  const { fake } = openDesk((desk) =>
    desk.seed([
      {
        ...{ id: 'talk', name: 'talk.wav', channels: 2, durationSeconds: 60 },
        channelNotes: [{ kind: 'silent-side', side: 'left' }],
      },
    ]),
  );
  await page.getByRole('button', { name: 'Actions for talk.wav' }).click();
  await page.getByRole('menuitem', { name: 'Split into left and right' }).click();
  const words = 'The left side of talk.wav is silent and left out: only its right is restored, in mono.';
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.poll(() => [...fake.jobs.keys()]).toEqual(['talk-right']);
  await page.getByTestId('undo').click();
  await expect.poll(() => [...fake.jobs.keys()]).toEqual(['talk']);
});
