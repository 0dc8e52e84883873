import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { OVER_STUDIO, STUDIO } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';

const REASON = {
  code: 'costCapReached',
  userMessage:
    'Waiting: this would pass your cap of 2.00 USD a day. Nothing was charged. Continues tomorrow, or when you raise the cap.',
  parts: {
    what: 'Waiting: this would pass your cap of 2.00 USD a day.',
    safe: 'Nothing was charged.',
    next: 'Continues tomorrow.',
  },
  retryable: false,
  detail: 'day',
} as const;

test('a row at a cap says so, and its button changes the cap', async () => {
  await page.viewport(1280, 800);
  openDesk((fake) => {
    fake.addConnection(STUDIO);
    fake.seed([
      {
        id: 'capped',
        name: 'guest.ogg',
        durationSeconds: 3440,
        started: true,
        state: { kind: 'waiting', from: 'generating', until: null, reason: REASON },
        ...OVER_STUDIO,
      },
    ]);
  });
  await expect.element(page.getByText('Waiting: this would pass your cap of 2.00 USD a day.')).toBeVisible();
  await page.getByRole('button', { name: 'Change cap…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Caps for Studio' });
  await dialog.getByLabelText('Most a day, in USD').fill('much');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Enter an amount such as 25 or 2.50.')).toBeVisible();
  await dialog.getByLabelText('Most a day, in USD').fill('2,50');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  // Opened again, it has what was saved.
  await page.getByRole('button', { name: 'Change cap…' }).click();
  await expect.element(page.getByLabelText('Most a day, in USD')).toHaveValue('2.5');
});

test('a recording whose length decides its price is being measured until it was counted', async () => {
  await page.viewport(1280, 800);
  const open = openDesk((fake) => {
    fake.addConnection(STUDIO);
    fake.seed([{ id: 'long', name: 'long.mp3', durationSeconds: 30, countedSeconds: null, ...OVER_STUDIO }]);
  });
  await expect.element(page.getByText('measuring…')).toBeVisible();
  open.fake.change('long', (job) => ({ ...job, durationSeconds: 160, countedSeconds: 160 }));
  await expect.element(page.getByText('2:40')).toBeVisible();
});

test('details of the quote set both models side by side, and a cap for this Start', async () => {
  openDesk((fake) => {
    fake.addConnection({ ...STUDIO, prices: { 'service-2': 500, 'service-3.5': 1000 } });
    fake.seed([{ name: 'talk.wav', durationSeconds: 600, ...OVER_STUDIO }]);
  });
  await expect.element(page.getByTestId('quote')).toMatchTextContent(/at most\s*0\.30 USD.*over Studio/);
  await page.getByTestId('quote').getByRole('button', { name: 'Details' }).click();
  await expect.element(page.getByText('0.60 USD')).toBeVisible();
  await expect.element(page.getByLabelText('Cap for this batch (USD)')).toBeVisible();
});
