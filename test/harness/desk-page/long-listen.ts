/** Measures the comparison of a long recording in Chromium: how soon it opens, its memory and its longest task while someone looks and listens. */

import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { buildParts } from '../../../build/build.ts';
import { createEngine } from '../../../electron/audio/engine.ts';
import { startBrowserServer } from '../../../electron/hosts/browser/server.ts';
import { createMediaHandler } from '../../../electron/hosts/common/media/media-handler.ts';
import { silentLog } from '../../../electron/platform/log.ts';
import { createFakeDesk } from '../fake-desk/fake-desk.ts';
import { seedListening } from '../fake-desk/scenes.ts';
import { installFrameMeter, measureFrames } from './frame-meter.ts';
import { heapAfterCollection, inBrowser, newPage } from './open-page.ts';
import { makeSparsePair, type ScannedFile } from './sparse-pair.ts';

export interface ListenFigures {
  /** From the click until every take is drawn: the first time, and the median of the others. */
  readonly firstOpenMs: number;
  readonly openMs: number;
  /** What the page's process holds for itself after each minute. */
  readonly memoryMiB: readonly number[];
  /** 0 if no task was over 50 ms. */
  readonly longestTaskMs: number;
  readonly longestTaskCpuMs: number;
}

const JOB = 'long';
const OPENINGS = 5;
const SETTLED_MS = 400;
const SOON_MS = 60;

/** @param folder for the recordings */
export async function measureListening(folder: string, seconds: number, minutes: number): Promise<ListenFigures> {
  const pair = await makeSparsePair(folder, seconds, [`original:${JOB}`, `result:gen-${JOB}-service-2`]);
  const served = await serve(pair, seconds);
  try {
    return await inBrowser((browser) => measureIn(browser, served.url, minutes));
  } finally {
    await served.close();
  }
}

async function serve([original, result]: readonly [ScannedFile, ScannedFile], seconds: number) {
  const { folders } = await buildParts(['renderer']);
  const fake = createFakeDesk();
  seedListening(fake, JOB, seconds);
  const engine = createEngine();
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other, as the engine's process does. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const answer = last.then(work);
    last = answer.catch(() => undefined);
    return answer;
  }
  const media = createMediaHandler({
    locate: (take) => ({ ...(take.startsWith('original:') ? original : result), fileName: 'long.wav' }),
    pcm: (params) => inTurn(async () => (await engine.pcm(params, () => undefined)).samples),
    tile: (params) => inTurn(async () => (await engine.tile(params, () => undefined)).levels),
    receiveUpload: async () => '',
  });
  const desk = { router: fake.router, media };
  const server = await startBrowserServer({ desk, pageDirectory: folders.renderer ?? '', port: 0, log: silentLog });
  return { url: server.url, close: () => server.close() };
}

async function measureIn(browser: Browser, url: string, minutes: number): Promise<ListenFigures> {
  const page = await newPage(browser);
  await installFrameMeter(page);
  await page.goto(url);
  const openings: number[] = [];
  for (let opening = 0; opening <= OPENINGS; opening++) openings.push(await openRoom(page));
  const memoryMiB: number[] = [];
  let longestTaskMs = 0;
  let longestTaskCpuMs = 0;
  const session = await page.context().newCDPSession(page);
  await page.keyboard.press('Space');
  for (let minute = 0; minute < minutes; minute++) {
    const end = performance.now() + 60_000;
    const { tasks, longestCpuMs } = await measureFrames(page, () => lookAround(page));
    longestTaskMs = Math.max(longestTaskMs, ...tasks);
    longestTaskCpuMs = Math.max(longestTaskCpuMs, longestCpuMs);
    while (performance.now() < end) await lookAround(page);
    await heapAfterCollection(session);
    memoryMiB.push(await pageMemoryMiB(browser));
  }
  const [firstOpenMs = 0, ...others] = openings;
  const openMs = others.sort((one, other) => one - other)[Math.floor(others.length / 2)] ?? 0;
  return { firstOpenMs, openMs, memoryMiB, longestTaskMs, longestTaskCpuMs };
}

/** From the desk. @returns milliseconds until every take is drawn */
async function openRoom(page: Page): Promise<number> {
  await page.getByRole('navigation').getByRole('link', { name: 'Desk' }).click();
  const compare = page.getByRole('button', { name: 'Compare' });
  await compare.waitFor();
  await page.waitForTimeout(SETTLED_MS);
  return await compare.evaluate(
    (button) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        (button as HTMLElement).click();
        requestAnimationFrame(function look() {
          const waves = [...document.querySelectorAll('[data-testid="take"] [aria-hidden="true"] > div')].filter(
            (host) => host.shadowRoot?.querySelector('canvas') != null,
          );
          // Three takes, and the original behind both results.
          if (waves.length >= 5) resolve(performance.now() - began);
          else requestAnimationFrame(look);
        });
      }),
  );
}

/** Zooms in and out, scrolls, seeks, and the same over spectrograms, while the sound plays. */
async function lookAround(page: Page): Promise<void> {
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

/** Of the largest of the browser's pages: memory that it shares with no other process. */
async function pageMemoryMiB(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  return Math.max(0, ...pages.map(({ id }) => privateMiB(id)));
}

function privateMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
