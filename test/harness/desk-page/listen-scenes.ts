/** What pictures of the listening room show: the takes, a blind test, and its result. */

import type { Page } from 'playwright';
import type { FakeDesk } from '../fake-desk/fake-desk.ts';
import { errorOf } from '../fake-desk/fake-jobs.ts';
import { OVER_STUDIO, STUDIO, seedListening } from '../fake-desk/scenes.ts';
import type { DeskScene } from './desk-scenes.ts';

const TRIALS = 10;

export const LISTEN_SCENES: Readonly<Record<string, DeskScene>> = {
  listen: { seed: (fake) => seedListening(fake), act: openRoom, isLarge: true },
  voices: {
    seed: (fake) => {
      const id = seedListening(fake, 'talk', 20, 'host and guest.wav');
      fake.change(id, (job) => ({ ...job, channels: 2, channelNotes: [{ kind: 'two-voices' }] }));
    },
    act: async (page) => {
      await openRoom(page);
      await page.locator('label', { hasText: 'Right' }).click();
    },
  },
  'voices-desk': { seed: seedVoices },
  'listen-empty': { seed: () => undefined, act: openEmpty },
  'listen-batch': { seed: seedBatch, act: openRoom, isLarge: true },
  'listen-failed': {
    seed: seedFailed,
    act: async (page) => {
      await page.goto(`${page.url()}#/listen/heard`);
      await page.getByTestId('take').first().waitFor();
    },
  },
  'listen-save': {
    seed: seedBatch,
    act: async (page) => {
      await openRoom(page);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press(']');
      await page.keyboard.press('e');
    },
  },
  'listen-removed': {
    seed: (fake) => seedListening(fake),
    act: async (page) => {
      await openRoom(page);
      await page.keyboard.press('d');
      await page.getByText('Original minus this take').waitFor();
    },
  },
  'listen-removed-spectrogram': {
    seed: (fake) => seedListening(fake),
    act: async (page) => {
      await openRoom(page);
      await page.keyboard.press('d');
      await page.keyboard.press('s');
      await page.getByText('Original minus this take').waitFor();
    },
  },
  'listen-keep': {
    seed: seedBatch,
    act: async (page) => {
      await openRoom(page);
      await page.getByRole('button', { name: /^Keep / }).click();
    },
  },
  'listen-review': {
    seed: seedReview,
    act: openRoom,
  },
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
  'listen-preview': {
    seed: (fake) => seedListening(fake),
    act: async (page) => {
      await openRoom(page);
      const card = page.getByRole('region', { name: 'Strength and loudness' });
      await card.getByText('−16').click();
      await card.getByText('The file will have').waitFor();
      await card.scrollIntoViewIfNeeded();
    },
  },
  'listen-delivered': {
    seed: (fake) => {
      seedListening(fake, 'heard', 90);
      const at = Date.UTC(2026, 9, 3);
      fake.others.push({ takeId: 'result:gen-heard-service-2-earlier', label: 'Service 2.0 · Paid service', at });
      fake.deliveries.set('result:gen-heard-service-2', { settings: { strength: 0.8, loudness: -16 }, problem: null });
      fake.deliveries.set('result:gen-heard-service-3.5', {
        settings: { strength: 1, loudness: -16 },
        problem: 'missing',
      });
    },
    act: async (page) => {
      await openRoom(page);
      await page.getByText('As saved').first().click();
      await page.getByRole('button', { name: /As saved: 80 %/ }).waitFor();
    },
  },
  'listen-add': {
    seed: (fake) => {
      seedListening(fake, 'heard', 90);
      for (const [day, label] of ['Service 2.0 · Paid service', 'Service 3.5 · Studio'].entries())
        fake.others.push({ takeId: `result:earlier-${day}`, label, at: Date.UTC(2026, 9, 3 + day) });
    },
    act: async (page) => {
      await openRoom(page);
      await page.getByRole('button', { name: 'Add a take…' }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  'listen-missing': { seed: seedMissing, act: openRoom },
  'listen-find': {
    seed: seedMissing,
    act: async (page) => {
      await openRoom(page);
      await page.getByRole('button', { name: 'Find it…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('/media/archive');
      await dialog.getByRole('button', { name: 'Search' }).click();
      await dialog.getByText('Not found in').waitFor();
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
  'blind-stop': {
    seed: (fake) => seedListening(fake),
    act: async (page) => {
      await startTest(page);
      for (const key of ['x', 'a', 'b', '1']) await page.keyboard.press(key);
      await page.getByRole('main').getByText(`Trial 2 of ${TRIALS}`).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor();
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

/** Four recordings of a batch with outputs, and a service where they could be tried. */
function seedBatch(fake: FakeDesk): void {
  fake.addConnection({ ...STUDIO, chosen: false });
  for (const id of ['heard', 'second', 'third', 'fourth']) {
    seedListening(fake, id, 90);
    fake.change(id, (job) => ({
      ...{ ...job, name: `ep-041 interview, ${id} speaker.wav`, weaknesses: [{ kind: 'noise', signalToNoise: 18 }] },
      generations: job.generations.map((one) => ({ ...one, exportedPath: `/out/${id} ${one.model}.wav` })),
    }));
  }
}

/** Two recordings in review over a service with prices; the result of one has two faults. */
function seedReview(fake: FakeDesk): void {
  fake.addConnection(STUDIO);
  for (const id of ['heard', 'second']) {
    seedListening(fake, id, 90);
    fake.change(id, (job) => ({
      ...{ ...job, ...OVER_STUDIO, redoAmount: 240_000, name: `ep-041 interview, ${id} speaker.wav` },
      state: {
        kind: 'in-review',
        held: [
          {
            generationId: job.generations[0]?.id ?? '',
            findings: [
              { kind: 'lost-speech', at: 31, seconds: 2.4, places: 1 },
              { kind: 'clipping', at: 64 },
            ],
          },
        ],
      },
    }));
  }
}

/** The source is gone, and isn't in the folder that is searched. */
function seedMissing(fake: FakeDesk): void {
  seedListening(fake, 'heard', 90, 'ep-041 interview with the harbour master, second take, two speakers.wav');
  fake.sources.missing.add('heard');
  fake.sources.answers = [{ kind: 'none', files: 12_345 }];
}

/** One model has a result, the other one failed. */
function seedFailed(fake: FakeDesk): void {
  seedListening(fake, 'heard', 90);
  const error = errorOf('generationFailed');
  fake.change('heard', (job) => ({
    ...{ ...job, state: { kind: 'failed', error, retryFrom: 'ready' } },
    generations: job.generations.map((one, index) => (index === 0 ? one : { ...one, state: 'failed', error })),
  }));
}

async function openEmpty(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Listen' }).click();
}

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

function seedVoices(fake: FakeDesk): void {
  const two = { channels: 2, channelNotes: [{ kind: 'two-voices' as const }], durationSeconds: 1840 };
  const side = { channels: 1, durationSeconds: 2410 };
  const of = 'ep-045 talk.wav';
  fake.seed([
    { id: 'talk', name: 'ep-044 host and guest.wav', ...two },
    { id: 'left', name: 'ep-045 talk – left.wav', ...side, side: { side: 'left', of, isRevertible: true } },
    { id: 'right', name: 'ep-045 talk – right.wav', ...side, side: { side: 'right', of, isRevertible: true } },
  ]);
}
