/** What someone does in a comparison: opens it, zooms, scrolls, seeks, and looks at spectrograms. */

import type { Page } from 'playwright';

/** The original and two results. */
const TAKES = 3;
const SETTLED_MS = 400;
const SOON_MS = 60;

/** From the desk. @returns milliseconds from the click until the room is there and every take drawn */
export async function openRoom(page: Page, name: string): Promise<number> {
  await page.getByRole('navigation').getByRole('link', { name: 'Desk' }).click();
  const compare = page.getByRole('row', { name }).getByRole('button', { name: 'Compare' });
  await compare.waitFor();
  await page.waitForTimeout(SETTLED_MS);
  return await compare.evaluate(
    (button, takes) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        (button as HTMLElement).click();
        requestAnimationFrame(function look() {
          const drawn = [...document.querySelectorAll<HTMLElement>('[data-take-index]')].map(
            ({ dataset }) => dataset.drawn,
          );
          if (drawn.length >= takes && drawn.every((state) => state === 'sharp')) resolve(performance.now() - began);
          else requestAnimationFrame(look);
        });
      }),
    TAKES,
  );
}

/** Zooms in and out, scrolls, seeks, and the same over spectrograms. */
export async function lookAround(page: Page): Promise<void> {
  const box = await page.getByTestId('take').nth(1).boundingBox();
  const [left, width, y] = [box?.x ?? 0, box?.width ?? 0, (box?.y ?? 0) + (box?.height ?? 0) - 20];
  const turn = async (steps: number, x: number, vertical: number) => {
    await page.mouse.move(left + width * x, y);
    for (let step = 0; step < steps; step++) {
      await page.mouse.wheel(0, vertical);
      await page.waitForTimeout(SOON_MS);
    }
  };
  for (const _picture of ['wave', 'spectrogram']) {
    await turn(22, 0.1 + 0.8 * Math.random(), -300);
    await page.keyboard.down('Shift');
    await turn(12, 0.5, 700);
    await page.keyboard.up('Shift');
    await page.mouse.click(left + width * 0.4, y);
    await turn(14, 0.6, 300);
    await page.keyboard.press('x');
    await page.waitForTimeout(SETTLED_MS);
    await page.keyboard.press('0');
    await page.keyboard.press('n');
    await page.waitForTimeout(SETTLED_MS);
    await page.keyboard.press('s');
  }
}
