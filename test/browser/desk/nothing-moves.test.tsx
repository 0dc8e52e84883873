import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { BatchPreset } from '../../../shared/domain/batch/batch-preset.ts';
import { settingsOf } from '../../../shared/domain/batch/presets.ts';
import { busyScene, WAITING_SCENE } from '../../harness/fake-desk/scenes.ts';
import { seasonSummary } from '../../harness/fake-desk/season-scene.ts';
import { openDesk } from '../open-desk.tsx';
import { row, rows, work } from '../queue/queue-page.ts';
import { message } from './messages.ts';

const SIZES = [
  [1280, 800],
  [900, 600],
] as const;

const MANY_SETTINGS = {
  ...{ models: ['service-2', 'service-3.5'], samplingPreset: 'interview', strength: 0.8, loudness: -16, format: 'mp3' },
  ...{ bitRate: 192, channels: 'mono-if-silent', levelVoices: true, truePeak: -2 },
} as const satisfies Partial<BatchPreset>;

/** From the top of the page, in pixels. */
const LOWEST_FIRST_ROW = 200;

/** Where Start, the filters and the first row are. The button is the last of its bar, whatever it is called. */
function places(first: string) {
  const start = page.getByTestId('quote').element().parentElement?.lastElementChild;
  const filters = page.getByRole('group', { name: 'Filters' }).element();
  return [start, filters, row(first)].map((each) => {
    const { height, left, top } = each?.getBoundingClientRect() ?? new DOMRect();
    return [left, top, height];
  });
}

test.each(SIZES)(
  'at %i × %i nothing moves by a selection, a run, its summary, a hold, or their going',
  async (...size) => {
    await page.viewport(...size);
    const { fake } = openDesk((desk) => desk.seed(WAITING_SCENE));
    await expect.poll(() => rows().elements().length).toBe(3);
    const before = places('w1');
    expect(row('w1').getBoundingClientRect().top).toBeLessThanOrEqual(LOWEST_FIRST_ROW);
    const same = (what: string) => expect(places('w1'), what).toEqual(before);

    await page.getByRole('checkbox', { name: 'Select ep-044 intro.wav' }).click();
    await expect.element(page.getByRole('toolbar')).toBeVisible();
    same('a row is selected');
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await expect.element(page.getByRole('toolbar')).not.toBeInTheDocument();
    same('none is selected anymore');

    await page.getByRole('button', { name: 'Start 3' }).click();
    await expect.element(page.getByRole('button', { name: 'Pause all' })).toBeVisible();
    same('a run starts');
    for (let round = 0; round < 4; round++) fake.tick(0.5);
    await expect.element(page.getByTestId('generation-progress').first()).toBeVisible();
    same('it runs');
    fake.park('built-in', 'paymentFailed');
    const hold = message('This computer has paused new restorations');
    await expect.element(hold).toBeVisible();
    same('the connection is blocked');
    await hold.getByRole('button', { name: 'Lift hold' }).click();
    await expect.element(hold).not.toBeInTheDocument();
    same('it is lifted');

    work(fake);
    fake.endRun(seasonSummary(Date.now()));
    await expect.element(message('Batch finished')).toBeVisible();
    same('the run is over');
    await page.getByRole('button', { name: 'Dismiss the summary' }).click();
    await expect.element(message('Batch finished')).not.toBeInTheDocument();
    same('its summary is dismissed');
  },
);

test.each(SIZES)('at %i × %i every filter and the longest name of a preset move nothing', async (...size) => {
  await page.viewport(...size);
  const { fake } = openDesk((desk) => desk.seed([...WAITING_SCENE, { id: 'again', name: 'again.wav' }]));
  await expect.poll(() => rows().elements().length).toBe(4);
  const before = places('w1');
  const same = (what: string) => expect(places('w1'), what).toEqual(before);

  fake.seed([
    { id: 'c', name: 'cancelled.wav', started: true, state: { kind: 'cancelled', from: 'queued' } },
    ...busyScene(Date.now()).filter(({ id }) => id === 'j6' || id === 'j7' || id === 'j9'),
  ]);
  const filters = page.getByRole('group', { name: 'Filters' });
  await expect.element(filters.getByRole('button', { name: 'Cancelled 1' })).toBeInTheDocument();
  await expect.element(filters.getByRole('button', { name: 'Waiting 1' })).toBeInTheDocument();
  same('rare filters are there');

  const settings = settingsOf({ ...fake.presets.view().preset, ...MANY_SETTINGS });
  fake.presets.choose(
    fake.presets.save({ name: 'Interviews of the summer season, with intro and outro, feed', settings }).id,
  );
  await expect.element(page.getByRole('button', { name: /^Preset Interviews of the summer/ })).toBeVisible();
  same('a preset has a long name and many settings');
});

/** Around the words of a heading, or all that is in a cell of a row. */
function drawn(cell: Element | undefined): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(cell?.querySelector('button span') ?? cell ?? document);
  return range.getBoundingClientRect();
}

test.each(SIZES)('at %i × %i headings stand over what is below them, to the pixel', async (...size) => {
  await page.viewport(...size);
  openDesk((fake) => fake.seed(busyScene(Date.now())));
  await expect.poll(() => rows().elements().length).toBeGreaterThan(8);
  const heads = [...document.querySelectorAll('[role="columnheader"]')];
  // What is done, what is worked on, what waits, and what has a sentence over two columns.
  for (const job of ['j1', 'j3', 'j10', 'j8']) {
    const cells = [...row(job).querySelectorAll('[role="gridcell"]')];
    const lefts = [heads, cells].map((each) => each.slice(1, 5).map((cell) => drawn(cell).left));
    expect(lefts[1], job).toEqual(lefts[0]);
    const [cost] = cells.slice(5, -1);
    if (cost?.checkVisibility() === true) expect(drawn(cost).right, job).toBe(drawn(heads[5]).right);
  }
});
