/** Scrolls History through a long past, by wheel and by its scrollbar, in the bundled page with the real browser host behind it. */

import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright';
import { CHROMIUM_ARGUMENTS, CHROMIUM_PATH } from '../chromium.ts';
import { startBrowserDesk } from '../desk/browser-desk.ts';
import { connectDesk } from '../desk/desk-over-socket.ts';
import { installFrameMeter, measureFrames } from '../desk-page/frame-meter.ts';
import { heapAfterCollection, newPage } from '../desk-page/open-page.ts';
import { installRowMeter, type RowFigures, readRows } from './row-meter.ts';

const WHEEL_PX = 2400;
/** A trace in between: one of everything would fill the memory. */
const WHEELS_IN_TRACE = 250;
const DRAG_STEPS = 300;
const STOPS = 10;
const STEP_MS = 16;
const INDEXED_MS = 1_800_000;
const INDEX_LOOK_MS = 2000;
const SETTLED_MS = 1500;
/** To the middle of the thumb of a very long list: the button at the end, then half of the smallest thumb. */
const THUMB_PX = 17;

export interface ScrollFigures extends RowFigures {
  /** Milliseconds of each task over 50 ms. */
  readonly tasks: readonly number[];
  readonly longestCpuMs: number;
}

export interface HistoryScroll {
  readonly wheel: ScrollFigures;
  readonly drag: ScrollFigures;
  /** Milliseconds until all rows in view are there, after the scrollbar was dragged somewhere and held. */
  readonly stopsMs: readonly number[];
  /** Milliseconds from the address to the first row. */
  readonly firstRowMs: number;
  /** Bytes of the page's objects: with the first rows, after the wheel, after the scrollbar. */
  readonly heap: readonly [number, number, number];
}

/** @param dataDirectory of a desk whose store has so many `rows` */
export async function scrollHistory(dataDirectory: string, rows: number): Promise<HistoryScroll> {
  const desk = await startBrowserDesk({ dataDirectory: path.resolve(dataDirectory) });
  const browser = await chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: CHROMIUM_ARGUMENTS,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  try {
    const { client, close } = await connectDesk(desk);
    // Each question writes a part of the index itself: asked seldom, it is done in the background.
    const isIndexed = async () => (await client.history.search({ limit: 1 })).indexing === null;
    for (const end = performance.now() + INDEXED_MS; !(await isIndexed()); await setTimeout(INDEX_LOOK_MS))
      if (performance.now() > end) throw new Error('The search index was not there in time');
    close();
    return await measureIn(browser, desk, rows);
  } finally {
    await browser.close();
    await desk.stop();
  }
}

async function measureIn(
  browser: Browser,
  { origin, url }: { readonly origin: string; readonly url: string },
  rows: number,
): Promise<HistoryScroll> {
  const page = await newPage(browser);
  await installFrameMeter(page);
  await installRowMeter(page);
  const session = await page.context().newCDPSession(page);
  await page.goto(url);
  await page.getByRole('link', { name: 'History' }).waitFor();
  const began = performance.now();
  await page.goto(`${origin}/#/history`);
  await page.locator('[role="grid"] [data-job]').first().waitFor();
  const firstRowMs = performance.now() - began;
  await page.waitForTimeout(SETTLED_MS);
  const before = await heapAfterCollection(session);
  const wheel = await scrollByWheel(page, rows);
  const afterWheel = await heapAfterCollection(session);
  const { drag, stopsMs } = await dragScrollbar(page, rows);
  const heap = [before, afterWheel, await heapAfterCollection(session)] as const;
  return { wheel, drag, stopsMs, firstRowMs, heap };
}

/** To the last row. @throws Error when it isn't reached */
async function scrollByWheel(page: Page, rows: number): Promise<ScrollFigures> {
  const { x, y, height } = await listOf(page);
  await page.mouse.move(x + 300, y + 200);
  const tasks: number[] = [];
  let longestCpuMs = 0;
  const most = Math.ceil((height / WHEEL_PX) * 1.5) + WHEELS_IN_TRACE;
  await readRows(page, rows);
  for (let wheels = 0; !(await isAtEnd(page, rows)); wheels += WHEELS_IN_TRACE) {
    if (wheels > most) throw new Error('The wheel did not reach the last row');
    const figures = await measureFrames(page, async () => {
      for (let wheel = 0; wheel < WHEELS_IN_TRACE; wheel++) {
        await page.mouse.wheel(0, WHEEL_PX);
        await page.waitForTimeout(STEP_MS);
      }
    });
    tasks.push(...figures.tasks);
    longestCpuMs = Math.max(longestCpuMs, figures.longestCpuMs);
  }
  return { tasks, longestCpuMs, ...(await readRows(page, rows)) };
}

/** Through all rows to the top and back, with the button held. @throws Error when the bar doesn't follow */
async function dragScrollbar(page: Page, rows: number): Promise<{ drag: ScrollFigures; stopsMs: number[] }> {
  const stopsMs: number[] = [];
  await page.locator('[role="grid"] [data-index]').first().press('Home');
  await page.locator('[role="grid"] [data-job][data-index="0"]').waitFor();
  const { bottom, right, top } = await listOf(page);
  const x = right - 7;
  const turn = async (share: number, step: number): Promise<void> => {
    await page.mouse.move(x, top + THUMB_PX + share * (bottom - top - 2 * THUMB_PX));
    await page.waitForTimeout(STEP_MS);
    if (step % Math.floor(DRAG_STEPS / STOPS) !== 0) return;
    const began = performance.now();
    await page.waitForFunction(() => document.querySelector('[data-waiting]') === null);
    stopsMs.push(performance.now() - began);
  };
  await readRows(page, rows);
  const figures = await measureFrames(page, async () => {
    await page.mouse.move(x, top + THUMB_PX);
    await page.mouse.down();
    for (let step = 1; step <= DRAG_STEPS; step++) await turn(step / DRAG_STEPS, step);
    if (!(await isAtEnd(page, rows))) throw new Error('The scrollbar did not reach the last row');
    for (let step = 1; step <= DRAG_STEPS; step++) await turn(1 - step / DRAG_STEPS, step);
    await page.mouse.up();
  });
  const { longestCpuMs, tasks } = figures;
  return { drag: { tasks, longestCpuMs, ...(await readRows(page, rows)) }, stopsMs };
}

function isAtEnd(page: Page, rows: number): Promise<boolean> {
  return page.evaluate((last) => document.querySelector(`[data-job][data-index="${last}"]`) !== null, rows - 1);
}

/** In pixels; `height` is that of all rows. */
function listOf(page: Page) {
  return page.evaluate(() => {
    const list = document.querySelector('[role="grid"] [role="rowgroup"]')?.parentElement;
    if (!list) throw new Error('There is no list');
    const { bottom, left: x, right, top, y } = list.getBoundingClientRect();
    return { bottom, x, right, top, y, height: list.scrollHeight };
  });
}
