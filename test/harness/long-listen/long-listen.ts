/** Measures the comparison of long recordings in Chromium: how soon it opens and seeks, its memory and its longest task. */

import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { installFrameMeter, measureFrames } from '../desk-page/frame-meter.ts';
import { heapAfterCollection, newPage } from '../desk-page/open-page.ts';
import { lookAround, openRoom } from './look-around.ts';
import { largestWhile, pageMemory } from './page-memory.ts';
import { installSeekMeter, measureSeeks } from './seek-meter.ts';
import { COMPRESSED, LONG, serveTakes } from './serve-takes.ts';
import { inUnwatchedBrowser } from './unwatched-browser.ts';

export type ListenFigures = Readonly<Record<string, number>>;

const OPENINGS = 5;
const SEEKS = 20;
/** The page and its workers have started. */
const STARTED_MS = 3000;

/** @param folder for the recordings @param seconds of the long ones @returns figures by name, in MiB and milliseconds */
export async function measureListening(folder: string, seconds: number, minutes: number): Promise<ListenFigures> {
  const served = await serveTakes(folder, seconds);
  try {
    const profile = path.join(folder, 'profile');
    return await inUnwatchedBrowser(profile, (browser) => measureIn(browser, served.url, minutes));
  } finally {
    await served.close();
  }
}

async function measureIn(browser: Browser, url: string, minutes: number): Promise<ListenFigures> {
  const page = await newPage(browser);
  await installFrameMeter(page);
  await installSeekMeter(page);
  await page.goto(url);
  await page.waitForTimeout(STARTED_MS);
  const { privateMiB: memoryOfDeskMiB } = await pageMemory(browser);
  const opening = await measureOpenings(page);
  const seeks = await measureAllSeeks(page);
  await openRoom(page, LONG);
  await page.keyboard.press('Space');
  return { memoryOfDeskMiB, ...opening, ...seeks, ...(await measureUse(browser, page, minutes)) };
}

async function measureOpenings(page: Page): Promise<ListenFigures> {
  const openings: number[] = [];
  const open = async () => {
    for (let opening = 0; opening <= OPENINGS; opening++) openings.push(await openRoom(page, LONG));
  };
  const { tasks, longestCpuMs } = await measureFrames(page, open);
  const [firstOpenMs = 0, ...others] = openings;
  const openingLongestTaskMs = Math.max(0, ...tasks);
  return { firstOpenMs, openMs: median(others), openingLongestTaskMs, openingLongestTaskCpuMs: longestCpuMs };
}

/** By key and far away, while it plays. */
async function measureAllSeeks(page: Page): Promise<ListenFigures> {
  const figures: Record<string, number> = {};
  for (const [take, key, recording] of [
    ['Wav', '2', LONG],
    ['Mp3', '1', COMPRESSED],
    ['M4a', '2', COMPRESSED],
  ] as const) {
    await openRoom(page, recording);
    await page.keyboard.press(key);
    await page.keyboard.press('Space');
    const near = await measureSeeks(page, SEEKS, () => page.keyboard.press('ArrowRight'));
    const strip = await page.getByRole('slider', { name: 'Whole recording' }).boundingBox();
    const far = await measureSeeks(page, SEEKS, (turn) => {
      const share = 0.05 + 0.9 * ((turn * 0.382) % 1);
      return page.mouse.click((strip?.x ?? 0) + (strip?.width ?? 0) * share, (strip?.y ?? 0) + 10);
    });
    Object.assign(figures, {
      [`seek${take}Ms`]: median(near),
      [`seek${take}LongestMs`]: near.at(-1) ?? 0,
      [`seekFar${take}Ms`]: median(far),
      [`seekFar${take}LongestMs`]: far.at(-1) ?? 0,
    });
  }
  return figures;
}

async function measureUse(browser: Browser, page: Page, minutes: number): Promise<ListenFigures> {
  const afterCollection: number[] = [];
  const look = () => lookAround(page);
  let longestTaskMs = 0;
  let longestTaskCpuMs = 0;
  const session = await page.context().newCDPSession(page);
  const use = async () => {
    for (let minute = 0; minute < minutes; minute++) {
      const end = performance.now() + 60_000;
      const { tasks, longestCpuMs } = await measureFrames(page, look);
      longestTaskMs = Math.max(longestTaskMs, ...tasks);
      longestTaskCpuMs = Math.max(longestTaskCpuMs, longestCpuMs);
      while (performance.now() < end) await look();
      // In between, garbage gathers as it does for a person.
      if (minute > 0 && minute < minutes - 1) continue;
      await heapAfterCollection(session);
      afterCollection.push((await pageMemory(browser)).privateMiB);
    }
  };
  const { privateMiB: memoryMiB, sharedMiB: sharedMemoryMiB } = await largestWhile(browser, use);
  return {
    ...{ memoryMiB, sharedMemoryMiB, longestTaskMs, longestTaskCpuMs },
    memoryAfterCollectionMiB: Math.max(...afterCollection),
    memoryAfterFirstMinuteMiB: afterCollection[0] ?? 0,
    memoryAfterLastMinuteMiB: afterCollection.at(-1) ?? 0,
  };
}

/** @param values in any order */
function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
