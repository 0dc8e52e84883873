import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FakeDesk } from '../../harness/fake-desk/fake-desk.ts';
import { HEARD } from '../../harness/fake-desk/heard.ts';
import { seedListening } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 900));

const heard = () => page.getByTestId('transport').element().getAttribute('data-take');
const card = () => page.getByRole('region', { name: 'Strength and loudness' });
const activeTake = () =>
  document.querySelector('[data-testid="take"][data-active="true"]')?.getAttribute('aria-label') ?? null;

async function openRoom(change: (fake: FakeDesk) => void = () => undefined): Promise<FakeDesk> {
  // Its sound is there: what can't be fetched can't be chosen for long.
  const { fake } = openDesk((desk) => seedListening(desk, HEARD.id, HEARD.durationSeconds));
  change(fake);
  await page.getByRole('button', { name: 'Compare' }).first().click();
  await expect.element(card()).toBeVisible();
  return fake;
}

/** Strengths that were measured. */
function strengthsOf({ previews }: FakeDesk) {
  return previews.asked.map(({ strength }) => strength);
}

test('V switches to the preview and back; the card of its result says so', { tags: 'long' }, async () => {
  const fake = await openRoom();
  await userEvent.keyboard('v');
  await expect.poll(heard).toMatch(/^preview:.*service-2$/);
  expect(activeTake()).toBe('Service 2.0');
  await expect.element(page.getByTestId('take').nth(1)).toMatchTextContent('preview');
  await expect.element(page.getByTestId('announcement')).toHaveTextContent('Listening to Preview, Service 2.0.');
  await expect.element(card()).toMatchTextContent('The file will have −23.9 LUFS and peaks of −3.1 dBTP');
  await userEvent.keyboard('v');
  await expect.poll(heard).toMatch(/^result:.*service-2$/);
  // Another result has a preview of its own.
  await userEvent.keyboard('3v');
  await expect.poll(heard).toMatch(/^preview:.*service-3\.5$/);
  await expect.poll(() => strengthsOf(fake)).toEqual([1, 1]);
  await userEvent.keyboard('1');
  await expect.poll(heard).toMatch(/^original:/);
});

test('strength is heard with the first step, and where the slider rests is measured', { tags: 'long' }, async () => {
  const fake = await openRoom();
  const slider = card().getByRole('slider', { name: 'Strength' });
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  await expect.poll(heard).toMatch(/^preview:/);
  await expect.element(card()).toMatchTextContent('80 %');
  await expect.element(card()).toMatchTextContent('The file will have −23.8 LUFS');
  expect(strengthsOf(fake).at(-1)).toBe(0.8);
});

test('until it is measured the preview says that it plays without its loudness; then whether peaks will be limited', {
  tags: 'long',
}, async () => {
  const measuring = Promise.withResolvers<void>();
  await openRoom((fake) => {
    fake.previews.measuring = measuring.promise;
    fake.previews.limiting = new Promise(() => undefined);
  });
  await card().getByText('−14').click();
  await expect.poll(heard).toMatch(/^preview:/);
  await expect.element(card()).toMatchTextContent('Measuring… Until then, the preview plays without its loudness.');
  await expect.element(page.getByTestId('take').nth(1)).toMatchTextContent('not matched: loudness unknown');
  measuring.resolve();
  // 9.9 dB to −14 LUFS would lift the peak of −3.1 dBTP beyond −1.
  await expect.element(card()).toMatchTextContent('The file will have −14.0 LUFS');
  await expect.element(card()).toMatchTextContent('Peaks aren’t limited yet in this preview.');
  await expect.element(card()).toMatchTextContent('Level match is on: the preview plays as loud as the original.');
  await card().getByRole('button', { name: 'Turn off' }).click();
  await expect.element(card()).not.toMatchTextContent('Level match is on');
  await expect.element(card()).toMatchTextContent('it plays 7.8 dB quieter.');
});

test('where nothing can be previewed, it says why', { tags: 'long' }, async () => {
  await openRoom((fake) => {
    fake.previews.refused = true;
  });
  await userEvent.keyboard('v');
  await expect.element(card()).toMatchTextContent(/moved or deleted|isn’t there|no longer/);
});

test('once the room is quiet, the lag of each result is asked for: differences compare the same moments', {
  tags: 'long',
}, async () => {
  const fake = await openRoom((desk) => {
    desk.previews.lag = 480;
  });
  await expect.poll(() => fake.previews.lagsAsked).toHaveLength(2);
  await userEvent.keyboard('d');
  await expect.poll(heard).toMatch(/^difference:/);
});

test('what is heard can be saved: a file with strength and loudness of the preview', { tags: 'long' }, async () => {
  const fake = await openRoom();
  await card().getByText('−16').click();
  await page.getByRole('button', { name: 'Save as…' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('radio', { name: 'Service 2.0, as you hear it' })).toBeChecked();
  await expect.element(dialog).toMatchTextContent('100 % strength, −16 LUFS');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(page.getByText(/^1 file saved in/)).toBeVisible();
  expect(fake.outputs.saved).toEqual([
    { jobIds: ['heard'], results: 'service-2', changes: { loudness: -16, monoLoudness: null } },
  ]);
});

test('where the export limits peaks, the rendering plays once it is there; until then it says that they aren’t limited', {
  tags: 'long',
}, async () => {
  const limiting = Promise.withResolvers<void>();
  const fake = await openRoom((desk) => {
    desk.previews.limiting = limiting.promise;
  });
  await card().getByText('−14').click();
  await expect.element(card()).toMatchTextContent('Peaks aren’t limited yet in this preview. 34 %');
  await card().getByRole('button', { name: 'Turn off' }).click();
  await expect.element(card()).toMatchTextContent('limited yet in this preview, so it plays 7.8 dB quieter.');
  limiting.resolve();
  await expect.element(card()).toMatchTextContent('Peaks are limited, as in the file.');
  await expect.element(card()).toMatchTextContent('The file will have −14.0 LUFS and peaks of −1.0 dBTP');
  await expect.poll(heard).toMatch(/^preview:.*service-2$/);
  expect(fake.previews.limits).toEqual([{ strength: 1, loudness: -14 }]);
  // Another loudness is heard at once, without a limit until it is rendered.
  const again = Promise.withResolvers<void>();
  fake.previews.limiting = again.promise;
  await card().getByText('−16').click();
  await expect.element(card()).toMatchTextContent('Peaks aren’t limited yet in this preview, so');
  await expect.poll(() => fake.previews.limits).toHaveLength(2);
  // One that nobody waits for stops.
  await card().getByText('−19').click();
  await expect.poll(() => fake.previews.limitsCancelled).toBe(1);
  again.resolve();
  await expect.element(card()).toMatchTextContent('Peaks are limited, as in the file.');
  expect(fake.previews.limits.at(-1)?.loudness).toBe(-19);
});

test('nothing is rendered where no peak has to be limited, and a refusal says why', { tags: 'long' }, async () => {
  const fake = await openRoom((desk) => {
    desk.previews.limitRefused = true;
  });
  await card().getByText('−23').click();
  await expect.element(card()).toMatchTextContent('The file will have −23.0 LUFS and peaks of −2.2 dBTP');
  await card().getByText('−14').click();
  await expect.element(card()).toMatchTextContent('The file will have limited peaks. This preview doesn’t.');
  await expect.element(card()).toMatchTextContent(/disk|space/i);
  expect(fake.previews.limits.map(({ loudness }) => loudness)).toEqual([-14]);
});

test('where the export levels voices, what plays is its rendering', { tags: 'long' }, async () => {
  const limiting = Promise.withResolvers<void>();
  const fake = await openRoom((desk) => {
    desk.startWith({ ...desk.preset, levelVoices: true });
    desk.previews.limiting = limiting.promise;
  });
  await card().getByText('−23').click();
  await expect.element(card()).toMatchTextContent('Voices aren’t leveled yet in this preview. 34 %');
  limiting.resolve();
  await expect.element(card()).toMatchTextContent('Voices are leveled, as in the file.');
  expect(fake.previews.limits).toEqual([{ strength: 1, loudness: -23 }]);
});
