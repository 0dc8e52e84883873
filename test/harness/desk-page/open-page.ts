/** Pages in a Chromium of their own, and their memory. */

import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import { CHROMIUM_ARGUMENTS, CHROMIUM_PATH, PAGE_LOCALE } from '../chromium.ts';

const VIEWPORT = { width: 1280, height: 800 };

/** Opens a browser for `act` and closes it afterward, whatever happens. */
export async function inBrowser<Result>(act: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: CHROMIUM_ARGUMENTS });
  try {
    return await act(browser);
  } finally {
    await browser.close();
  }
}

export function newPage(browser: Browser): Promise<Page> {
  return browser.newPage({ viewport: VIEWPORT, locale: PAGE_LOCALE });
}

/** @returns the bytes of the page's objects after everything unreachable was collected */
export async function heapAfterCollection(session: CDPSession): Promise<number> {
  // Objects with finalizers, and what they hold, go only with the second collection.
  for (let round = 0; round < 2; round++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}
