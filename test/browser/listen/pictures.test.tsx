import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pictureSettings, USUAL } from '../../../renderer/features/listen/pictures/use-pictures.ts';
import { HEARD } from '../../harness/fake-desk/heard.ts';
import { seedListening } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';
import { findingsIn } from '../surfaces.ts';

/** A busy machine is late. */
const SOON = { timeout: 20_000 };

beforeEach(async () => {
  await page.viewport(1280, 800);
  pictureSettings.setState(USUAL);
  openDesk((fake) => seedListening(fake, HEARD.id, HEARD.durationSeconds));
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect.poll(() => fields().length, SOON).toBe(3);
});

afterEach(() => {
  pictureSettings.setState(USUAL);
});

function fields(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-take-index]')];
}

function drawn(): (string | undefined)[] {
  return fields().map((field) => field.dataset.drawn);
}

/** The labels of the ruler: the visible part of the recording. */
function ruler(): string {
  return document.querySelector('[class*="ruler"]')?.textContent ?? '';
}

function seconds(): number {
  const { frame, rate } = page.getByTestId('transport').element().querySelector('*')?.parentElement?.dataset ?? {};
  return Number(frame) / Number(rate);
}

/** Turns the wheel over the second take. @param part of its width */
function wheel(part: number, deltaY: number, keys: Partial<WheelEventInit> = {}): void {
  const box = (fields()[1] as HTMLElement).getBoundingClientRect();
  const [clientX, clientY] = [box.left + box.width * part, box.top + box.height / 2];
  const target = document.elementFromPoint(clientX, clientY);
  target?.dispatchEvent(
    new WheelEvent('wheel', { clientX, clientY, deltaY, bubbles: true, cancelable: true, ...keys }),
  );
}

/** Pixels of a take's picture: the worker's canvas, as the page shows it. */
function pixelsOf(take: number): Uint8ClampedArray {
  const canvas = fields()[take]?.querySelector('canvas') as HTMLCanvasElement;
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  const context = copy.getContext('2d') as CanvasRenderingContext2D;
  context.drawImage(canvas, 0, 0);
  return context.getImageData(0, 0, copy.width, copy.height).data;
}

/** Heights at which a take's wave is, column by column. */
function heightsOf(take: number): ReadonlySet<number> {
  const pixels = pixelsOf(take);
  const width = fields()[take]?.querySelector('canvas')?.width ?? 1;
  const heights = new Set<number>();
  for (let x = 0; x < width; x++) {
    for (let at = x * 4 + 3; at < pixels.length; at += width * 4) {
      if (pixels[at] === 255) {
        heights.add(Math.floor(at / 4 / width));
        break;
      }
    }
  }
  return heights;
}

/** Pixels that nothing was drawn on. */
function holesOf(take: number): number {
  const pixels = pixelsOf(take);
  let holes = 0;
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) holes += 1;
  return holes;
}

test('S switches every take to its spectrogram and back, with frequency and level under the pointer', {
  tags: 'long',
}, async () => {
  await userEvent.keyboard('s');
  await expect.poll(drawn, SOON).toEqual(['sharp', 'sharp', 'sharp']);
  expect([0, 1, 2].map(holesOf)).toEqual([0, 0, 0]);
  await expect.element(page.getByText('10 kHz').first()).toBeVisible();
  const box = (fields()[1] as HTMLElement).getBoundingClientRect();
  const at = { clientX: box.left + 200, clientY: box.top + box.height - 1, bubbles: true };
  document.elementFromPoint(at.clientX, at.clientY)?.dispatchEvent(new PointerEvent('pointermove', at));
  await expect.poll(() => page.getByTestId('readout').element().textContent, SOON).toMatch(/^\d+ Hz · −\d+ dB$/);
  const mel = pixelsOf(0);
  await page.getByText('Linear').click();
  await expect.poll(drawn, SOON).toEqual(['sharp', 'sharp', 'sharp']);
  await expect.poll(() => pixelsOf(0).some((value, index) => value !== mel[index]), SOON).toBe(true);
  await userEvent.keyboard('s');
  await expect.poll(() => holesOf(0) > 0, SOON).toBe(true);
  expect(document.querySelectorAll('[data-picture="wave"]')).toHaveLength(3);
});

test('with D the picture of the take shows what was removed, says so, and D brings the take back', {
  tags: 'long',
}, async () => {
  const card = page.getByTestId('take').nth(1);
  await expect.poll(drawn, SOON).toEqual(['sharp', 'sharp', 'sharp']);
  const wave = pixelsOf(1);
  const isOther = (picture: Uint8ClampedArray) => pixelsOf(1).some((value, index) => value !== picture[index]);
  await userEvent.keyboard('d');
  await expect.element(card).toMatchTextContent(/removed.*Original minus this take/);
  await expect.element(card).toHaveAttribute('data-active', 'true');
  // The other take is still itself.
  expect(fields().map(({ dataset }) => dataset.takeIndex)).toEqual(['0', '3', '2']);
  await expect.poll(drawn, SOON).toEqual(['sharp', 'sharp', 'sharp']);
  await expect.poll(() => isOther(wave), SOON).toBe(true);
  await userEvent.keyboard('s');
  await expect.poll(drawn, SOON).toEqual(['sharp', 'sharp', 'sharp']);
  const noise = pixelsOf(1);
  await userEvent.keyboard('d');
  await expect.element(card).not.toMatchTextContent('removed');
  await expect.poll(drawn, SOON).toEqual(['sharp', 'sharp', 'sharp']);
  // The voice is in the take, and not in what was removed.
  await expect.poll(() => isOther(noise), SOON).toBe(true);
  await expect.poll(() => holesOf(1), SOON).toBe(0);
});

test('contrast makes quiet sound dark', async () => {
  await userEvent.keyboard('s');
  await expect.poll(drawn, SOON).toEqual(['sharp', 'sharp', 'sharp']);
  const brightness = () => pixelsOf(0).reduce((sum, value) => sum + value, 0);
  const before = brightness();
  const slider = page.getByRole('slider', { name: 'Contrast' });
  slider.element().focus();
  await userEvent.keyboard('{End}');
  await expect.poll(brightness, SOON).toBeLessThan(before * 0.9);
});

test('scrolling and zooming leave no holes: the coarse picture stays until the fine one comes', {
  tags: 'long',
}, async () => {
  await userEvent.keyboard('s');
  await expect.poll(drawn, SOON).toEqual(['sharp', 'sharp', 'sharp']);
  let holes = 0;
  for (let step = 0; step < 30; step++) {
    if (step < 12) wheel(0.7, -240);
    else wheel(0.5, step % 2 === 0 ? 900 : -700, { shiftKey: true });
    await new Promise(requestAnimationFrame);
    for (const take of [0, 1, 2]) holes += holesOf(take);
  }
  expect(holes).toBe(0);
  await expect.poll(drawn, SOON).toEqual(['sharp', 'sharp', 'sharp']);
});

test('the wheel zooms around the pointer down to single samples, Shift moves, and both are said', async () => {
  await expect.element(page.getByText('Scroll or pinch to zoom, Shift + scroll to move')).toBeVisible();
  await expect.poll(ruler, SOON).toContain('1:00');
  wheel(0.5, -500);
  await expect.poll(ruler, SOON).not.toContain('1:20');
  // What is under the pointer stays there: the middle of the recording.
  await expect.poll(ruler, SOON).toContain('0:45');
  for (let step = 0; step < 20; step++) wheel(0.5, -500);
  await expect.poll(drawn, SOON).toEqual(['sharp', 'sharp', 'sharp']);
  expect(ruler()).toMatch(/0:4[45]\.\d{4}/);
  const painted = pixelsOf(0).filter((value, index) => index % 4 === 3 && value > 0).length;
  expect(painted).toBeGreaterThan(500);
  // Peaks would show a single block here, of one height.
  expect(heightsOf(0).size).toBeGreaterThan(5);
  const before = ruler();
  wheel(0.5, 400, { shiftKey: true });
  await expect.poll(ruler, SOON).not.toBe(before);
});

test('two fingers on the screen zoom around themselves, and seek nothing', async () => {
  await expect.poll(ruler, SOON).toContain('1:00');
  const box = (fields()[1] as HTMLElement).getBoundingClientRect();
  const y = box.top + box.height / 2;
  const area = document.elementFromPoint(box.left + box.width / 2, y) as HTMLElement;
  // A synthetic pointer can't be captured.
  area.setPointerCapture = () => undefined;
  const send = (type: string, pointerId: number, part: number) =>
    area.dispatchEvent(
      new PointerEvent(type, {
        ...{ pointerId, pointerType: 'touch', button: 0, bubbles: true },
        ...{ clientX: box.left + box.width * part, clientY: y },
      }),
    );
  const before = seconds();
  send('pointerdown', 1, 0.45);
  send('pointerdown', 2, 0.55);
  send('pointermove', 1, 0.05);
  send('pointermove', 2, 0.95);
  send('pointerup', 1, 0.05);
  send('pointerup', 2, 0.95);
  // A ninth of the recording, and its middle is still in the middle.
  await expect.poll(ruler, SOON).toMatch(/0:42.*0:44.*0:46/);
  expect(seconds()).toBe(before);
});

test('N and P go from mark to mark, and each mark is a button', { tags: 'long' }, async () => {
  const marks = page.getByRole('group', { name: 'Places to hear' });
  await expect.element(marks.getByRole('button', { name: 'Worst minute of the original, 0:15' })).toBeVisible();
  const differences = marks.getByRole('button', { name: /^Service 2.0 and Service 3.5 differ most, 0:2[67]/ });
  await expect.element(differences.first()).toBeVisible();
  await userEvent.keyboard('n');
  await expect.poll(seconds, SOON).toBeCloseTo(4, 1);
  await expect.element(marks.getByRole('button', { name: 'Clipping in Original, 0:04' })).toBeVisible();
  await userEvent.keyboard('n');
  await expect.poll(seconds, SOON).toBeCloseTo(15, 1);
  await userEvent.keyboard('n');
  await expect.poll(seconds, SOON).toBeGreaterThan(25);
  await userEvent.keyboard('p');
  await expect.poll(seconds, SOON).toBeCloseTo(15, 1);
  differences.first().element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(seconds, SOON).toBeGreaterThan(25);
});

test.each([
  [1280, 800],
  [900, 600],
])(
  'axe finds nothing in the room with spectrograms, and no word is cut off, at %i by %i',
  { tags: 'long' },
  async (width, height) => {
    await page.viewport(width, height);
    await userEvent.keyboard('s');
    await expect.poll(drawn, SOON).toEqual(['sharp', 'sharp', 'sharp']);
    const room = document.querySelector('[class*="room"]') as HTMLElement;
    expect(await findingsIn(room, 'Listen')).toEqual([]);
  },
);
