/** A real service in a process of its own that measures itself: how long its event loop stood still, how large it is. */

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '../../../electron/platform/time/clock.ts';
import { createService } from '../../../electron/service/service.ts';
import { createFakeEngine } from '../engine/fake-engine.ts';

export type AskMeasured = 'begin' | 'measure' | 'stop';
export type FromMeasured =
  | { readonly kind: 'listening'; readonly baseUrl: string; readonly apiKey: string }
  | { readonly kind: 'begun'; readonly rss: number }
  /**
   * Since `begin`: the longest that one turn of the event loop kept the processor, and that the loop stood still by the clock, which
   * counts whatever else this computer does, in milliseconds; and the most memory, in bytes.
   */
  | {
      readonly kind: 'measured';
      readonly turnMs: number;
      readonly stallMs: number;
      readonly peakRss: number;
      readonly rss: number;
    };

const RESOLUTION_MS = 1;
const SAMPLE_MS = 10;
const tell = (message: FromMeasured) => process.send?.(message);

const dataDirectory = mkdtempSync(path.join(tmpdir(), 'cleartake-measured-'));
const service = await createService({
  host: '127.0.0.1',
  port: 0,
  dataDirectory,
  migrationsDirectory: path.resolve(import.meta.dirname, '../../../electron/service/migrations'),
  clock: systemClock,
  randomBytes,
  spawn: createFakeEngine().spawn,
  configuration: JSON.parse(process.env.MEASURED_CONFIGURATION ?? '{}'),
  log: { info: () => undefined, warn: () => undefined, error: (message) => process.stderr.write(`${message}\n`) },
});

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
let peakRss = 0;
let longestTurn = 0;
let used = 0;
let sampling: NodeJS.Timeout | undefined;

process.on('message', async (ask: AskMeasured) => {
  switch (ask) {
    case 'begin': {
      globalThis.gc?.();
      peakRss = process.memoryUsage.rss();
      clearInterval(sampling);
      sampling = setInterval(() => {
        peakRss = Math.max(peakRss, process.memoryUsage.rss());
      }, SAMPLE_MS);
      tell({ kind: 'begun', rss: peakRss });
      // What came before, and the collection above, are not counted.
      setTimeout(() => {
        delays.enable();
        delays.reset();
        used = processorMs();
        longestTurn = 0;
      }, 20);
      return;
    }
    case 'measure': {
      const stallMs = Math.max(0, delays.max / 1e6 - RESOLUTION_MS);
      clearInterval(sampling);
      globalThis.gc?.();
      tell({ kind: 'measured', turnMs: longestTurn, stallMs, peakRss, rss: process.memoryUsage.rss() });
      return;
    }
    case 'stop':
      await service.close();
      rmSync(dataDirectory, { recursive: true, force: true });
      process.exit(0);
  }
});
/** What this thread used of the processor. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

setInterval(() => {
  const now = processorMs();
  longestTurn = Math.max(longestTurn, now - used);
  used = now;
}, RESOLUTION_MS);

process.on('disconnect', () => {
  rmSync(dataDirectory, { recursive: true, force: true });
  process.exit(0);
});
tell({ kind: 'listening', baseUrl: service.baseUrl, apiKey: service.createdKeys?.apiKey ?? '' });
