/** Kills desks in the middle of their transfers, with SIGKILL, starts them again, and looks at what they leave. */

import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { nodeHostInfo } from '../../../../electron/hosts/common/paths.ts';
import { helperEnvironment } from '../../../../electron/hosts/common/processes/helper-environment.ts';
import { hashFile } from '../../../../electron/platform/files/hashing.ts';
import { silentLog } from '../../../../electron/platform/log.ts';
import { openDatabase } from '../../../../electron/platform/sqlite.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { createService } from '../../../../electron/service/service.ts';
import * as schema from '../../../../electron/service/store/sqlite/schema/all.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { testSettings } from '../../desk/desk-ports.ts';
import { createFakeEngine } from '../../engine/fake-engine.ts';
import { type KillPoint, nameOf, type Trace, type WorkerOptions } from './points.ts';

/** A worker that takes longer is stuck, however much else the machine does. */
const LONGEST_LIFE_MS = 180_000;
/** Jobs that are killed side by side, each with a data folder of its own. */
const LANES = 2;

export interface TransferKillFigures {
  readonly jobs: number;
  readonly kills: number;
  /** Kills at each point. */
  readonly killsAt: Readonly<Record<string, number>>;
  /** Points that a worker never came to. */
  readonly missed: number;
  /** Looks at a final name that found anything but the whole and right content. */
  readonly wrongFiles: number;
  /** Files in output folders, at the end, beside the one output of each job. */
  readonly leftovers: number;
  /** Generations beyond one for each job. */
  readonly paidTwice: number;
  /** Jobs without their output. */
  readonly lost: number;
  /** Most bytes that a life sent, or fetched, again of what one before it had. */
  readonly mostSentAgain: number;
  readonly mostFetchedAgain: number;
  readonly fileBytes: number;
}

export interface TransferKillOptions {
  /** The kills of each job, in the order in which it comes to them. */
  readonly jobs: readonly (readonly KillPoint[])[];
  readonly seconds: number;
  readonly copiesInPlace?: boolean;
  /** Each life forgets what the one before it had received. */
  readonly forgets?: boolean;
}

/**
 * @param folder a temporary folder; its owner removes it
 * @param workerFile the bundled worker
 */
export async function killTransfers(
  folder: string,
  workerFile: string,
  options: TransferKillOptions,
): Promise<TransferKillFigures> {
  const source = path.join(folder, 'take.wav');
  writeTone(source, { seconds: options.seconds, sampleRate: 48_000 });
  const right = await hashFile(source);
  const serviceFolder = path.join(folder, 'service');
  const service = await createService({
    host: '127.0.0.1',
    port: 0,
    dataDirectory: serviceFolder,
    migrationsDirectory: nodeHostInfo('cli', serviceFolder).serviceMigrationsDirectory,
    clock: systemClock,
    randomBytes,
    spawn: createFakeEngine().spawn,
    configuration: { callsPerMinute: 100_000 },
    log: silentLog,
  });
  const key = service.createdKeys?.apiKey ?? '';
  const killsAt: Record<string, number> = {};
  let [kills, missed, wrongFiles, leftovers, lost, mostSentAgain, mostFetchedAgain] = [0, 0, 0, 0, 0, 0, 0];
  const waiting = [...options.jobs.entries()];
  const runLane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await killJob(...next);
  };
  const killJob = async (index: number, points: readonly KillPoint[]) => {
    const place = path.join(folder, `job-${index}`);
    const worker = optionsOf(place, source, service.baseUrl, key, options.copiesInPlace === true);
    for (const point of [...points, null]) {
      if (options.forgets === true) forget(place);
      const end = await live(workerFile, { ...worker, point });
      if (point !== null) {
        if (end === 'killed') {
          kills += 1;
          killsAt[nameOf(point)] = (killsAt[nameOf(point)] ?? 0) + 1;
        } else missed += 1;
      } else if (end !== 'done') lost += 1;
      const wrong = await countWrong(place, right);
      wrongFiles += wrong;
    }
    const again = movedAgain(worker.trace);
    mostSentAgain = Math.max(mostSentAgain, again.sent);
    mostFetchedAgain = Math.max(mostFetchedAgain, again.fetched);
    const outputs = existsSync(worker.out) ? readdirSync(worker.out) : [];
    if (outputs.includes('take (service-2).wav')) leftovers += outputs.length - 1;
    else lost += 1;
    rmSync(path.join(place, 'data/library'), { recursive: true, force: true });
  };
  try {
    await Promise.all(Array.from({ length: LANES }, runLane));
  } finally {
    await service.close();
  }
  const paidTwice = countGenerations(path.join(serviceFolder, 'service.sqlite')) - options.jobs.length;
  const fileBytes = readFileSync(source).length;
  return {
    ...{ jobs: options.jobs.length, kills, killsAt, missed, wrongFiles, leftovers, paidTwice, lost },
    ...{ mostSentAgain, mostFetchedAgain, fileBytes },
  };
}

function optionsOf(
  place: string,
  recording: string,
  baseUrl: string,
  key: string,
  copiesInPlace: boolean,
): WorkerOptions {
  const dataDirectory = path.join(place, 'data');
  mkdirSync(dataDirectory, { recursive: true });
  const [out, trace] = [path.join(place, 'out'), path.join(place, 'trace')];
  const settings = testSettings(dataDirectory, { concurrency: 1 });
  return { settings, recording, out, baseUrl, key, trace, point: null, copiesInPlace };
}

/** One life of a worker. `done`: it came to its end; `lost`: it failed. */
async function live(file: string, options: WorkerOptions): Promise<'killed' | 'done' | 'lost'> {
  const child = fork(file, [JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: helperEnvironment(),
    execArgv: [],
  });
  const limit = setTimeout(() => child.kill('SIGTERM'), LONGEST_LIFE_MS);
  return await new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      clearTimeout(limit);
      resolve(signal === 'SIGKILL' ? 'killed' : code === 0 ? 'done' : 'lost');
    });
  });
}

/** Files under a final name, of the library and of the output folder, that are not the whole content. */
async function countWrong(place: string, right: string): Promise<number> {
  let wrong = 0;
  for (const folder of [path.join(place, 'out'), path.join(place, 'data/library/generations')]) {
    const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
    const finals = names.filter((name) => name.endsWith('.wav'));
    for (const name of finals) if ((await hashFile(path.join(folder, name))) !== right) wrong += 1;
  }
  return wrong;
}

function movedAgain(trace: string): { readonly sent: number; readonly fetched: number } {
  const lines = readFileSync(trace, 'utf8').trim().split('\n');
  const again = { sent: 0, fetched: 0 };
  let [sent, fetched] = [0, 0];
  for (const line of lines) {
    const one: Trace = JSON.parse(line);
    if (one.kind === 'upload-from') again.sent = Math.max(again.sent, sent - one.bytes);
    else if (one.kind === 'download-from') again.fetched = Math.max(again.fetched, fetched - one.bytes);
    else if (one.kind === 'killed') {
      sent = Math.max(sent, one.sent);
      fetched = Math.max(fetched, one.written);
    }
  }
  return again;
}

function forget(place: string): void {
  const library = path.join(place, 'data/library/generations');
  const names = existsSync(library) ? readdirSync(library, { recursive: true, encoding: 'utf8' }) : [];
  for (const name of names.filter((one) => one.endsWith('.list'))) rmSync(path.join(library, name));
}

function countGenerations(file: string): number {
  const { raw, close } = openDatabase({ path: file, schema });
  const count = raw.prepare('SELECT count(*) FROM generations').pluck().get() as number;
  close();
  return count;
}
