/** Counts in a page what a person feels: tasks that block it, and the time between frames. */

import type { Page } from 'playwright';

export interface FrameFigures {
  /** Milliseconds of each task over 50 ms: browsers report no shorter ones. */
  readonly tasks: readonly number[];
  /** Milliseconds between frames. */
  readonly frames: readonly number[];
  /** Milliseconds of processor time of the longest task: what other programs take from the processors doesn't count. */
  readonly longestCpuMs: number;
}

/** Of Chromium's traces, what is used here. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
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
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page belongs to no browser');
  await browser.startTracing(page, { categories: ['toplevel'] });
  await page.evaluate(() => Object.assign(window.frameMeter, { tasks: [], frames: [], runs: true }));
  await act();
  const figures = await page.evaluate(() => {
    window.frameMeter.runs = false;
    const { tasks, frames } = window.frameMeter;
    return { tasks, frames };
  });
  return { ...figures, longestCpuMs: longestOf(await browser.stopTracing()) };
}

function longestOf(trace: Buffer): number {
  const { traceEvents }: { traceEvents: readonly TraceEvent[] } = JSON.parse(trace.toString());
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const named = traceEvents.filter((event) => event.name === 'thread_name' && event.args?.name === 'CrRendererMain');
  const pages = new Set(named.map(threadOf));
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && pages.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('The trace names no tasks');
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0);
}
