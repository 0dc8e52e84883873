/** Whether the desktop's main process stays free for its window, and how soon that window is there. */

import path from 'node:path';
import { ensureBuilt, PARTS } from '../../build/build.ts';
import { DEFAULT_BATCH_PRESET } from '../../shared/domain/batch-preset.ts';
import { connectPage } from '../e2e/desktop/page-client.ts';
import { type Desktop, startDesktop } from '../harness/electron/drive.ts';
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
    const desktop = await startDesktop({ dataDirectory: full });
    const block = await measureBlocks(desktop);
    await desktop.quit();
    return {
      value: Math.max(block.p99 / TARGETS.blockMs, desk / empty / TARGETS.starts),
      details: {
        'block ms (p99)': rounded(block.p99),
        'block ms (most)': rounded(block.most),
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

async function measureBlocks(desktop: Desktop) {
  await connectPage(desktop.page);
  await desktop.page.evaluate((preset) => window.testDesk.queue.start({ preset }), DEFAULT_BATCH_PRESET);
  await desktop.command('eventLoop', null);
  await new Promise((resolve) => setTimeout(resolve, RUNNING_MS));
  return await desktop.command('eventLoop', null);
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
