/** Whether the desktop's main process stays free for its window, and how soon that window is there. */

import path from 'node:path';
import { ensureBuilt, PARTS } from '../../build/build.ts';
import { connectPage } from '../e2e/desktop/page-client.ts';
import { startDesktop } from '../harness/electron/drive.ts';
import { takeLoadStep, writeManyRecordings } from '../harness/load/load-steps.ts';
import type { Bench } from './bench.ts';

const ROWS = 5000;
const STARTS = 5;
const RUNNING_MS = 60_000;
const EMPTY_MAIN = path.resolve(import.meta.dirname, '../harness/electron/empty-main.ts');
const TARGETS = { blockMs: 20, starts: 1.6 };

export const bench: Bench = {
  measures: `On the Electron stand-in, with a queue of ${ROWS.toLocaleString('en')}: the main process's longest block while it runs (99th percentile over a minute, target ${TARGETS.blockMs} ms), and the time to its window by that of an empty window (target ${TARGETS.starts}), the worst by its target`,
  unit: '× its target',
  target: 1,
  better: 'lower',
  run: async (folder) => {
    const [recordings, full, nothing] = ['in', 'full', 'nothing'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    await ensureBuilt(PARTS);
    writeManyRecordings(recordings, ROWS);
    await takeLoadStep('enqueue', full, recordings);
    const empty = await medianStart({ dataDirectory: nothing, main: EMPTY_MAIN });
    const desk = await medianStart({ dataDirectory: full });
    const block = await measureBlocks(full);
    return {
      value: Math.max(block.p99 / TARGETS.blockMs, desk / empty / TARGETS.starts),
      details: {
        'block ms (p99)': rounded(block.p99),
        'block ms (most)': rounded(block.most),
        'restored meanwhile': block.done,
        'seconds to an empty window': rounded(empty),
        'seconds to the desk': rounded(desk),
        'times an empty window': rounded(desk / empty),
      },
    };
  },
};

/** Seconds from the command to a loaded page. The first start compiles, and is not counted. */
async function medianStart(options: Parameters<typeof startDesktop>[0]): Promise<number> {
  const seconds: number[] = [];
  for (let start = 0; start <= STARTS; start++) {
    const began = performance.now();
    const desktop = await startDesktop(options);
    if (start > 0) seconds.push((performance.now() - began) / 1000);
    await desktop.quit();
  }
  return seconds.toSorted((one, other) => one - other)[Math.floor(STARTS / 2)] ?? 0;
}

/** @throws Error when nothing was restored meanwhile */
async function measureBlocks(dataDirectory: string) {
  const desktop = await startDesktop({ dataDirectory });
  try {
    await connectPage(desktop.page);
    // The recordings were started with the queue paused.
    await desktop.page.evaluate(() => window.testDesk.queue.resumeAll());
    await desktop.command('eventLoop', null);
    await new Promise((resolve) => setTimeout(resolve, RUNNING_MS));
    const block = await desktop.command('eventLoop', null);
    const { totals } = await desktop.page.evaluate(() => window.testDesk.queue.list({ offset: 0, limit: 1 }));
    if (totals.done === 0) throw new Error('Nothing was restored');
    return { ...block, done: totals.done };
  } finally {
    await desktop.quit();
  }
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
