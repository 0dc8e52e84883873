/** Runs the command line as a person would: a process of its own, its exit status and what it printed. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** Runs the bundle, and bundles first when a source has changed. */
const MAIN = path.join(ROOT, 'build/cleartake.mjs');

/** Somebody who is not root, for tests of permissions: root may read and write everything. */
export const NOBODY = 65_534;

/** Why a program can't run as that account here; null when it can. */
export function whyNotNobody(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux becomes somebody else here';
  const { error } = spawnSync(process.execPath, ['--version'], { uid: NOBODY, gid: NOBODY });
  return error === undefined ? null : 'the project lies in a folder that only root may enter';
}

export interface CliResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Objects of `--json`, one a line. */
  readonly events: readonly CliEvent[];
}

export interface CliEvent {
  readonly event: string;
  readonly [field: string]: unknown;
}

export interface CliJob {
  readonly name: string;
  readonly state: string;
  readonly outputs: readonly string[];
  readonly error: { readonly code: string; readonly userMessage: string } | null;
  /** Missing where nothing is remarkable about the recording. */
  readonly remarks?: readonly unknown[];
}

export interface CliOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Runs as this user, for tests of permissions. */
  readonly uid?: number;
  /** Words before the command: a program that runs it and watches it. */
  readonly watcher?: readonly string[];
}

export function startCli(
  words: readonly string[],
  options: CliOptions = {},
): { readonly child: ChildProcess; readonly result: Promise<CliResult> } {
  const [program = '', ...rest] = [...(options.watcher ?? []), process.execPath, MAIN, ...words];
  const child = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...options.environment },
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const result = new Promise<CliResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, stdout, stderr, events: readEvents(stdout) }));
  });
  return { child, result };
}

export function runCli(words: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  return startCli(words, options).result;
}

/** Where `restore` puts its outputs and its data, as words of the command line. */
export function placesIn(folder: string): string[] {
  return ['--out', path.join(folder, 'out'), '--data-dir', path.join(folder, 'data')];
}

/** The jobs of the summary by their names. */
export function summaryJobs(result: CliResult): ReadonlyMap<string, CliJob> {
  const summary = result.events.find((event) => event.event === 'summary');
  const jobs = (summary?.jobs ?? []) as readonly CliJob[];
  return new Map(jobs.map((job) => [job.name, job]));
}

function readEvents(stdout: string): CliEvent[] {
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{"'))
    .map((line) => JSON.parse(line) as CliEvent);
}
