/** One step of a check: runs a tool of the project with a time limit, and shows or captures its output. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const isWindows = process.platform === 'win32';

/** Programs of the project's packages, run by the current Node. */
export const TOOLS = {
  tsc: 'node_modules/typescript/bin/tsc',
  biome: 'node_modules/@biomejs/biome/bin/biome',
  vitest: 'node_modules/vitest/vitest.mjs',
  playwright: 'node_modules/@playwright/test/cli.js',
  knip: 'node_modules/knip/bin/knip.js',
} as const;

export interface Step {
  readonly name: string;
  /** Script, relative to the project's folder. */
  readonly script: string;
  readonly args: readonly string[];
  readonly timeoutMs: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** `show`: passed through. `keep`: captured and returned. */
  readonly output: 'show' | 'keep';
}

export interface StepResult {
  readonly name: string;
  readonly succeeded: boolean;
  readonly seconds: number;
  /** The captured output, and the reason if it was stopped. */
  readonly output: string;
}

/** Tools that run now, each the leader of its process group. */
const running = new Set<ChildProcess>();

/** A tool that exceeds its time is ended with every process that it started. */
export async function runStep(step: Step): Promise<StepResult> {
  const began = performance.now();
  const child = spawn(process.execPath, [path.join(ROOT, step.script), ...step.args], {
    cwd: ROOT,
    env: { ...process.env, ...step.environment },
    stdio: step.output === 'show' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that the tool's workers can be ended with it.
    detached: !isWindows,
  });
  passOnSignals();
  running.add(child);
  const kept: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => kept.push(chunk));
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    endTree(child);
  }, step.timeoutMs);
  const succeeded = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
  running.delete(child);
  clearTimeout(timer);
  const notice = late ? `\n${step.name} was stopped after ${Math.round(step.timeoutMs / 1000)} seconds.\n` : '';
  const seconds = (performance.now() - began) / 1000;
  return { name: step.name, succeeded, seconds, output: Buffer.concat(kept).toString() + notice };
}

/** Ends a tool and the processes that it started. */
function endTree({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (isWindows) spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
  else signalGroup(pid, 'SIGKILL');
}

function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // The whole group has ended.
  }
}

let isPassingOn = false;

/** A terminal's Ctrl+C reaches only this process's group, which the tools are not in. */
function passOnSignals(): void {
  if (isPassingOn || isWindows) return;
  isPassingOn = true;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      for (const { pid } of running) if (pid !== undefined) signalGroup(pid, signal);
      process.exit(128 + constants.signals[signal]);
    });
  }
}
