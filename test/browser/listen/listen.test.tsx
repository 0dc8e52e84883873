import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MEDIA_PATHS } from '../../../shared/contract/page/media-addresses.ts';
import { fakeMedia } from '../../harness/fake-desk/fake-media.ts';
import { busyScene, seedListening } from '../../harness/fake-desk/scenes.ts';
import { type OpenDesk, openDesk } from '../open-desk.tsx';

let open: OpenDesk | null = null;
const realFetch = window.fetch;

/** The page fetches peaks from the fake desk; the worker's requests for sound get no answer. */
beforeEach(async () => {
  await page.viewport(1280, 760);
  window.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    return address.startsWith(MEDIA_PATHS.peaks) && open !== null
      ? fakeMedia(new Request(new URL(address, window.location.href)), open.fake.jobs)
      : realFetch(input, init);
  };
});

afterEach(() => {
  window.fetch = realFetch;
  open = null;
});

function activeTake(): string | null {
  return document.querySelector('[data-testid="take"][data-active="true"]')?.getAttribute('aria-label') ?? null;
}

/** wavesurfer's canvases with at least one painted pixel. */
function paintedWaves(): number {
  return [...document.querySelectorAll('[data-testid="take"] [aria-hidden="true"] > div')].filter((host) => {
    const canvas = host.shadowRoot?.querySelector('canvas');
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    return pixels?.some((value) => value !== 0) ?? false;
  }).length;
}

test('every take has a waveform, with the original behind results, and keys select the take', async () => {
  open = openDesk(seedListening);
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect.poll(() => page.getByTestId('take').elements().length).toBe(3);
  await expect.poll(paintedWaves).toBe(5);
  expect(activeTake()).toBe('Service 2.0');
  await userEvent.keyboard('3');
  await expect.poll(activeTake).toBe('Service 3.5');
  await userEvent.keyboard('x');
  await expect.poll(activeTake).toBe('Original');
  await userEvent.keyboard('x');
  await expect.poll(activeTake).toBe('Service 3.5');
});

test('the measures of all takes are listed together', async () => {
  open = openDesk(seedListening);
  await page.getByRole('button', { name: 'Compare' }).click();
  const measures = page.getByRole('region', { name: 'Measures' });
  await expect.element(measures).toBeVisible();
  const rows = () => [...measures.element().querySelectorAll('tbody tr')];
  const cells = (name: string) => {
    const row = rows().find((one) => one.querySelector('th')?.textContent === name);
    return [...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent);
  };
  expect(cells('Original').slice(0, 6)).toEqual([
    '−23.4 LUFS',
    '8.2 LU',
    '−3.1 dBTP',
    '−24.9 dBFS',
    '−48.6 dBFS',
    '23.7 dB',
  ]);
  expect(cells('Original').slice(6)).toEqual(['–', '1,204', '50.0 Hz, −56.1 dBFS', '0.6 s', '15.6 kHz']);
  expect(cells('Service 2.0').slice(4, 9)).toEqual(['−78.2 dBFS', '53.1 dB', '–', 'none', 'none']);
  // The waveforms don't move.
  expect(document.querySelectorAll('[data-testid="take"]')[0]?.getBoundingClientRect().height).toBeGreaterThan(75);
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(window.innerHeight);
});

test('a click on a waveform seeks, arrows step five seconds, and keys zoom', async () => {
  open = openDesk(seedListening);
  await page.getByRole('button', { name: 'Compare' }).click();
  const transport = page.getByTestId('transport');
  const seconds = (): number =>
    Number(transport.element().getAttribute('data-frame')) / Number(transport.element().getAttribute('data-rate'));
  await expect.poll(paintedWaves).toBe(5);
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

test('an added model shows its progress, then its take, and the position is kept', async () => {
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

test('a take that can’t be played says so, and the others stay', async () => {
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
