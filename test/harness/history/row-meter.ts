/** Watches, frame by frame, which rows of History are shown and how long others are waited for. */

import type { Page } from 'playwright';

export interface RowFigures {
  /** Rows that were shown, of all. */
  readonly shownShare: number;
  /** Most milliseconds in a row during which a row in view was not there yet. */
  readonly longestWaitMs: number;
  /** Frames in which a row was waited for, of all. */
  readonly waitingShare: number;
}

declare global {
  interface Window {
    rowMeter: { shown: Set<number>; frames: number; waiting: number; longestWaitMs: number };
  }
}

/** Call it before the page is opened. */
export async function installRowMeter(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.rowMeter = { shown: new Set(), frames: 0, waiting: 0, longestWaitMs: 0 };
    let since: number | null = null;
    requestAnimationFrame(function next(now) {
      const meter = window.rowMeter;
      for (const row of document.querySelectorAll('[data-job][data-index]'))
        meter.shown.add(Number(row.getAttribute('data-index')));
      const isWaiting = document.querySelector('[data-waiting]') !== null;
      meter.frames += 1;
      if (isWaiting) {
        meter.waiting += 1;
        since ??= now;
        meter.longestWaitMs = Math.max(meter.longestWaitMs, now - since);
      } else since = null;
      requestAnimationFrame(next);
    });
  });
}

/** What it saw since it was read last. @param rows of the whole list */
export function readRows(page: Page, rows: number): Promise<RowFigures> {
  return page.evaluate((all) => {
    const { frames, longestWaitMs, shown, waiting } = window.rowMeter;
    window.rowMeter = { shown: new Set(), frames: 0, waiting: 0, longestWaitMs: 0 };
    return { shownShare: shown.size / all, longestWaitMs, waitingShare: waiting / Math.max(1, frames) };
  }, rows);
}
