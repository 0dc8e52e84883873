/** How long a person waits for the desk when everything is built already. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from '@playwright/test';
import { TEST_IDS } from '../../renderer/components/text/test-ids.ts';
import { CHROMIUM_ARGUMENTS, CHROMIUM_PATH } from '../harness/chromium.ts';
import { takeLoadStep, writeManyRecordings } from '../harness/load/load-steps.ts';
import { SCRIPT_ENVIRONMENT, scriptLine } from '../harness/script-line.ts';
import type { Bench } from './bench.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ROWS = 5000;
const STARTS = 5;
/** Seconds. Ready: more than `node -e 0` takes. Painted: from the command to the first row on the screen of a browser that is open. */
const TARGETS = { ready: 1, painted: 2 };

export const bench: Bench = {
  measures: `From npm start's script to the ready line above node -e 0 (no rows and ${ROWS.toLocaleString('en')}, target ${TARGETS.ready} s), and to a painted desk with ${ROWS.toLocaleString('en')} rows (target ${TARGETS.painted} s): the worst by its target, medians of ${STARTS}`,
  unit: '× its target',
  target: 1,
  better: 'lower',
  run: async (folder) => {
    const [recordings, empty, full] = ['in', 'empty', 'full'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeManyRecordings(recordings, ROWS);
    await takeLoadStep('enqueue', full, recordings);
    const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: CHROMIUM_ARGUMENTS });
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      const nothing = medianOf(
        await repeated(async () => secondsOf(() => spawnSync('node', ['-e', '0'], { env: SCRIPT_ENVIRONMENT }))),
      );
      const withoutRows = medianOf(await repeated(async () => (await startOnce(empty, null)).ready));
      const starts = await repeated(() => startOnce(full, page));
      const withRows = medianOf(starts.map(({ ready }) => ready));
      const painted = medianOf(starts.map((start) => start.painted));
      return {
        value: Math.max(
          (withoutRows - nothing) / TARGETS.ready,
          (withRows - nothing) / TARGETS.ready,
          painted / TARGETS.painted,
        ),
        details: mapValues({ nothing, withoutRows, withRows, painted }, (seconds) => `${seconds.toFixed(2)} s`),
      };
    } finally {
      await browser.close();
    }
  },
};

/** The first time bundles, migrates or compiles if need be: it is not counted. */
async function repeated<Result>(work: () => Promise<Result>): Promise<Result[]> {
  await work();
  const results: Result[] = [];
  for (let start = 0; start < STARTS; start++) results.push(await work());
  return results;
}

/** Starts the browser host and ends it. @param page shows the desk in between */
async function startOnce(dataDirectory: string, page: Page | null): Promise<{ ready: number; painted: number }> {
  await page?.goto('about:blank');
  const began = performance.now();
  const words = ['--host', 'browser', '--no-open', '--data-dir', dataDirectory];
  const host = spawn('sh', ['-c', scriptLine('start', words)], {
    cwd: ROOT,
    env: SCRIPT_ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const address = await readyAddress(host);
  const ready = (performance.now() - began) / 1000;
  if (page !== null) await showFirstRow(page, address);
  const painted = (performance.now() - began) / 1000;
  host.kill('SIGTERM');
  await once(host, 'exit');
  return { ready, painted };
}

async function readyAddress(host: ChildProcess): Promise<string> {
  if (host.stdout === null) throw new Error('The host has no standard output');
  for await (const line of createInterface(host.stdout)) {
    const address = /^Cleartake is ready: (\S+)$/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error('The host ended before it was ready');
}

async function showFirstRow(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByTestId(TEST_IDS.queueRow).first().waitFor();
  // The frame with the row is on the screen once the next one begins.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

async function secondsOf(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function mapValues<Name extends string, From, To>(
  values: Readonly<Record<Name, From>>,
  change: (value: From) => To,
): Record<Name, To> {
  const names = Object.keys(values) as Name[];
  return Object.fromEntries(names.map((name) => [name, change(values[name])])) as Record<Name, To>;
}
