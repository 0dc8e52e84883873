/** Runs a command in the project's folder and adds up what it and all processes below it use: processor time, and memory while it runs (Linux). */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { descendants } from '../processes.ts';

export interface WholeCommand {
  readonly status: number | null;
  readonly stderr: string;
  /** By the clock. */
  readonly seconds: number;
  /** User and system time of every process that ended below it. */
  readonly processorSeconds: number;
  /** MiB of all processes together, shared pages counted once, every tenth of a second. */
  readonly memory: readonly number[];
}

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SAMPLING_MS = 100;

/** The shell waits for the command, and then knows what its children and theirs used. What the command prints is thrown away. */
const SCRIPT = '"$@" > /dev/null; status=$?; times; exit $status';

export async function runWhole(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<WholeCommand> {
  const began = performance.now();
  const child = spawn('sh', ['-c', SCRIPT, 'sh', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: ROOT,
    env: environment,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const memory: number[] = [];
  const timer = setInterval(() => memory.push(memoryBelow(child.pid ?? 0)), SAMPLING_MS);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearInterval(timer);
  const seconds = (performance.now() - began) / 1000;
  return { status, stderr, seconds, processorSeconds: readTimes(stdout), memory };
}

/** The second line of `times`: user and system time of the shell's children, as `0m1.230s 0m0.100s`. */
function readTimes(stdout: string): number {
  const times = stdout.trim().split('\n').at(-1) ?? '';
  const parts = [...times.matchAll(/(\d+)m([\d.]+)s/g)];
  if (parts.length !== 2) throw new Error(`The shell told no times: ${stdout}`);
  return parts.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
}

/** MiB of a process and all below it. */
function memoryBelow(root: number): number {
  const pids = [root, ...descendants(root).map(({ pid }) => pid)];
  return pids.reduce((sum, pid) => sum + proportionalKibibytes(pid), 0) / 1024;
}

function proportionalKibibytes(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    // The process ended in the meantime.
    return 0;
  }
}
