/** Counts in a page what a person feels: tasks that block it, and the time between frames. */

import type { Page } from 'playwright';

export interface FrameFigures {
  /** Milliseconds of each task over 50 ms: browsers report no shorter ones. */
  readonly tasks: readonly number[];
  /** Milliseconds between frames. */
  readonly frames: readonly number[];
}

declare global {
  interface Window {
    frameMeter: { tasks: number[]; frames: number[]; runs: boolean };
  }
}

/** Call it before the page is opened. */
export async function installFrameMeter(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const meter = { tasks: [] as number[], frames: [] as number[], runs: false };
    window.frameMeter = meter;
    new PerformanceObserver((list) => {
      if (meter.runs) for (const { duration } of list.getEntries()) meter.tasks.push(duration);
    }).observe({ type: 'longtask' });
    let last = 0;
    requestAnimationFrame(function next(now) {
      if (meter.runs) meter.frames.push(now - last);
      last = now;
      requestAnimationFrame(next);
    });
  });
}

/** What happens in the page while `act` runs. */
export async function measureFrames(page: Page, act: () => Promise<void>): Promise<FrameFigures> {
  await page.evaluate(() => Object.assign(window.frameMeter, { tasks: [], frames: [], runs: true }));
  await act();
  return page.evaluate(() => {
    window.frameMeter.runs = false;
    const { tasks, frames } = window.frameMeter;
    return { tasks, frames };
  });
}
