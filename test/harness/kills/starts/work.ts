/** Work for desks in processes of their own: a data folder, recordings, settings, and the process. */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testSettings } from '../../desk/desk-ports.ts';
import { SCRIPTED_KEY } from '../../remote/scripted-service.ts';
import type { Sabotage } from './sabotage.ts';
import type { WorkerOptions } from './worker.ts';

/** The desk's time against real time: its polling and its waits take so many times less. */
const SPEED = 20;

/** Milliseconds of real time. */
export interface Times {
  readonly deadlineMs: number;
  readonly quarantineMs: number;
  readonly sabotage?: Sabotage;
  readonly changesModels?: boolean;
}

export interface Work {
  readonly dataDirectory: string;
  readonly options: WorkerOptions;
  /** For a first life that brings the recordings in. */
  readonly add: NonNullable<WorkerOptions['add']>;
}

/** A quarter of the jobs is for both models. No two recordings are the same: a result that is there already is not paid again. */
export function prepareWork(folder: string, baseUrl: string, jobs: number, times: Times): Work {
  const dataDirectory = path.join(folder, 'data');
  mkdirSync(dataDirectory, { recursive: true });
  const both = Math.floor(jobs / 4);
  const kinds = [
    { folder: path.join(folder, 'one'), count: jobs - both, models: ['service-2'] as const },
    { folder: path.join(folder, 'both'), count: both, models: ['service-2', 'service-3.5'] as const },
  ].filter(({ count }) => count > 0);
  for (const { folder: place, count } of kinds) {
    mkdirSync(place, { recursive: true });
    for (let index = 0; index < count; index++) {
      const name = `${path.basename(folder)}-${path.basename(place)}-${index}.wav`;
      writeFileSync(path.join(place, name), `take ${name}`);
    }
  }
  const { sabotage = 'none' } = times;
  const isImpatient = sabotage === 'no-quarantine' || sabotage === 'naive';
  const quarantine = isImpatient ? 0 : times.quarantineMs * SPEED;
  const options: WorkerOptions = {
    settings: testSettings(dataDirectory, {
      concurrency: 12,
      retryBaseMs: 500,
      startQuarantineMs: { builtIn: quarantine, remote: quarantine },
      startDeadlineMs: times.deadlineMs * SPEED,
      patient: true,
    }),
    baseUrl,
    key: SCRIPTED_KEY,
    speed: SPEED,
    epoch: Date.now(),
    sabotage,
    odds: {},
    marks: false,
    changesModels: times.changesModels ?? false,
    add: null,
  };
  return { dataDirectory, options, add: kinds.map(({ folder: place, models }) => ({ folder: place, models })) };
}

/** @param file the worker as one file. @param under a program, with its arguments, that runs it. @param secrets variables of its environment */
export function startWorker(
  file: string,
  options: object,
  under: readonly string[] = [],
  secrets: Readonly<Record<string, string>> = {},
): ChildProcess {
  const [program = process.execPath, ...rest] = [...under, process.execPath];
  return spawn(program, [...rest, '--no-warnings', file, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...secrets, NODE_COMPILE_CACHE: path.join(path.dirname(file), 'cache') },
  });
}
