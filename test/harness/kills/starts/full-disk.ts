/** Takes a desk's disk away in the middle of its work, again and again: a file may not grow past a limit, then it may again. */

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../../../../electron/platform/sqlite.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { startBillingService } from './billing-service.ts';
import { compareBooks, type Verdict } from './books.ts';
import { prepareWork, startWorker } from './work.ts';

export interface FullDiskFigures extends Verdict {
  readonly limits: number;
  /** Limits at which the store could not be written. */
  readonly hit: number;
  readonly starts: number;
  /** Starts that arrived at the service while the store on disk did not have their intent. */
  readonly withoutIntent: number;
  /** What the store's own check says at the end. */
  readonly integrity: string;
  readonly seconds: number;
}

/** From one limit to the next, in bytes: a few commits. */
const STEP_BYTES = 40 * 1024;
/** How long a limit is waited for, and how long it then stays, in milliseconds. */
const LONGEST_WAIT_MS = 3000;
const FULL_MS = 120;
const LOOK_MS = 10;

/** Why a limit cannot be set here, or null when it can. */
export function whyNoLimits(): string | null {
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'ignore' });
    return null;
  } catch (failure) {
    return `prlimit does not run here (${failure instanceof Error ? failure.message : 'unknown'})`;
  }
}

/** @param worker the worker as one file */
export async function fillDisk(folder: string, worker: string, limits: number, jobs: number): Promise<FullDiskFigures> {
  const began = systemClock.monotonic();
  let withoutIntent = 0;
  let intentOf: (attempt: string) => unknown = () => undefined;
  const service = await startBillingService(({ attempt }) => {
    if (intentOf(attempt) === undefined) withoutIntent += 1;
    return null;
  });
  const { add, dataDirectory, options } = prepareWork(folder, service.baseUrl, jobs, {
    deadlineMs: 5000,
    quarantineMs: 900,
  });
  const database = path.join(dataDirectory, 'cleartake.sqlite');
  await once(startWorker(worker, { ...options, add }), 'close');
  const store = openDatabase({ path: database, schema: {}, readonly: true });
  const intents = store.raw.prepare('SELECT id FROM start_attempt WHERE id = ?');
  intentOf = (attempt) => intents.get(attempt);
  const child = startWorker(worker, options);
  try {
    let failures = 0;
    let isOver = false;
    child.on('message', (message) => {
      if (message !== 'working') failures += 1;
    });
    const closed = once(child, 'close').then(([code]) => {
      isOver = true;
      return code as number | null;
    });
    child.stdout?.resume();
    const complaints: Buffer[] = [];
    child.stderr?.on('data', (chunk: Buffer) => complaints.push(chunk));
    await once(child, 'message');
    const least = Math.max(statSync(database).size, statSync(`${database}-wal`).size);
    let hit = 0;
    for (let limit = 1; limit <= limits && !isOver; limit++) {
      const before = failures;
      limitFiles(child.pid, String(least + limit * STEP_BYTES));
      const until = systemClock.monotonic() + LONGEST_WAIT_MS;
      while (failures === before && !isOver && systemClock.monotonic() < until) await systemClock.sleep(LOOK_MS);
      if (failures > before) hit += 1;
      await systemClock.sleep(FULL_MS);
      if (!isOver) limitFiles(child.pid, 'unlimited');
    }
    const code = await closed;
    if (code !== 0) throw new Error(`The worker ended with ${code}: ${Buffer.concat(complaints)}`);
    const integrity = String(store.raw.pragma('integrity_check', { simple: true }));
    const verdict = compareBooks(service, dataDirectory);
    const seconds = Math.round((systemClock.monotonic() - began) / 1000);
    return { ...verdict, limits, hit, starts: service.startRequests.length, withoutIntent, integrity, seconds };
  } finally {
    child.kill('SIGKILL');
    store.close();
    await service.close();
  }
}

/** The soft limit alone: it can be raised again. */
function limitFiles(pid: number | undefined, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`], { stdio: 'ignore' });
}
