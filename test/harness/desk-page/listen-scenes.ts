/** What pictures of the listening room show: the takes, a blind test, and its result. */

import type { Page } from 'playwright';
import { seedListening } from '../fake-desk/scenes.ts';
import type { DeskScene } from './desk-scenes.ts';

const TRIALS = 10;

export const LISTEN_SCENES: Readonly<Record<string, DeskScene>> = {
  listen: { seed: (fake) => seedListening(fake), act: openRoom },
  'listen-spectrogram': {
    seed: (fake) => seedListening(fake, 'heard', 90),
    act: async (page) => {
      await openRoom(page);
      await page.keyboard.press('s');
      const box = await page.getByTestId('take').nth(1).boundingBox();
      await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 60);
    },
  },
  'listen-samples': {
    seed: (fake) => seedListening(fake, 'heard', 90),
    act: async (page) => {
      await openRoom(page);
      await page.keyboard.press('ArrowRight');
      for (let step = 0; step < 12; step++) await page.keyboard.press('+');
    },
  },
  'listen-verdict': {
    seed: (fake) => seedListening(fake),
    act: async (page) => {
      await openRoom(page);
      await page.getByRole('button', { name: 'Keep Service 2.0' }).click();
    },
  },
  'blind-setup': {
    seed: (fake) => seedListening(fake),
    act: async (page) => {
      await openRoom(page);
      await page.keyboard.press('b');
    },
  },
  blind: {
    seed: (fake) => seedListening(fake),
    act: async (page) => {
      await startTest(page);
      await page.keyboard.press('1');
      await page.keyboard.press('x');
    },
  },
  'blind-result': {
    seed: (fake) => seedListening(fake),
    act: async (page) => {
      await startTest(page);
      for (let trial = 0; trial < TRIALS; trial++) {
        await page
          .getByRole('main')
          .getByText(`Trial ${trial + 1} of ${TRIALS}`)
          .waitFor();
        await page.keyboard.press('2');
      }
      await page.getByRole('button', { name: 'Back to Listen' }).waitFor();
    },
  },
};

async function openRoom(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(Compare|Listen)/ })
    .first()
    .click();
  await page.getByTestId('take').first().waitFor();
}

async function startTest(page: Page): Promise<void> {
  await openRoom(page);
  await page.keyboard.press('b');
  await page.getByRole('button', { name: 'Start test' }).click();
  await page.getByRole('main').getByText(`Trial 1 of ${TRIALS}`).waitFor();
}
