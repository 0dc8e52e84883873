/** Memory of the largest page of a browser, from the system's books. */

import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Browser } from 'playwright';

export interface PageMemory {
  /** Used by the page's process alone. */
  readonly privateMiB: number;
  /** In files of memory, most of them shared with the process that draws: what was painted. */
  readonly sharedMiB: number;
}

export async function pageMemory(browser: Browser): Promise<PageMemory> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => memoryOf(id));
  const [largest = { privateMiB: 0, sharedMiB: 0 }] = pages.sort((one, other) => other.privateMiB - one.privateMiB);
  return largest;
}

const LOOK_EVERY_MS = 250;

/** The largest of each kind at any moment while `act` runs: garbage counts, as nothing is collected for it. */
export async function largestWhile(browser: Browser, act: () => Promise<void>): Promise<PageMemory> {
  let done = false;
  async function watch(): Promise<PageMemory> {
    let [privateMiB, sharedMiB] = [0, 0];
    while (!done) {
      const now = await pageMemory(browser);
      privateMiB = Math.max(privateMiB, now.privateMiB);
      sharedMiB = Math.max(sharedMiB, now.sharedMiB);
      await setTimeout(LOOK_EVERY_MS);
    }
    return { privateMiB, sharedMiB };
  }
  const acting = act().finally(() => {
    done = true;
  });
  const [largest] = await Promise.all([watch(), acting]);
  return largest;
}

function memoryOf(pid: number): PageMemory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mebibytes = (line: RegExp) => Math.round(Number(line.exec(status)?.[1] ?? 0) / 1024);
  return { privateMiB: mebibytes(/RssAnon:\s+(\d+)/), sharedMiB: mebibytes(/RssShmem:\s+(\d+)/) };
}
