/** How the page copes with a long queue: each part of a walk with its tasks and frames, and its memory after minutes of work. */

import type { Page } from 'playwright';
import { STUDIO, variedScene } from '../fake-desk/scenes.ts';
import { until } from '../until.ts';
import { type WalkPart, walk } from './desk-walk.ts';
import { serveFakePage } from './fake-page.ts';
import { type FrameFigures, installFrameMeter, measureFrames } from './frame-meter.ts';
import { heapAfterCollection, inBrowser, newPage } from './open-page.ts';
import { type ProgressEvents, sendProgress } from './progress-events.ts';

const PARTS: readonly WalkPart[] = ['scrolling', 'filtering', 'selecting', 'menus'];
/** Fonts, lazy parts and the first frames. */
const SETTLED_MS = 1500;

/** Walks once through a queue of `rows` recordings in a new browser while fifty events a second arrive. */
export function measureWalk(rows: number): Promise<Readonly<Record<WalkPart, FrameFigures>>> {
  return withLongQueue(rows, async (page, events) => {
    const figures = {} as Record<WalkPart, FrameFigures>;
    for (const part of PARTS) figures[part] = await measureFrames(page, () => walk(page, part, events));
    return figures;
  });
}

/**
 * Walks through the queue over and over.
 * @returns the bytes in use after a first walk and after each of the minutes
 */
export function measureMemory(rows: number, minutes: number): Promise<readonly number[]> {
  return withLongQueue(rows, async (page, events) => {
    const session = await page.context().newCDPSession(page);
    const walkAll = async () => {
      for (const part of PARTS) await walk(page, part, events);
    };
    await walkAll();
    const bytes = [await heapAfterCollection(session)];
    for (let minute = 0; minute < minutes; minute++) {
      for (const end = performance.now() + 60_000; performance.now() < end; ) await walkAll();
      bytes.push(await heapAfterCollection(session));
    }
    return bytes;
  });
}

async function withLongQueue<Result>(
  rows: number,
  act: (page: Page, events: ProgressEvents) => Promise<Result>,
): Promise<Result> {
  const served = await serveFakePage();
  try {
    const { fake } = served;
    fake.addConnection({ ...STUDIO, chosen: false });
    fake.seed(variedScene(rows, Date.now()));
    return await inBrowser(async (browser) => {
      const page = await newPage(browser);
      await installFrameMeter(page);
      await page.goto(served.url);
      await page.getByTestId('queue-row').first().waitFor();
      await until(() => fake.watchers() > 0);
      const events = sendProgress(fake, [...fake.jobs.keys()]);
      await page.waitForTimeout(SETTLED_MS);
      try {
        return await act(page, events);
      } finally {
        events.stop();
      }
    });
  } finally {
    await served.close();
  }
}
