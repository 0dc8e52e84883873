import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FakeDesk } from '../../harness/fake-desk/fake-desk.ts';
import { HEARD } from '../../harness/fake-desk/heard.ts';
import { busyScene, seedListening } from '../../harness/fake-desk/scenes.ts';
import { type OpenDesk, openDesk } from '../open-desk.tsx';

let open: OpenDesk | null = null;

/** A recording whose sound is there. */
const seedHeard = (fake: FakeDesk) => seedListening(fake, HEARD.id, HEARD.durationSeconds);

beforeEach(async () => {
  await page.viewport(1280, 760);
});

afterEach(() => {
  open = null;
});

function activeTake(): string | null {
  return document.querySelector('[data-testid="take"][data-active="true"]')?.getAttribute('aria-label') ?? null;
}

/** The colors of a take's picture, each with how many pixels have it. */
function colorsOf(take: number): ReadonlyMap<string, number> {
  const canvas = document.querySelectorAll('[data-take-index]')[take]?.querySelector('canvas');
  const colors = new Map<string, number>();
  if (canvas == null || canvas.width < 2) return colors;
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  const context = copy.getContext('2d') as CanvasRenderingContext2D;
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, copy.width, copy.height);
  for (let at = 0; at < data.length; at += 4) {
    // Edges are half transparent.
    if (data[at + 3] !== 255) continue;
    const color = `${data[at]} ${data[at + 1]} ${data[at + 2]}`;
    colors.set(color, (colors.get(color) ?? 0) + 1);
  }
  return colors;
}

test('every take has a waveform, with the original behind results, and keys select the take', {
  tags: 'long',
}, async () => {
  open = openDesk(seedHeard);
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect.poll(() => page.getByTestId('take').elements().length).toBe(3);
  // Behind a result's color, there is the original's; between both, their mixtures at edges.
  const colors = () => [0, 1, 2].map((take) => [...colorsOf(take).values()].filter((pixels) => pixels > 100).length);
  await expect.poll(() => colors()[0], { timeout: 10_000 }).toBe(1);
  await expect.poll(() => Math.min(...colors().slice(1)), { timeout: 10_000 }).toBeGreaterThan(1);
  expect(activeTake()).toBe('Service 2.0');
  await userEvent.keyboard('3');
  await expect.poll(activeTake).toBe('Service 3.5');
  await userEvent.keyboard('x');
  await expect.poll(activeTake).toBe('Original');
  await userEvent.keyboard('x');
  await expect.poll(activeTake).toBe('Service 3.5');
});

test('the measures of all takes are listed together, and what the selected one changed is said', async () => {
  open = openDesk(seedListening);
  await page.getByRole('button', { name: 'Compare' }).click();
  const measures = page.getByRole('region', { name: 'Measures' });
  await expect.element(measures).toBeVisible();
  const cells = (name: string) => {
    const row = [...measures.element().querySelectorAll('tbody tr')].find((one) => one.textContent?.startsWith(name));
    return [...(row?.querySelectorAll('td') ?? [])].map((cell) => [cell.textContent, cell.dataset.change]);
  };
  const [same, better] = [undefined, 'better'];
  expect(cells('Loudness')).toEqual([
    ['−23.4', same],
    ['−23.9', same],
    ['−23.9', same],
  ]);
  expect(cells('Noise floor')).toEqual([
    ['−48.6', same],
    ['−78.2', better],
    ['−78.2', better],
  ]);
  expect(cells('Clipped samples')).toEqual([
    ['1,204', same],
    ['0', better],
    ['0', better],
  ]);
  expect(cells('Hum')).toEqual([
    ['50 Hz', same],
    ['none', better],
    ['none', better],
  ]);
  await expect
    .element(measures)
    .toMatchTextContent(/0.4 % of speech lost.*Noise floor 30 dB lower.*1,204 clipped samples repaired/);
});

test('a click on a waveform seeks, arrows step five seconds, and keys zoom', { tags: 'long' }, async () => {
  open = openDesk(seedListening);
  await page.getByRole('button', { name: 'Compare' }).click();
  const transport = page.getByTestId('transport');
  const seconds = (): number =>
    Number(transport.element().getAttribute('data-frame')) / Number(transport.element().getAttribute('data-rate'));
  await expect.poll(() => page.getByTestId('take').elements().length).toBe(3);
  const card = page.getByTestId('take').nth(2).element().getBoundingClientRect();
  const area = document.elementFromPoint(card.left + card.width / 2, card.top + 80);
  const press = { clientX: card.left + card.width / 2, clientY: card.top + 80, button: 0, bubbles: true, pointerId: 1 };
  // A synthetic pointer can't be captured, so the handler must not depend on it.
  if (area instanceof HTMLElement) area.setPointerCapture = () => undefined;
  area?.dispatchEvent(new PointerEvent('pointerdown', press));
  area?.dispatchEvent(new PointerEvent('pointerup', press));
  await expect.poll(seconds).toBeCloseTo(10, 1);
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(seconds).toBeCloseTo(15, 1);
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.poll(seconds).toBeCloseTo(5, 1);
  await userEvent.keyboard('+');
  await expect.element(page.getByRole('button', { name: 'Zoom to fit' })).toBeEnabled();
  await userEvent.keyboard('0');
  await expect.element(page.getByRole('button', { name: 'Zoom to fit' })).toBeDisabled();
});

test('keys change what is heard: difference, level match, loop; what is on is pressed, and announced', {
  tags: 'long',
}, async () => {
  open = openDesk(seedHeard);
  await page.getByRole('button', { name: 'Compare' }).click();
  const transport = page.getByTestId('transport');
  const heard = () => transport.element().getAttribute('data-take');
  const pressed = (name: RegExp) => page.getByRole('button', { name }).element().getAttribute('aria-pressed');
  await expect.element(transport).toBeVisible();
  expect(heard()).toMatch(/^result:/);
  await userEvent.keyboard('d');
  await expect.poll(heard).toMatch(/^difference:/);
  expect(pressed(/^Difference/)).toBe('true');
  await expect.element(page.getByTestId('announcement')).toHaveTextContent('Listening to Difference, Service 2.0.');
  await userEvent.keyboard('d');
  await expect.poll(heard).toMatch(/^result:/);

  expect(pressed(/^Level match/)).toBe('true');
  await userEvent.keyboard('l');
  await expect.poll(() => pressed(/^Level match/)).toBe('false');

  await userEvent.keyboard('{ArrowRight}[[');
  await userEvent.keyboard('{ArrowRight}]');
  await expect.poll(() => pressed(/^Loop/)).toBe('true');
  await expect.element(page.getByTestId('announcement')).toHaveTextContent('Loop from 0:05 to 0:10.');
  // The end of a loop is not within it: the playhead is back at its start.
  await expect.poll(() => transport.element().getAttribute('data-frame')).toBe('240000');
  await page.getByRole('button', { name: /^Loop/ }).click();
  await expect.poll(() => pressed(/^Loop/)).toBe('false');
});

test('a drag over the waveforms selects a passage, and a click seeks', async () => {
  open = openDesk(seedListening);
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect.element(page.getByTestId('loop-strip')).toBeVisible();
  const found = () => document.querySelector<HTMLElement>('[class*="_area_"]');
  await expect.poll(found).not.toBeNull();
  const area = found() as HTMLElement;
  const pressed = () => page.getByRole('button', { name: /^Loop/ }).element().getAttribute('aria-pressed');
  area.setPointerCapture = () => undefined;
  const { height, left, top, width } = area.getBoundingClientRect();
  const send = (type: string, share: number) =>
    area.dispatchEvent(
      new PointerEvent(type, {
        ...{ clientX: left + width * share, clientY: top + height / 2, button: 0, bubbles: true, pointerId: 1 },
        pointerType: 'mouse',
      }),
    );
  send('pointerdown', 0.6);
  send('pointerup', 0.6);
  await expect.poll(() => pressed()).toBe('false');
  send('pointerdown', 0.25);
  send('pointerup', 0.5);
  await expect.element(page.getByTestId('announcement')).toMatchTextContent(/Loop from 0:0[45] to 0:(09|10)\./);
  await expect.poll(() => pressed()).toBe('true');
});

test('a drag over the ruler sets the loop, a click seeks; speed and volume are chosen', { tags: 'long' }, async () => {
  open = openDesk(seedListening);
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect.element(page.getByTestId('loop-strip')).toBeVisible();
  const strip = page.getByTestId('loop-strip').element() as HTMLElement;
  // A synthetic pointer can't be captured.
  strip.setPointerCapture = () => undefined;
  const { left, width, top } = strip.getBoundingClientRect();
  const send = (type: string, share: number) =>
    strip.dispatchEvent(
      new PointerEvent(type, {
        clientX: left + width * share,
        clientY: top + 2,
        button: 0,
        bubbles: true,
        pointerId: 1,
      }),
    );
  send('pointerdown', 0.25);
  send('pointermove', 0.4);
  await expect.poll(() => strip.querySelectorAll('[style*="width"]').length).toBe(1);
  send('pointermove', 0.5);
  send('pointerup', 0.5);
  await expect.element(page.getByTestId('announcement')).toMatchTextContent(/Loop from 0:0[45] to 0:(09|10)\./);
  await page.getByRole('button', { name: 'Speed: 1×' }).click();
  await page.getByRole('menuitem', { name: '1.5×' }).click();
  await expect.element(page.getByRole('button', { name: 'Speed: 1.5×' })).toBeVisible();
  await page.getByRole('button', { name: 'Volume and output' }).click();
  await expect.element(page.getByRole('slider', { name: 'Volume' })).toBeVisible();
});

test('an added model shows its progress, then its take, and the position is kept', { tags: 'long' }, async () => {
  open = openDesk((fake) => fake.seed(busyScene(Date.now()).slice(1, 2)));
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect.poll(() => page.getByTestId('take').elements().length).toBe(2);
  await userEvent.keyboard('{ArrowRight}');
  await page.getByRole('button', { name: 'Add Service 3.5' }).click();
  open.fake.tick(1);
  open.fake.tick(3);
  const progress = page.getByTestId('generation-progress');
  await expect.element(progress).toHaveAttribute('data-model', 'service-3.5');
  for (let round = 0; round < 60; round++) open.fake.tick(2);
  await expect.poll(() => page.getByTestId('take').elements().length).toBe(3);
  await expect.poll(() => Number(page.getByTestId('transport').element().getAttribute('data-frame'))).toBe(240_000);
});

test('a take that can’t be played says so, and the others stay', { tags: 'long' }, async () => {
  open = openDesk(seedListening);
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect.element(page.getByText('This take can’t be played.').first()).toBeVisible();
  expect(page.getByTestId('take').elements()).toHaveLength(3);
});

test('Listen without a recording lists the finished ones', async () => {
  open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await page.getByRole('navigation').getByRole('link', { name: 'Listen' }).click();
  await expect.element(page.getByRole('heading', { name: 'Hear before and after' })).toBeVisible();
  await page.getByRole('button', { name: /ep-041 intro/ }).click();
  await expect.element(page.getByRole('heading', { name: 'ep-041 intro.wav' })).toBeVisible();
  expect(window.location.hash).toBe('#/listen/j1');
});
