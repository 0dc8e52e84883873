/** How soon a real desk in a real browser shows recordings that are added: the first row, and all. */

import path from 'node:path';
import { libraryPaths } from '../../../electron/core/library/paths.ts';
import { startBrowserDesk } from '../desk/browser-desk.ts';
import { connectDesk } from '../desk/desk-over-socket.ts';
import { writeManyRecordings } from '../load/load-steps.ts';
import { inBrowser, newPage } from './open-page.ts';

export interface AddFigures {
  readonly firstRowMs: number;
  readonly allRowsMs: number;
}

/** @param folder for the recordings and the data of the desk */
export async function measureAdding(folder: string, count: number): Promise<AddFigures> {
  const dataDirectory = path.join(folder, 'data');
  // Copies of uploads are what the page may add by path.
  const recordings = path.join(libraryPaths(dataDirectory).managed, 'upload', 'recordings');
  writeManyRecordings(recordings, count);
  const desk = await startBrowserDesk({ dataDirectory });
  const other = await connectDesk(desk);
  try {
    return await inBrowser(async (browser) => {
      const page = await newPage(browser);
      await page.goto(desk.url);
      await page.getByRole('heading', { name: 'Drop recordings or folders here' }).waitFor();
      const shown = page.evaluate(waitForRows, count);
      const began = Date.now();
      await other.client.queue.add({ paths: [recordings], start: false });
      const { first, all } = await shown;
      return { firstRowMs: first - began, allRowsMs: all - began };
    });
  } finally {
    other.close();
    await desk.kill();
  }
}

/** Runs in the page. @returns when it painted the first row and when it had all of them, in milliseconds since the epoch */
function waitForRows(count: number): Promise<{ first: number; all: number }> {
  return new Promise((resolve) => {
    let first = 0;
    requestAnimationFrame(function look() {
      const row = document.querySelector('[data-testid="queue-row"]');
      if (row !== null && first === 0) first = Date.now();
      // The heading is a row as well.
      const rows = Number(document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount') ?? 1) - 1;
      if (rows === count) resolve({ first, all: Date.now() });
      else requestAnimationFrame(look);
    });
  });
}
